import type * as vscode from 'vscode';
import { onFirstUse } from '../../ground/commands/onFirstUse.ts';
import type { CommandTable } from '../../ground/commands/table.ts';
import { restored } from '../../ground/webviews/restored.ts';
import type { RenderedChangesContext } from './context.ts';

/** Changed pages as their readers see them, before and after. */
export function renderedChangesFeature(parts: RenderedChangesContext): {
  commands: CommandTable;
  register(): vscode.Disposable;
} {
  const panels = onFirstUse(async () => (await import('./panels.ts')).createChangesPanels(parts));
  return {
    commands: {
      'docsPlatform.renderedChanges.open': async (given) =>
        (await import('./open.ts')).openRenderedChanges(parts, await panels(), given),
    },
    register: () => restored('docsPlatform.renderedChanges', panels),
  };
}

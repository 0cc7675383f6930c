import type * as vscode from 'vscode';
import type { CommandTable } from '../../ground/commands/table.ts';
import { onFirstUse } from '../../ground/commands/onFirstUse.ts';
import { restored } from '../../ground/webviews/restored.ts';
import type { ThreadsPanelContext } from './context.ts';

/** The comment threads of a space or a change request, in a panel next to the editors. */
export function threadsPanelFeature(parts: ThreadsPanelContext): {
  commands: CommandTable;
  register(): vscode.Disposable;
} {
  const panels = onFirstUse(async () => (await import('./panels.ts')).createThreadsPanels(parts));

  return {
    commands: {
      'docsPlatform.openThreads': async (given) =>
        (await import('./openThreads.ts')).openThreads({ ...parts, panels: await panels() }, given),
    },
    register: () => restored('docsPlatform.threads', panels),
  };
}

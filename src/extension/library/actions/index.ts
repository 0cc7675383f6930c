import * as vscode from 'vscode';
import { laterCommands, type LaterCommands } from '../../ground/commands/laterCommands.ts';
import { disposeIfUsed, onFirstUse } from '../../ground/commands/onFirstUse.ts';
import type { Uses } from '../../ground/services/services.ts';

export { libraryDragAndDrop } from './dragAndDrop.ts';

/** Library management: creates, renames, moves and deletes its items, and finds broken links. */
export function libraryActionsFeature(parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>): {
  commands: LaterCommands;
  register(): vscode.Disposable;
} {
  const diagnostics = vscode.languages.createDiagnosticCollection('docs-platform-links');
  /** Created with the first report. */
  const problems = onFirstUse(async () => (await import('./linkProblems.ts')).createLinkProblems(parts, diagnostics));

  return {
    commands: laterCommands(['collection.', 'space.', 'library.move', 'library.transfer', 'links.'], async () => {
      const { libraryActionCommands } = await import('./commands.ts');
      return libraryActionCommands(parts, { make: problems, cached: problems.cached });
    }),
    register: () => vscode.Disposable.from(diagnostics, new vscode.Disposable(() => disposeIfUsed(problems))),
  };
}

import * as vscode from 'vscode';
import type { CommandTable } from '../commands/table.ts';
import { laterCommands } from '../commands/laterCommands.ts';
import { disposeIfUsed, onFirstUse } from '../commands/onFirstUse.ts';
import type { Uses } from '../services/services.ts';

export { libraryDragAndDrop } from './dragAndDrop.ts';

/** Library management: creates, renames, moves and deletes its items, and finds broken links. */
export function libraryActionsFeature(parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>): {
  commands: CommandTable;
  register(): vscode.Disposable;
} {
  const diagnostics = vscode.languages.createDiagnosticCollection('docs-platform-links');
  /** Created with the first report. */
  const problems = onFirstUse(async () => (await import('./linkProblems.ts')).createLinkProblems(parts, diagnostics));

  return {
    commands: laterCommands(
      'docsPlatform',
      [
        'collection.create',
        'collection.rename',
        'collection.describe',
        'collection.delete',
        'space.create',
        'space.rename',
        'space.changeEmoji',
        'space.lock',
        'space.unlock',
        'space.duplicate',
        'space.delete',
        'space.restore',
        'library.move',
        'library.transfer',
        'links.report',
        'links.clear',
        'file.backlinks',
      ],
      async () => {
        const { libraryActionCommands } = await import('./commands.ts');
        return libraryActionCommands(parts, { make: problems, cached: problems.cached });
      },
    ),
    register: () => vscode.Disposable.from(diagnostics, new vscode.Disposable(() => disposeIfUsed(problems))),
  };
}

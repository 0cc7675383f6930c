import * as vscode from 'vscode';
import type { CommandTable } from '../commands/commandTable.ts';
import { laterCommands } from '../commands/laterCommands.ts';
import type { LinkProblems } from './linkProblems.ts';
import type { UpkeepParts } from './upkeepParts.ts';

export { libraryDragAndDrop } from './dragAndDrop.ts';

/** What keeps the Library in order: making, naming, moving and deleting what stands in it, and finding links that are broken. */
export function upkeepFeature(parts: UpkeepParts): { commands: CommandTable; register(): vscode.Disposable } {
  const diagnostics = vscode.languages.createDiagnosticCollection('docs-platform-links');
  let built: Promise<LinkProblems> | undefined;
  /** Built with the first report. */
  const problems = (): Promise<LinkProblems> =>
    (built ??= import('./linkProblems.ts').then(({ createLinkProblems }) => createLinkProblems(parts, diagnostics)));

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
        const { upkeepCommands } = await import('./commands.ts');
        return upkeepCommands(parts, { make: problems, known: () => built });
      },
    ),
    register: () =>
      vscode.Disposable.from(diagnostics, new vscode.Disposable(() => void built?.then((made) => made.dispose()))),
  };
}

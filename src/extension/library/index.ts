import * as vscode from 'vscode';
import type { CommandTable } from '../commands/table.ts';
import { laterCommands } from '../commands/laterCommands.ts';
import type { LibraryParts } from './parts.ts';
import { completeStep } from '../services/walkthrough.ts';
import { createLibraryTree, type LibraryTree } from './tree.ts';

/** The Library view and what its rows offer. */
export function libraryFeature(parts: LibraryParts): {
  commands: CommandTable;
  register(): vscode.Disposable;
  /** Once registered. */
  tree(): LibraryTree | undefined;
} {
  let tree: LibraryTree | undefined;

  const commands = laterCommands(
    'docsPlatform.library',
    ['refresh', 'refreshPlace', 'loadMore', 'reveal', 'openInBrowser', 'copyLink', 'openLink'],
    async () => (await import('./commands.ts')).libraryCommands(parts, () => tree),
  );

  return {
    commands,
    tree: () => tree,
    register() {
      const made = createLibraryTree(parts);
      tree = made;
      return vscode.Disposable.from(
        made,
        made.view.onDidExpandElement(() => completeStep('library')),
      );
    },
  };
}

import * as vscode from 'vscode';
import { laterCommands, type LaterCommands } from '../ground/commands/laterCommands.ts';
import { disposeIfUsed, onFirstUse } from '../ground/commands/onFirstUse.ts';
import { completeStep } from '../ground/services/walkthrough.ts';
import { createTree, type AccountRows, type Tree } from '../ground/trees/create.ts';
import type { LibraryContext } from './context.ts';
import type { Row } from './rows.ts';

export type LibraryTree = Tree<Row, AccountRows<Row>>;

/** The Library view with its commands. */
export function libraryFeature(parts: LibraryContext): {
  commands: LaterCommands;
  register(): vscode.Disposable;
  tree(): LibraryTree;
} {
  const { accounts, stores, edge, dragAndDrop } = parts;
  let isRevealing = (): boolean => false;

  const tree: LibraryTree = createTree({
    viewId: 'docsPlatform.library',
    name: 'Library',
    ...parts,
    isSelecting: () => isRevealing(),
    options: { showCollapseAll: true, dragAndDropController: dragAndDrop },
    load: async () => {
      const { createLibraryRows } = await import('./children.ts');
      return (host) => createLibraryRows({ ...host, stores, onLoaded: revealActivePage });
    },
  });
  const autoReveal = onFirstUse(async () => {
    const activePages = await parts.activePages();
    const { createAutoReveal } = await import('./autoReveal.ts');
    const made = createAutoReveal({ view: tree.view, accounts, activePages, edge });
    ({ isRevealing } = made);
    return made;
  });

  function revealActivePage(): void {
    autoReveal().catch((error: unknown) => edge.note('Active page', error));
  }

  const commands = laterCommands(['library.'], async () =>
    (await import('./commands.ts')).libraryCommands(parts, tree),
  );

  return {
    commands,
    tree: () => tree,
    register: () =>
      vscode.Disposable.from(
        tree,
        tree.view.onDidExpandElement(() => completeStep('library')),
        { dispose: () => disposeIfUsed(autoReveal) },
      ),
  };
}

import * as vscode from 'vscode';
import type { Place } from '../../store/library.ts';
import type { Accounts } from '../account/accounts.ts';
import type { CommandTable } from '../commands/commandTable.ts';
import type { ErrorEdge } from '../commands/errorEdge.ts';
import { isPlace } from '../commands/givenPlace.ts';
import { openInBrowser } from '../openInBrowser.ts';
import type { Platforms } from '../platforms.ts';
import { createLibraryTree, type LibraryTree, type Row } from './libraryTree.ts';

export interface LibraryParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
  readonly state: vscode.Memento;
  readonly dragAndDrop: vscode.TreeDragAndDropController<Row>;
}

/** The Library view and what its rows offer. */
export function libraryFeature(parts: LibraryParts): {
  commands: CommandTable;
  register(): vscode.Disposable;
  /** Once registered. */
  tree(): LibraryTree | undefined;
} {
  const { accounts, platforms } = parts;
  let tree: LibraryTree | undefined;

  async function refresh(place: Place | undefined): Promise<void> {
    const account = accounts.active;
    if (!account) return;
    const library = await platforms.library(account);
    await vscode.window.withProgress({ location: { viewId: 'docsPlatform.library' } }, () => library.refresh(place));
  }

  const commands: CommandTable = {
    'docsPlatform.library.refresh': () => refresh(undefined),
    'docsPlatform.library.refreshPlace': (given) => refresh(isPlace(given) ? given : undefined),
    'docsPlatform.library.loadMore': async (given) => {
      const row = given as Row | undefined;
      if (row?.kind !== 'more' || !accounts.active) return;
      const library = await platforms.library(accounts.active);
      await vscode.window.withProgress({ location: { viewId: 'docsPlatform.library' } }, () =>
        library.more(row.parent),
      );
    },
    'docsPlatform.library.reveal': async (given, options) => {
      const { focus = true } = (options ?? {}) as { focus?: boolean };
      if (isPlace(given)) await tree?.reveal(given, focus);
    },
    'docsPlatform.library.openInBrowser': async (given) => {
      const address = await addressFor(given);
      if (address) await openInBrowser(address);
    },
    'docsPlatform.library.copyLink': async (given) => {
      const address = await addressFor(given);
      if (!address) return;
      await vscode.env.clipboard.writeText(address);
      vscode.window.setStatusBarMessage(vscode.l10n.t('Link copied.'), 3000);
    },
    'docsPlatform.library.openLink': async (given) => {
      const account = accounts.active;
      if (!account || !isPlace(given) || given.kind !== 'page') return;
      const library = await platforms.library(account);
      await (await import('./openLink.ts')).openLink({ account, library, space: given.space.id, node: given.node });
    },
  };

  return {
    commands,
    tree: () => tree,
    register() {
      const made = createLibraryTree(parts);
      tree = made;
      return new vscode.Disposable(() => made.dispose());
    },
  };
}

async function addressFor(given: unknown): Promise<string | undefined> {
  return isPlace(given) ? (await import('./contextValue.ts')).addressForBrowser(given) : undefined;
}

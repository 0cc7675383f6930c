import * as vscode from 'vscode';
import type { Place } from '../../store/library/library.ts';
import type { CommandTable } from '../ground/commands/table.ts';
import { isLibraryRow } from '../ground/places/libraryRows.ts';
import { openInBrowser } from '../ground/services/openInBrowser.ts';
import { showStatus } from '../ground/messages/show.ts';
import { addressForBrowser } from './contextValue.ts';
import type { Tree } from '../ground/trees/create.ts';
import { refreshed } from '../ground/trees/refreshed.ts';
import type { LibraryContext } from './context.ts';
import type { Row } from './rows.ts';

/** The commands of the Library view and its rows. */
export function libraryCommands(
  { accounts, stores }: LibraryContext,
  tree: Pick<Tree<Row, never>, 'reveal' | 'loadAgain'>,
) {
  async function refresh(place: Place | undefined): Promise<void> {
    const account = accounts.active;
    if (!account) return;
    const inView = { location: { viewId: 'docsPlatform.library' } };
    const refresh = async () => (await stores(account).library()).refresh(place);
    const refreshing = () => vscode.window.withProgress(inView, refresh);
    await (place ? refreshing() : refreshed(tree, refreshing));
  }

  return {
    'docsPlatform.library.refresh': () => refresh(undefined),
    'docsPlatform.library.refreshPlace': (given) => refresh(isLibraryRow(given) ? given : undefined),
    'docsPlatform.library.loadMore': async (given) => {
      const row = given as Row | undefined;
      if (row?.kind !== 'more' || !accounts.active) return;
      const library = await stores(accounts.active).library();
      await vscode.window.withProgress({ location: { viewId: 'docsPlatform.library' } }, () =>
        library.more(row.parent),
      );
    },
    'docsPlatform.library.reveal': async (given, options) => {
      const { focus = true } = (options ?? {}) as { focus?: boolean };
      if (isLibraryRow(given)) await tree.reveal(given, { focus, expand: false });
    },
    'docsPlatform.library.openInBrowser': async (given) => {
      const address = addressFor(given);
      if (address) await openInBrowser(address);
    },
    'docsPlatform.library.copyLink': async (given) => {
      const address = addressFor(given);
      if (!address) return;
      await vscode.env.clipboard.writeText(address);
      showStatus(vscode.l10n.t('Link copied.'), 3000);
    },
    'docsPlatform.library.openLink': async (given) => {
      const account = accounts.active;
      if (!account || !isLibraryRow(given) || given.kind !== 'page') return;
      const library = await stores(account).library();
      await (await import('./openLink.ts')).openLink({ account, library, space: given.space.id, node: given.node });
    },
  } satisfies CommandTable;
}

function addressFor(given: unknown): string | undefined {
  return isLibraryRow(given) ? addressForBrowser(given) : undefined;
}

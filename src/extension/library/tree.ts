import * as vscode from 'vscode';
import type { Library, Place, Children } from '../../store/library/library.ts';
import type { Account, Accounts } from '../services/accounts.ts';
import type { ActivePages } from '../addresses/activePage.ts';
import { isMissingCode, sentenceOf, type ErrorEdge } from '../messages/errorEdge.ts';
import { isPlace } from '../commands/givenPlace.ts';
import { disposeIfUsed, onFirstUse } from '../commands/onFirstUse.ts';
import type { Platforms } from '../services/platforms.ts';
import { createAgeLine } from '../trees/ageLine.ts';
import { keepExpandedRows } from '../trees/expandedRows.ts';
import type { SelectedRow } from '../trees/selectedRow.ts';
import { createTreeView } from '../trees/view.ts';
import { createHeldPlaces } from './heldPlaces.ts';
import type { Row } from './row.ts';
import { idOf } from './placeIds.ts';

export interface LibraryTree {
  readonly view: vscode.TreeView<Row>;
  readonly provider: vscode.TreeDataProvider<Row>;
  reveal(place: Place, focus: boolean): Promise<void>;
  dispose(): void;
}

export interface LibraryTreeParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly selected: SelectedRow;
  readonly activePages: () => Promise<ActivePages>;
  readonly edge: ErrorEdge;
  /** Keeps which rows are expanded in this window. */
  readonly state: vscode.Memento;
  readonly dragAndDrop: vscode.TreeDragAndDropController<Row>;
}

/** The Library view over the active account. Fills lazily; keeps what was known when a refresh fails, and says so. */
export function createLibraryTree(parts: LibraryTreeParts): LibraryTree {
  const { accounts, platforms, edge, state } = parts;
  const changed = new vscode.EventEmitter<Row | undefined>();
  /** What VS Code holds: it takes changes only for the very objects that it was given. */
  const held = createHeldPlaces();
  /** Places whose children could not be loaded. */
  const failed = new Set<Place | undefined>();
  let followed:
    { readonly account: Account; readonly library: Library; readonly subscription: vscode.Disposable } | undefined;

  const provider: vscode.TreeDataProvider<Row> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: async (row) => {
      const item = (await import('./treeItems.ts')).itemOf(row, accountKey());
      expanded.restore(item);
      return item;
    },
    getChildren: async (row) => {
      if (row && !isPlace(row)) return [];
      const account = accounts.active;
      return account ? childrenOf(account, row) : [];
    },
    getParent: (row) => row.parent,
  };
  const view = createTreeView(
    'docsPlatform.library',
    { treeDataProvider: provider, showCollapseAll: true, dragAndDropController: parts.dragAndDrop },
    edge,
  );
  const ageLine = createAgeLine(
    (message) => void (view.message = message),
    platforms.reachability,
    () => accounts.active?.key,
  );
  const expanded = keepExpandedRows(
    view,
    (row) => (isPlace(row) ? idOf(row, accountKey()) : undefined),
    state,
    'library.expanded',
  );
  let isRevealing = (): boolean => false;
  const autoReveal = onFirstUse(async () => {
    const activePages = await parts.activePages();
    const made = (await import('./autoReveal.ts')).createAutoReveal({ view, accounts, activePages, edge });
    ({ isRevealing } = made);
    return made;
  });
  const selecting = parts.selected.follow(view, () => isRevealing());
  const following = vscode.Disposable.from(
    accounts.onDidChange(({ activeChanged, changed: replaced }) => {
      if (!activeChanged && !replaced.some(({ key }) => key === accounts.active?.key)) return;
      unfollow();
      changed.fire(undefined);
    }),
    platforms.reachability.onDidRecover((key) => {
      if (key !== accounts.active?.key) return;
      for (const place of failed) changed.fire(place);
      failed.clear();
      const isStale = [...held.stale()].length > 0;
      if (isStale) followed?.library.refresh().catch((error: unknown) => edge.note('Library', error));
    }),
  );

  function accountKey(): string {
    return followed?.account.key ?? accounts.active?.key ?? '';
  }

  async function childrenOf(account: Account, parent: Place | undefined): Promise<Row[]> {
    let shelf: Children;
    try {
      const [library] = await Promise.all([platforms.library(account), import('./treeItems.ts')]);
      if (account.key !== accounts.active?.key) return [];
      follow(account, library);
      shelf = await library.children(parent);
    } catch (error) {
      if (isMissingCode(error)) throw error;
      edge.note('Library', error);
      if (account.key === accounts.active?.key) {
        hold(parent, undefined);
        failed.add(parent);
      }
      return [{ kind: 'note', parent, failed: true, text: sentenceOf(error) }];
    }
    failed.delete(parent);
    hold(parent, shelf);
    const rows: Row[] = [...shelf.places];
    if (shelf.hasMore) rows.push({ kind: 'more', parent });
    if (shelf.incomplete) rows.push({ kind: 'note', parent, failed: false, text: shelf.incomplete });
    if (rows.length === 0) {
      const { emptyText } = await import('./treeItems.ts');
      rows.push({ kind: 'note', parent, failed: false, text: emptyText(parent) });
    }
    return rows;
  }

  function follow(account: Account, library: Library): void {
    if (followed?.library === library) return;
    unfollow();
    const subscription = library.onDidChange((change) => {
      if (change.kind !== 'children') return;
      const place = change.place && held.get(change.place.key);
      if (!place && change.place) return;
      // VS Code doesn't ask for the rows below a collapsed one.
      if (!library.knownChildren(place)?.failure) {
        held.refreshed(place);
        ageLine.show(held.stale());
      }
      changed.fire(place);
    });
    followed = { account, library, subscription };
    autoReveal().catch((error: unknown) => edge.note('Active page', error));
  }

  function unfollow(): void {
    followed?.subscription.dispose();
    followed = undefined;
    held.clear();
    failed.clear();
    ageLine.show(held.stale());
  }

  function hold(parent: Place | undefined, shelf: Children | undefined): void {
    held.hold(parent, shelf);
    ageLine.show(held.stale());
  }

  return {
    view,
    provider,
    async reveal(place, focus) {
      await view.reveal(place, { select: true, focus, expand: false });
    },
    dispose() {
      unfollow();
      ageLine.dispose();
      following.dispose();
      selecting.dispose();
      disposeIfUsed(autoReveal);
      expanded.dispose();
      view.dispose();
      changed.dispose();
    },
  };
}

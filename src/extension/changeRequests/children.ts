import * as vscode from 'vscode';
import { contextKeys } from '../contributions/contextKeys.ts';
import { setContext } from '../contributions/run.ts';
import type {
  ChangeRequestPlace,
  ChangeRequests,
  ChangeRequestChildren,
} from '../../store/changeRequests/changeRequests.ts';
import type { Account } from '../services/accounts.ts';
import { oncePerTurn } from '../services/oncePerTurn.ts';
import { createAgeLine } from '../trees/ageLine.ts';
import { isMissingCode, sentenceOf } from '../messages/errorEdge.ts';
import { keepExpandedRows } from '../trees/expandedRows.ts';
import type { Services } from '../services/services.ts';
import type { Arrangements } from './arrangements.ts';
import type { ChangeRow, ChangeRows } from './shared/changeRows.ts';
import { contextValueOf } from './shared/contextValue.ts';
import { followConflicts } from './shared/followConflicts.ts';
import { isWritable, pagesBelow, topPages } from './shared/pageRows.ts';
import { followPendingCounts, type PendingCounts } from './pendingCounts.ts';
import { reviewRows } from './reviewRows.ts';
import { spaceMark } from './spaceMark.ts';
import { isChangeRow, isPlaceRow, type ChangeRequestRow, type PagesRow, type Row } from './shared/rows.ts';
import { fullTooltip, itemOf } from './items.ts';
import { createUnsentMarks, markUnsent } from './unsentMarks.ts';

const waitingPlace: ChangeRequestPlace = { kind: 'waiting', key: 'waiting' };
/** How many of one's own change requests are looked at for reviews unasked. */
const mostOfMine = 5;
/** In ms. */
const oldAfter = 3 * 60_000;

export interface ChangeRequestTreeParts extends Services {
  readonly arrangements: Arrangements;
  readonly changeRows: ChangeRows;
  readonly view: vscode.TreeView<Row>;
  /** Tells the view which rows are to be asked for again. */
  readonly changed: vscode.EventEmitter<Row | undefined>;
}

export interface ChangeRequestTree extends vscode.Disposable {
  readonly provider: Required<Omit<vscode.TreeDataProvider<Row>, 'onDidChangeTreeData'>>;
  /** Has the badge tell what waits on the person, also while nobody looks at the view. */
  count(): Promise<void>;
}

/** What the Change Requests view shows of the active account. Fills lazily; keeps what was known when a refresh fails, and says so. */
export function createChangeRequestTree(parts: ChangeRequestTreeParts): ChangeRequestTree {
  const { accounts, reachability, stores, edge, state, arrangements, changeRows, view, changed } = parts;
  /** What VS Code holds, by key: it takes changes only for the very objects that it was given. */
  const held = new Map<string, Row>();
  const parents = new WeakMap<ChangeRow, ChangeRequestRow | PagesRow>();
  const writable = new WeakSet<ChangeRow>();
  /** Whether a page was shown as unsent. */
  const marked = new WeakMap<Row, boolean>();
  const unsent = createUnsentMarks(showUnsent);
  const knownSpaces = oncePerTurn(() => new Map(followed?.store.all().map(({ space }) => [space.id, space])));
  let followed:
    | {
        readonly account: Account;
        readonly store: ChangeRequests;
        readonly pending: PendingCounts;
        readonly end: vscode.Disposable;
      }
    | undefined;

  const conflicts = followConflicts(parts, ({ account, space, number }) => {
    if (account.key !== followed?.account.key) return;
    fireAll((row) => row.space.id === space && row.changeRequest.number === number);
  });
  const ageLine = createAgeLine(
    (message) => void (view.message = message),
    reachability,
    () => accounts.active?.key,
  );

  const provider: ChangeRequestTree['provider'] = {
    getTreeItem: (row) => {
      const item = isChangeRow(row) ? changeItem(row) : ownItem(row);
      marked.set(row, isUnsent(row));
      if (marked.get(row)) markUnsent(item);
      item.id = `${accountKey()}/${keyOf(row)}`;
      expanded.restore(item);
      return item;
    },
    getChildren: async (row) => {
      const account = accounts.active;
      if (!account) return [];
      const rows = row ? await childrenOf(account, row) : await below(account, undefined);
      for (const each of rows) held.set(keyOf(each), each);
      return rows;
    },
    getParent: (row) => (isChangeRow(row) ? parents.get(row) : row.parent),
    resolveTreeItem: async (item, row, token) => {
      if (isChangeRow(row) || row.kind !== 'changeRequest' || !followed) return item;
      const stop = new AbortController();
      const cancelling = token.onCancellationRequested(() => stop.abort());
      try {
        item.tooltip = await tooltipFor(followed.account, followed.store, row, stop.signal);
      } finally {
        cancelling.dispose();
      }
      return item;
    },
  };
  const expanded = keepExpandedRows(view, (row) => `${accountKey()}/${keyOf(row)}`, state, 'changeRequests.expanded');
  const following = vscode.Disposable.from(
    accounts.onDidChange(({ activeChanged, changed: replaced }) => {
      if (!activeChanged && !replaced.some(({ key }) => key === accounts.active?.key)) return;
      unfollow();
      changed.fire(undefined);
    }),
    changeRows.onDidChange(({ account, space, number }) => {
      if (account !== followed?.account.key) return;
      fireAll((row) => row.space.id === space && row.changeRequest.number === number);
    }),
    reachability.onDidRecover((key) => {
      if (key === followed?.account.key) retry(followed.store);
    }),
    view.onDidChangeVisibility(refreshIfOld),
    vscode.window.onDidChangeWindowState(refreshIfOld),
    view.onDidChangeCheckboxState(({ items }) => {
      changeRows.check(items).catch((error: unknown) => edge.explain('docsPlatform.changeRequests', error));
    }),
  );

  function isUnsent(row: Row): boolean {
    if (row.kind === 'page') return unsent.has(row.at, row.node.id, row.node.path);
    return row.kind === 'changedPage' && unsent.has(row.at, row.change.id, row.change.after?.path);
  }

  /** Those that are shown otherwise. */
  function showUnsent(): void {
    for (const row of held.values()) {
      if ((row.kind === 'page' || row.kind === 'changedPage') && isUnsent(row) !== (marked.get(row) ?? false))
        changed.fire(row);
    }
  }

  function accountKey(): string {
    return followed?.account.key ?? accounts.active?.key ?? '';
  }

  function keyOf(row: Row): string {
    return isChangeRow(row) ? `${parents.get(row)?.key ?? ''}/${row.key}` : row.key;
  }

  /** With `;edit` at its end where the page can be written. */
  function changeItem(row: ChangeRow): vscode.TreeItem {
    const item = changeRows.itemOf(row);
    if (row.kind === 'changedPage' && writable.has(row)) item.contextValue += ';edit';
    return item;
  }

  function ownItem(row: Exclude<Row, ChangeRow>): vscode.TreeItem {
    const store = followed?.store;
    const shelf = isPlaceRow(row) && row.kind !== 'changeRequest' ? store?.knownChildren(row) : undefined;
    const reviews = row.kind === 'reviews' ? store?.knownReviews(row.parent) : undefined;
    const inConflict = row.kind === 'changeRequest' ? conflictsIn(row) : 0;
    const pending = row.kind === 'changeRequest' ? followed?.pending.of(row) : undefined;
    const mark = row.kind === 'changeRequest' ? markOf(row) : undefined;
    const item = itemOf(row, { shelf, reviews, conflicts: inConflict, pending, mark });
    const has = { reviews: store?.hasNoReviews !== true, conflicts: inConflict > 0, pending: pending !== undefined };
    item.contextValue ??= contextValueOf(row, has);
    return item;
  }

  /** None where all rows around it are of its space. */
  function markOf({ parent, space }: ChangeRequestRow): string | undefined {
    const { store } = followed ?? {};
    const isBelowSpace = parent?.kind === 'space' || (parent?.kind === 'status' && parent.space !== undefined);
    const isOnlySpace = parent?.kind === 'status' && store?.arrangement.filter.space !== undefined;
    if (!store || isBelowSpace || isOnlySpace) return undefined;
    const spaces = knownSpaces();
    return spaces.size > 1 ? spaceMark(space, spaces.values()) : undefined;
  }

  function conflictsIn({ space, changeRequest }: ChangeRequestRow): number {
    if (changeRequest.status === 'merged') return 0;
    return conflicts.known(accountKey(), space.id, changeRequest.number).length;
  }

  async function childrenOf(account: Account, row: Row): Promise<Row[]> {
    if (isChangeRow(row)) return [];
    switch (row.kind) {
      case 'waiting':
      case 'status':
      case 'space':
        return below(account, row);
      case 'changeRequest':
        return insideOf(account, row);
      case 'pages':
        return pagesIn(row);
      case 'page':
        return pagesBelow(row);
      case 'reviews':
        return reviewRows(row, followed?.store.knownReviews(row.parent), await followed?.store.me().catch(noted));
      default:
        return [];
    }
  }

  async function below(account: Account, parent: ChangeRequestPlace | undefined): Promise<Row[]> {
    const key = parent?.key ?? '';
    let shelf: ChangeRequestChildren;
    try {
      const store = await stores(account).changeRequests();
      if (account.key !== accounts.active?.key) return [];
      follow(account, store);
      [shelf] = await Promise.all([store.children(parent), conflicts.load(account)]);
    } catch (error) {
      if (isMissingCode(error)) throw error;
      edge.note('Change requests', error);
      return [{ kind: 'note', key: `${key}/note`, parent, why: 'failed', text: sentenceOf(error) }];
    }
    sayHowThingsAre();
    const rows: Row[] = [...shelf.places];
    const note = (why: 'empty' | 'incomplete' | 'anonymous', text: string): void =>
      void rows.push({ kind: 'note', key: `${key}/${why}`, parent, why, text });
    if (shelf.hasMore) rows.push({ kind: 'more', key: `${key}/more`, parent });
    if (shelf.incomplete) note('incomplete', shelf.incomplete);
    if (parent?.kind === 'waiting') {
      const isAnonymous = shelf.isAnonymous === true;
      void setContext(contextKeys.changeRequests.isAnonymous, isAnonymous);
    }
    if (shelf.isAnonymous) note('anonymous', vscode.l10n.t('Say who you are, to see what waits on you'));
    const elsewhere = shelf.above ?? followed?.store.knownChildren(waitingPlace)?.total ?? 0;
    if (rows.length === 0) note('empty', emptyText(parent, elsewhere));
    return rows;
  }

  /** What it changes, and what is said of it. What is told of the reviews does not hide the rest when it cannot be had. */
  async function insideOf(account: Account, row: ChangeRequestRow): Promise<Row[]> {
    const { store } = followed ?? { store: await stores(account).changeRequests() };
    const at = { account, space: row.space.id, changeRequest: row.changeRequest };
    const [changes, reviews, isTaken] = await Promise.all([
      changeRows.childrenOf(at),
      store.reviews(row).catch(noted),
      takesPages(account, store, row).catch(noted),
    ]);
    // Where nobody tells what it changes, nobody tells its pages either.
    const hasPages = isTaken && !changes.some(({ key }) => key === 'unsupported');
    const own = changes.map((change) => ({ ...change }));
    for (const change of own) {
      parents.set(change, row);
      if (hasPages) writable.add(change);
    }
    return [
      ...own,
      ...(hasPages ? [{ kind: 'pages', key: `${row.key}/pages`, parent: row, at } as const] : []),
      { kind: 'comments', key: `${row.key}/comments`, parent: row },
      ...(reviews ? [{ kind: 'reviews', key: `${row.key}/reviews`, parent: row } as const] : []),
    ];
  }

  async function takesPages(account: Account, store: ChangeRequests, row: ChangeRequestRow): Promise<boolean> {
    const edits = await stores(account).edits();
    unsent.follow(edits);
    return edits.isOffered() !== false && isWritable(row, () => store.me());
  }

  async function pagesIn(row: PagesRow): Promise<Row[]> {
    try {
      return await topPages(stores, row);
    } catch (error) {
      edge.note('Pages of a change request', error);
      const note: ChangeRow = { kind: 'changesNote', key: 'failed', at: row.at, text: sentenceOf(error), failed: true };
      parents.set(note, row);
      return [note];
    }
  }

  function noted(error: unknown): undefined {
    edge.note('Change requests', error);
    return undefined;
  }

  async function tooltipFor(
    account: Account,
    store: ChangeRequests,
    row: ChangeRequestRow,
    signal: AbortSignal,
  ): Promise<vscode.MarkdownString> {
    const [reviews, pages, me] = await Promise.all([
      store.reviews(row, { signal }).catch(noted),
      pageCount(account, row, signal).catch(noted),
      store.me({ signal }).catch(noted),
    ]);
    return fullTooltip(row, { reviews, pages, me, pending: followed?.pending.of(row) });
  }

  async function pageCount(account: Account, row: ChangeRequestRow, signal: AbortSignal): Promise<number | undefined> {
    const content = await stores(account).changeRequestContent();
    content.learn(row.space.id, [row.changeRequest]);
    const { pages, isComparable } = await content.changes(row.space.id, row.changeRequest.number, { signal });
    return isComparable ? pages.length : undefined;
  }

  function follow(account: Account, store: ChangeRequests): void {
    if (followed?.store === store) return;
    unfollow();
    store.arrange(arrangements.of(account));
    const end = store.onDidChange((change) => {
      if (change.kind === 'changed') {
        return fireAll(
          ({ space, changeRequest }) => space.id === change.space && changeRequest.id === change.changeRequest,
        );
      }
      sayHowThingsAre();
      const place = change.place && held.get(change.place.key);
      if (place || !change.place) changed.fire(place);
    });
    const pending = followPendingCounts(stores, account, {
      onDidChange: (place) =>
        fireAll(({ space, changeRequest }) => space.id === place.space && changeRequest.id === place.changeRequest),
      note: noted,
    });
    followed = { account, store, pending, end: vscode.Disposable.from(pending, { dispose: () => end.dispose() }) };
  }

  function fireAll(isMeant: (row: ChangeRequestRow) => boolean): void {
    for (const row of held.values()) if (row.kind === 'changeRequest' && isMeant(row)) changed.fire(row);
  }

  function unfollow(): void {
    followed?.end.dispose();
    followed = undefined;
    held.clear();
    sayHowThingsAre();
  }

  /** The badge, and how old is what could not be refreshed. */
  function sayHowThingsAre(): void {
    const store = followed?.store;
    const waiting = store?.knownChildren(waitingPlace)?.places.length ?? 0;
    view.badge =
      waiting > 0
        ? {
            value: waiting,
            tooltip:
              waiting === 1
                ? vscode.l10n.t('1 change request waits on you')
                : vscode.l10n.t('{0} change requests wait on you', waiting),
          }
        : undefined;
    view.description = followed && arrangements.describe(followed.account);
    const groups = [...held.values()].filter((row) => isPlaceRow(row) && row.kind !== 'changeRequest');
    const stale = [...groups, undefined].flatMap((row) => {
      const shelf = store?.knownChildren(row);
      return shelf?.failure ? [{ asOf: shelf.asOf, failure: shelf.failure }] : [];
    });
    ageLine.show(stale);
  }

  /** What could not be loaded, or refreshed, is there without being asked for. */
  function retry(store: ChangeRequests): void {
    // The badge, too, which nobody asks for while the view is hidden.
    store.retry().then(count).catch(noted);
    for (const [key, row] of held) {
      if (row.kind !== 'changesNote' || !row.failed) continue;
      held.delete(key);
      changed.fire(parents.get(row));
    }
  }

  /** Whoever comes back to the view sees what others did meanwhile. */
  function refreshIfOld(): void {
    const store = followed?.store;
    const asOf = store?.knownChildren(waitingPlace)?.asOf;
    if (!store || asOf === undefined || !view.visible || !vscode.window.state.focused) return;
    if (Date.now() - asOf > oldAfter) store.refresh().catch(noted);
  }

  /**
   * Of what is mine, whether it was approved or sent back is told by the reviews only: those of the few that were touched last are
   * asked for, once there is time for it.
   */
  async function lookAtMine(store: ChangeRequests): Promise<void> {
    const me = await store.me();
    const mine = store
      .all()
      .filter(({ changeRequest }) => changeRequest.status === 'open' && changeRequest.createdBy?.id === me)
      .sort((one, other) => (other.changeRequest.updatedAt ?? '').localeCompare(one.changeRequest.updatedAt ?? ''));
    for (const at of me === undefined ? [] : mine.slice(0, mostOfMine)) await store.reviews(at);
  }

  async function count(): Promise<void> {
    const account = accounts.active;
    if (!account) return;
    try {
      const store = await stores(account).changeRequests();
      if (account.key !== accounts.active?.key) return;
      follow(account, store);
      await store.children(waitingPlace);
      await lookAtMine(store);
    } catch (error) {
      edge.note('Change requests', error);
    }
    sayHowThingsAre();
  }

  return {
    provider,
    count,
    dispose() {
      unfollow();
      conflicts.dispose();
      ageLine.dispose();
      unsent.dispose();
      following.dispose();
      expanded.dispose();
    },
  };
}

/** `elsewhere` is how many are listed under what needs attention. */
function emptyText(parent: ChangeRequestPlace | undefined, elsewhere: number): string {
  switch (parent?.kind) {
    case 'waiting':
      return vscode.l10n.t('Nothing waits on you.');
    case 'status':
      switch (parent.status) {
        case 'open':
          return elsewhere > 0
            ? vscode.l10n.t('No other open change requests.')
            : vscode.l10n.t('No open change requests.');
        case 'draft':
          return elsewhere > 0 ? vscode.l10n.t('No other drafts.') : vscode.l10n.t('No drafts.');
        case 'merged':
          return vscode.l10n.t('None merged yet.');
        case 'archived':
          return vscode.l10n.t('None archived.');
      }
      break;
    default:
  }
  return vscode.l10n.t('No change requests.');
}

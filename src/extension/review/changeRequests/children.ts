import * as vscode from 'vscode';
import type {
  ChangeRequestPlace,
  ChangeRequests,
  ChangeRequestChildren,
} from '../../../store/changeRequests/changeRequests.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import type { Uses } from '../../ground/services/services.ts';
import { onDidChangeOpenWith } from '../../ground/services/openWith.ts';
import type { AccountRows, TreeHost } from '../../ground/trees/create.ts';
import { followLatest } from '../../ground/trees/followLatest.ts';
import type { Arrangements } from './arrangements.ts';
import { createAttention, waitingPlace } from './attention.ts';
import { createItems } from './createItems.ts';
import { createEditedRows } from './editedRows.ts';
import { followPendingCounts, type PendingCounts } from './pendingCounts.ts';
import { reviewRows } from './reviewRows.ts';
import type { ChangeRow, ChangeRows } from '../../ground/changeRequests/changeRows.ts';
import { isWritable, pagesBelow, topPages } from '../../ground/changeRequests/pageRows.ts';
import {
  isChangeRow,
  isPlaceRow,
  type ChangeRequestRow,
  type PlacedChangeRow,
  type Row,
} from '../../ground/changeRequests/rows.ts';
import { wordsOf } from '../../ground/words/reason.ts';

export interface ChangeRequestRowsContext extends TreeHost<Row>, Uses<'stores' | 'edge'> {
  readonly arrangements: Arrangements;
  readonly changeRows: ChangeRows;
}

/** The rows of one account's change requests. */
export interface ChangeRequestTreeRows extends AccountRows<Row> {
  tooltip(row: Row, signal: AbortSignal): Promise<vscode.MarkdownString | undefined>;
  /** Updates the badge with what needs the user's attention, even while the view is hidden. */
  count(): Promise<void>;
}

export function createChangeRequestRows(parts: ChangeRequestRowsContext): ChangeRequestTreeRows {
  const { account, view, held, changed, isShown, stores, edge, arrangements, changeRows } = parts;
  let pending: PendingCounts | undefined;
  const followed = followLatest<ChangeRequests>((store) => {
    store.arrange(arrangements.of(account));
    const end = store.onDidChange((change) => {
      if (change.kind === 'changed') {
        // The row of an edited one belongs to no list.
        const isEdited = fireOf(change.space, change.changeRequest).some(({ parent }) => !parent);
        return isEdited ? changed(undefined) : undefined;
      }
      attention.notify();
      const place = change.place && held.get(change.place.key);
      if (place || !change.place) changed(place);
    });
    pending = followPendingCounts(stores, account, {
      onDidChange: ({ space, changeRequest }) => fireOf(space, changeRequest),
      note: noted,
    });
    return vscode.Disposable.from(pending, { dispose: () => end.dispose() });
  });
  const edited = createEditedRows(parts, noted);
  const items = createItems(parts, { store: () => followed.cached, pending: () => pending, edited, noted });
  const attention = createAttention(parts, {
    store: () => followed.cached,
    open: openStore,
    currentUser: () => stores(account).currentUser(),
    inbox: () => stores(account).inbox(),
    noted,
  });
  const following = vscode.Disposable.from(
    changeRows.onDidChange((at) => {
      if (at.account !== account.key) return;
      fireAll(({ space, changeRequest }) => space.id === at.space && changeRequest.number === at.number);
    }),
    onDidChangeOpenWith(() => changed(undefined)),
  );
  const checking = view.onDidChangeCheckboxState((change) => {
    changeRows.check(change.items).catch((error: unknown) => edge.explain('docsPlatform.changeRequests', error));
  });

  function noted(error: unknown): undefined {
    edge.note('Change requests', error);
    return undefined;
  }

  function fireOf(spaceId: string, id: string | undefined): readonly ChangeRequestRow[] {
    return fireAll(({ space, changeRequest }) => space.id === spaceId && changeRequest.id === id);
  }

  function fireAll(isMeant: (row: ChangeRequestRow) => boolean): readonly ChangeRequestRow[] {
    const meant = [...held.values()].filter((row) => row.kind === 'changeRequest').filter(isMeant);
    for (const row of meant) changed(row);
    return meant;
  }

  /** Undefined if another account is shown in the meantime. */
  async function openStore(): Promise<ChangeRequests | undefined> {
    const store = await stores(account).changeRequests();
    return isShown() ? followed.use(store) : undefined;
  }

  async function below(parent: ChangeRequestPlace | undefined): Promise<Row[]> {
    const store = await openStore();
    if (!store) return [];
    const [children, open] = await Promise.all([store.children(parent), parent ? [] : edited.rows(), items.load()]);
    attention.notify();
    return [...open, ...rowsOf(parent, children, store.cachedChildren(waitingPlace)?.total)];
  }

  /** The changes, pages, comments and reviews of a change request. Reviews that can't be fetched don't hide the rest. */
  async function insideOf(row: ChangeRequestRow): Promise<Row[]> {
    const store = followed.cached ?? (await stores(account).changeRequests());
    const at = { account, space: row.space.id, changeRequest: row.changeRequest };
    const [changes, reviews, isTaken] = await Promise.all([
      changeRows.childrenOf(at),
      store.reviews(row).catch(noted),
      takesPages(row).catch(noted),
    ]);
    // A server that doesn't report the changes doesn't report the pages either.
    const hasPages = isTaken === true && !changes.some(({ key }) => key === 'unsupported');
    return [
      ...changes.map((change) => placed(change, row, hasPages)),
      ...(hasPages ? [{ kind: 'pages', key: `${row.key}/pages`, parent: row, at } as const] : []),
      { kind: 'comments', key: `${row.key}/comments`, parent: row },
      ...(reviews ? [{ kind: 'reviews', key: `${row.key}/reviews`, parent: row } as const] : []),
    ];
  }

  async function takesPages(row: ChangeRequestRow): Promise<boolean> {
    const edits = await stores(account).edits();
    items.followUnsent(edits);
    return edits.isOffered() !== false && isWritable(row, await stores(account).currentUser());
  }

  return {
    async children(row) {
      if (row && isChangeRow(row)) return [];
      switch (row?.kind) {
        case undefined:
        case 'waiting':
        case 'status':
        case 'space':
          return below(row);
        case 'changeRequest':
          return insideOf(row);
        case 'pages':
          return topPages(stores, row);
        case 'page':
          return pagesBelow(row);
        case 'reviews': {
          const store = followed.cached;
          const currentUserId = await stores(account)
            .currentUser()
            .then((user) => user.load())
            .catch(noted);
          return reviewRows(row, store?.cachedReviews(row.parent), currentUserId);
        }
        default:
          return [];
      }
    },
    failed(parent, error) {
      const text = sentenceOf(error);
      if (parent?.kind === 'pages') {
        return placed({ kind: 'changesNote', key: 'failed', at: parent.at, text, failed: true }, parent, false);
      }
      const place = parent && isPlaceRow(parent) ? parent : undefined;
      return { kind: 'note', key: `${place?.key ?? ''}/note`, parent: place, why: 'failed', text };
    },
    item: (row) => items.itemOf(row),
    tooltip: async (row, signal) => items.tooltipOf(row, signal),
    // This also refreshes the badge, which VS Code doesn't request while the view is hidden.
    async retry() {
      await followed.cached?.retry();
      if (followed.cached) await attention.count();
    },
    count: async () => attention.count(),
    dispose() {
      followed.dispose();
      items.dispose();
      edited.dispose();
      attention.dispose();
      following.dispose();
      checking.dispose();
    },
  };
}

function placed(row: ChangeRow, parent: PlacedChangeRow['parent'], mayEdit: boolean): PlacedChangeRow {
  return { ...row, key: `${parent.key}/${row.key}`, parent, mayEdit };
}

/** `waiting` is how many are listed under “needs attention”. */
function rowsOf(
  parent: ChangeRequestPlace | undefined,
  children: ChangeRequestChildren,
  waiting: number | undefined,
): Row[] {
  const key = parent?.key ?? '';
  const rows: Row[] = [...children.places];
  const note = (why: 'empty' | 'incomplete' | 'anonymous', text: string): void =>
    void rows.push({ kind: 'note', key: `${key}/${why}`, parent, why, text });
  if (children.hasMore) rows.push({ kind: 'more', key: `${key}/more`, parent });
  if (children.incomplete) note('incomplete', wordsOf(children.incomplete));
  if (children.isAnonymous) note('anonymous', vscode.l10n.t('Choose your user to see what needs your attention'));
  if (rows.length === 0) note('empty', emptyText(parent, children.above ?? waiting ?? 0));
  return rows;
}

/** `elsewhere` is how many are listed under “needs attention”. */
function emptyText(parent: ChangeRequestPlace | undefined, elsewhere: number): string {
  switch (parent?.kind) {
    case 'waiting':
      return elsewhere > 0
        ? vscode.l10n.t('Nothing that matches the filter needs your attention.')
        : vscode.l10n.t('Nothing needs your attention.');
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

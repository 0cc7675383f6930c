import type * as vscode from 'vscode';
import type { ChangeRequests } from '../../../store/changeRequests/changeRequests.ts';
import type { ChangeRequestEdits } from '../../../store/editing/edits.ts';
import { oncePerTurn } from '../../ground/services/oncePerTurn.ts';
import type { Uses } from '../../ground/services/services.ts';
import type { TreeHost } from '../../ground/trees/create.ts';
import { fullTooltip, itemOf as ownItem } from './items.ts';
import type { EditedRows } from './editedRows.ts';
import type { PendingCounts } from './pendingCounts.ts';
import type { ChangeRows } from '../../ground/changeRequests/changeRows.ts';
import { contextValueOf } from '../../ground/changeRequests/contextValue.ts';
import { followConflicts } from '../../ground/changeRequests/followConflicts.ts';
import {
  isChangeRow,
  isPlaceRow,
  type ChangeRequestRow,
  type OwnRow,
  type Row,
} from '../../ground/changeRequests/rows.ts';
import { spaceMark } from './spaceMark.ts';
import { createUnsentMarks, markUnsent } from './unsentMarks.ts';

/**
 * The items of rows, with conflicts, reviews and unsent text of their change requests. When one of those changes, the
 * rows are requested again.
 */
export interface Items extends vscode.Disposable {
  itemOf(row: Row): vscode.TreeItem;
  tooltipOf(row: Row, signal: AbortSignal): Promise<vscode.MarkdownString | undefined>;
  /** Loads which pages are in conflict. */
  load(): Promise<void>;
  /** Marks pages with unsent text. */
  followUnsent(edits: ChangeRequestEdits): void;
}

export function createItems(
  parts: TreeHost<Row> & Uses<'stores' | 'edge'> & { readonly changeRows: ChangeRows },
  known: {
    readonly store: () => ChangeRequests | undefined;
    readonly pending: () => PendingCounts | undefined;
    readonly edited: Pick<EditedRows, 'pagesOf'>;
    readonly noted: (error: unknown) => undefined;
  },
): Items {
  const { account, held, changed, stores, changeRows } = parts;
  const { noted } = known;
  /** Whether a page was shown as unsent. */
  const marked = new WeakMap<Row, boolean>();
  const unsent = createUnsentMarks(showUnsent);
  const cachedSpaces = oncePerTurn(
    () =>
      new Map(
        known
          .store()
          ?.all()
          .map(({ space }) => [space.id, space]),
      ),
  );
  const conflicts = followConflicts(parts, (at) => {
    if (at.account.key !== account.key) return;
    for (const row of held.values()) {
      const isMeant = row.kind === 'changeRequest' && row.space.id === at.space;
      if (isMeant && row.changeRequest.number === at.number) changed(row);
    }
  });

  function isUnsent(row: Row): boolean {
    if (row.kind === 'page') return unsent.has(row.at, row.node.id, row.node.path);
    return row.kind === 'changedPage' && unsent.has(row.at, row.change.id, row.change.after?.path);
  }

  /** Updates the rows whose mark has changed. */
  function showUnsent(): void {
    for (const row of held.values()) {
      const isPage = row.kind === 'page' || row.kind === 'changedPage';
      if (isPage && isUnsent(row) !== (marked.get(row) ?? false)) changed(row);
    }
  }

  function itemOfOwn(row: OwnRow): vscode.TreeItem {
    const store = known.store();
    const children = isPlaceRow(row) && row.kind !== 'changeRequest' ? store?.cachedChildren(row) : undefined;
    const reviews = row.kind === 'reviews' ? store?.cachedReviews(row.parent) : undefined;
    const inConflict = row.kind === 'changeRequest' ? conflictsIn(row) : 0;
    const pending = row.kind === 'changeRequest' ? known.pending()?.of(row) : undefined;
    const mark = row.kind === 'changeRequest' ? markOf(row) : undefined;
    const pages = row.kind === 'changeRequest' ? known.edited.pagesOf(row) : undefined;
    const item = ownItem(row, { children, reviews, conflicts: inConflict, pending, pages, mark });
    const has = { reviews: store?.hasNoReviews !== true, conflicts: inConflict > 0, pending: pending !== undefined };
    item.contextValue ??= contextValueOf(row, has);
    return item;
  }

  /** There is no mark if all rows around it belong to the same space. */
  function markOf({ parent, space }: ChangeRequestRow): string | undefined {
    const store = known.store();
    const isBelowSpace = parent?.kind === 'space' || (parent?.kind === 'status' && parent.space !== undefined);
    const isOnlySpace = parent?.kind === 'status' && store?.arrangement.filter.space !== undefined;
    if (!store || isBelowSpace || isOnlySpace) return undefined;
    const spaces = cachedSpaces();
    return spaces.size > 1 ? spaceMark(space, spaces.values()) : undefined;
  }

  function conflictsIn({ space, changeRequest }: ChangeRequestRow): number {
    if (changeRequest.status === 'merged') return 0;
    return conflicts.cached(account.key, space.id, changeRequest.number).length;
  }

  async function pageCount(row: ChangeRequestRow, signal: AbortSignal): Promise<number | undefined> {
    const content = await stores(account).contents();
    content.learn(row.space.id, [row.changeRequest]);
    const { pages, isComparable } = await content.changes(row.space.id, row.changeRequest.number, { signal });
    return isComparable ? pages.length : undefined;
  }

  return {
    itemOf(row) {
      const item = isChangeRow(row) ? changeRows.itemOf(row) : itemOfOwn(row);
      if (row.kind === 'changedPage' && row.mayEdit) item.contextValue += ';edit';
      marked.set(row, isUnsent(row));
      if (marked.get(row)) markUnsent(item);
      return item;
    },
    async tooltipOf(row, signal) {
      const store = known.store();
      if (row.kind !== 'changeRequest' || !store) return undefined;
      const [reviews, pages, currentUserId] = await Promise.all([
        store.reviews(row, { signal }).catch(noted),
        pageCount(row, signal).catch(noted),
        stores(account)
          .currentUser()
          .then((user) => user.load({ signal }))
          .catch(noted),
      ]);
      return fullTooltip(row, { reviews, pages, currentUserId, pending: known.pending()?.of(row) });
    },
    load: async () => conflicts.load(account),
    followUnsent: (edits) => unsent.follow(edits),
    dispose() {
      conflicts.dispose();
      unsent.dispose();
    },
  };
}

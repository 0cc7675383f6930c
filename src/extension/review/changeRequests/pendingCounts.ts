import type * as vscode from 'vscode';
import { contextKeys } from '../../ground/contributions/contextKeys.ts';
import { setContext } from '../../ground/contributions/run.ts';
import { commentsKey, type CommentsPlace } from '../../../model/comments/place.ts';
import type { ChangeRequestAt } from '../../../store/changeRequests/changeRequests.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { Services } from '../../ground/services/services.ts';

/** The pending parts of the user's review of a change request. */
export interface PendingCounts extends vscode.Disposable {
  /** The number of comments: 0 if only a summary is pending, undefined if nothing is. */
  of(at: ChangeRequestAt): number | undefined;
}

/** Calls `onDidChange` for each change request whose count has changed. */
export function followPendingCounts(
  stores: Services['stores'],
  account: Account,
  parts: { readonly onDidChange: (place: CommentsPlace) => void; readonly note: (error: unknown) => void },
): PendingCounts {
  let counts = new Map<string, { readonly place: CommentsPlace; readonly count: number }>();
  let following: { dispose(): void } | undefined;
  let isOver = false;

  async function follow(): Promise<void> {
    const { drafts, reviews } = await stores(account).comments();
    if (isOver) return;
    const count = (): void => {
      const places = drafts.pending().map(({ target: { place } }) => [commentsKey(place), place] as const);
      const next = new Map(
        [...new Map(places)].map(([key, place]) => [key, { place, count: reviews.comments(place).length }]),
      );
      const before = counts;
      counts = next;
      for (const [key, { place }] of new Map([...before, ...next])) {
        if (before.get(key)?.count !== next.get(key)?.count) parts.onDidChange(place);
      }
      if (before.size > 0 !== next.size > 0) notify(next.size > 0);
    };
    following = drafts.onDidChange(count);
    await drafts.load();
    count();
  }

  follow().catch(parts.note);
  return {
    of: ({ space, changeRequest }) =>
      counts.get(commentsKey({ space: space.id, changeRequest: changeRequest.id }))?.count,
    dispose() {
      isOver = true;
      following?.dispose();
      if (counts.size > 0) notify(false);
    },
  };
}

function notify(isReviewing: boolean): void {
  void setContext(contextKeys.isReviewing, isReviewing);
}

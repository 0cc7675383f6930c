import * as vscode from 'vscode';
import type { CommentsChange } from '../../store/comments/threads.ts';
import { contextKeys } from '../ground/contributions/contextKeys.ts';
import { setContext } from '../ground/contributions/run.ts';
import type { Uses } from '../ground/services/services.ts';
import { openPageIn } from './shared/openPage.ts';
import type { Shown, ShownPages, ShownThreads } from './shownThreads.ts';

/** Updates open pages when their threads change. */
export interface ThreadChanges extends vscode.Disposable {
  /** Makes comment boxes offer to start a review or to add to it, depending on the active page. */
  reportReview(): void;
}

export function createThreadChanges(
  { stores }: Uses<'stores'>,
  documents: ShownPages,
  shown: ShownThreads,
): ThreadChanges {
  let review: string | undefined;

  function receive(account: string, { place, threads, sent }: CommentsChange): void {
    for (const known of documents.values()) {
      const { page } = known;
      if (page?.account.key !== account) continue;
      if (page.place.space !== place.space || page.place.changeRequest !== place.changeRequest) continue;
      if (sent) rename(known, sent);
      const isHere = threads.some((id) => known.placed.has(id) || page.comments.thread(id)?.page?.id === page.page);
      if (isHere) shown.show(known);
    }
  }

  /** Turns the pending thread into the one that was sent. */
  function rename({ placed }: Shown, { pending, thread }: NonNullable<CommentsChange['sent']>): void {
    const at = placed.get(pending);
    if (!at || placed.has(thread)) return;
    placed.delete(pending);
    placed.set(thread, { ...at, id: thread });
  }

  /**
   * Pending comments are drafts, which change with each typed letter: pages without pending comments need no update.
   */
  function followReviews(account: string): void {
    for (const known of documents.values()) {
      const { page } = known;
      if (page?.account.key !== account || page.place.changeRequest === undefined) continue;
      const print = JSON.stringify(page.threads.reviews.comments(page.place));
      if (print !== known.reviewed) shown.show(known);
      known.reviewed = print;
    }
    reportReview();
  }

  function reportReview(): void {
    // A comment box is an editor of its own. It belongs to the page that was active before.
    if (vscode.window.activeTextEditor?.document.uri.scheme === 'comment') return;
    const uri = openPageIn();
    const page = uri && documents.get(uri.toString())?.page;
    const isPending = page !== undefined && page.threads.reviews.comments(page.place).length > 0;
    const state = page?.place.changeRequest === undefined ? undefined : isPending ? 'pending' : 'none';
    if (state === review) return;
    review = state;
    void setContext(contextKeys.comments.review, state);
  }

  const following = vscode.Disposable.from(
    stores.onDidChange('comments', ({ key }, change) => receive(key, change)),
    stores.onDidChange('commentDrafts', ({ key }) => followReviews(key)),
  );
  return { reportReview, dispose: () => void following.dispose() };
}

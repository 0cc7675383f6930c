import { commentsKey, type CommentsPlace } from '../../model/comments/place.ts';
import { ApiError, mayHaveHappened, reasonFor } from '../../model/shared/failure.ts';
import type { SendingDrafts } from './createDrafts.ts';
import type { Attempt } from '../shared/makeOnce.ts';
import type { Draft, DraftTarget, Unsent } from './drafts.ts';

/** The verdict of a review, in the form in which it is sent. */
export interface Verdict {
  readonly status: 'approved' | 'changes-requested';
  /** Ids of the reviews that are already known: none of them is this one. */
  readonly before: readonly string[];
  /**
   * Sends the verdict once. The outcome of an `earlier` attempt is confirmed first; if it was applied, nothing is sent.
   */
  give(comment: string | undefined, earlier: Attempt | undefined): Promise<{ readonly isSent: boolean }>;
}

export interface Submitted {
  readonly sent: number;
  /** Comments that couldn't be sent. They stay pending, and the verdict isn't sent. */
  readonly failed: readonly { readonly draft: Draft; readonly error: unknown }[];
}

/** The comments that the user collects before submitting a review. They are drafts: nobody else sees them. */
export interface PendingReviews {
  /**
   * Pending comments of a place, or of all places, oldest first, without a disk access. Leaves out those that are being
   * sent.
   */
  comments(place?: CommentsPlace): readonly Draft[];
  /** Turns the draft of an input box into a pending comment or reply. */
  add(target: DraftTarget, text: string): Promise<void>;
  /** The draft target of the summary until the review is submitted. */
  summary(place: CommentsPlace): DraftTarget;
  /**
   * Sends the comments one after the other, then the verdict with the summary. Without a verdict, the summary is sent
   * as a comment. Each arrives once, even if the review is submitted again. Rejects if the verdict or the summary
   * fails.
   */
  submit(place: CommentsPlace, summary: string, verdict: Verdict | undefined): Promise<Submitted>;
  /** Discards the comments and the summary. */
  discard(place: CommentsPlace): Promise<void>;
}

export interface PendingReviewsContext {
  readonly drafts: SendingDrafts;
  readonly send: (target: DraftTarget, text: string) => Promise<unknown>;
  readonly now: () => number;
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
}

/** Ids of the summary's draft, and of the claim that is held while a review is submitted. */
const summaryId = 'summary';
const submitId = 'submit';

export function createPendingReviews({ drafts, send, now, serverNow }: PendingReviewsContext): PendingReviews {
  function comments(place?: CommentsPlace): readonly Draft[] {
    return drafts
      .pending()
      .filter(({ target }) => target.kind !== 'edit' && target.pending !== summaryId)
      .filter(({ target }) => !place || commentsKey(target.place) === commentsKey(place));
  }

  function summaryTarget(place: CommentsPlace): DraftTarget {
    return { kind: 'thread', place, pending: summaryId };
  }

  let added = 0;

  /** Ids sort by time, across windows too. */
  function nextId(): string {
    return `${String(now()).padStart(15, '0')}-${String(added++).padStart(6, '0')}-${crypto.randomUUID()}`;
  }

  async function give(
    place: CommentsPlace,
    summary: string,
    verdict: Verdict | undefined,
    hasWaited: boolean,
  ): Promise<void> {
    const target = summaryTarget(place);
    const draft = await drafts.get(target);
    if (!verdict) {
      // If this window waited and the draft is gone, the other window has sent it.
      if (summary.trim() !== '' && !(hasWaited && !draft)) await send(target, summary);
      return;
    }
    const fresh: Unsent = {
      reason: { code: 'windowClosed' },
      text: summary,
      at: now(),
      since: serverNow(),
      mayHaveArrived: true,
      before: verdict.before,
      resolve: false,
      verdict: verdict.status,
    };
    const stored = draft?.unsent;
    const isAgain = stored?.mayHaveArrived === true && stored.verdict === verdict.status;
    const earlier = isAgain ? stored : hasWaited && !draft ? fresh : undefined;
    const attempt = earlier ?? fresh;
    await drafts.begin(target, summary, attempt);
    let isSent: boolean;
    try {
      const comment = summary.trim() === '' ? undefined : summary.trim();
      ({ isSent } = await verdict.give(comment, earlier && { since: earlier.since, before: new Set(earlier.before) }));
    } catch (error) {
      const mayHaveArrived = earlier !== undefined || mayHaveHappened(error);
      if (mayHaveArrived || summary.trim() !== '')
        await drafts.fail(target, { ...attempt, reason: reasonFor(error), mayHaveArrived });
      else await drafts.discard(target);
      throw error;
    }
    // An earlier attempt has sent the verdict, with another summary.
    if (!isSent && summary.trim() !== '' && summary.trim() !== attempt.text.trim()) await send(target, summary);
    else await drafts.finish(target, summary);
  }

  return {
    comments,
    async add(target, text) {
      if (text.trim() === '') throw new ApiError('invalid', { code: 'nothingToAdd' });
      if (target.kind === 'edit') throw new ApiError('invalid', { code: 'editNotPending' });
      const pending = { ...target, pending: nextId() };
      await drafts.keep(pending, text);
      const own = await drafts.get(target);
      if (own?.text.trim() !== text.trim()) return;
      // Keeps the unknown outcome, so that it is confirmed before the comment is sent with the review.
      if (own.unsent?.mayHaveArrived) await drafts.fail(pending, own.unsent);
      await drafts.discard(target);
    },
    summary: summaryTarget,
    async submit(place, summary, verdict) {
      const claim = await drafts.claim({ kind: 'thread', place, pending: submitId });
      try {
        await drafts.load();
        const failed: { draft: Draft; error: unknown }[] = [];
        let sent = 0;
        for (const { target } of comments(place)) {
          // Another window may have sent or discarded it in the meantime.
          const draft = await drafts.get(target);
          if (!draft) continue;
          try {
            await send(target, draft.text);
            sent++;
          } catch (error) {
            failed.push({ draft, error });
          }
        }
        if (failed.length === 0) await give(place, summary, verdict, claim.hasWaited);
        return { sent, failed };
      } finally {
        await claim.release();
      }
    },
    async discard(place) {
      await drafts.load();
      for (const { target } of comments(place)) await drafts.discard(target);
      await drafts.discard(summaryTarget(place));
    },
  };
}

import { discussionKey, type DiscussionPlace } from '../../model/comments/place.ts';
import { ApiError, mayHaveHappened } from '../../model/shared/failure.ts';
import type { SendingDrafts } from './createDrafts.ts';
import type { Attempt } from '../shared/makeOnce.ts';
import type { Draft, DraftTarget, Unsent } from './drafts.ts';

/** The verdict of a review, as a change request takes it. */
export interface Verdict {
  readonly status: 'approved' | 'changes-requested';
  /** Ids of the reviews that are known already: none of them is this one. */
  readonly before: readonly string[];
  /** Gives it once; the outcome of an `earlier` attempt is looked up first, and nothing is sent when that has arrived. */
  give(comment: string | undefined, earlier: Attempt | undefined): Promise<{ readonly isSent: boolean }>;
}

export interface Submitted {
  readonly sent: number;
  /** They stay pending, and the verdict is not given. */
  readonly failed: readonly { readonly draft: Draft; readonly error: unknown }[];
}

/** The comments that the user collects before they submit a review. They are drafts: nobody else sees them. */
export interface PendingReviews {
  /** Oldest first, without reading; all of them without a place. Those that are being sent are not among them. */
  comments(place?: DiscussionPlace): readonly Draft[];
  /** Keeps a comment or reply pending, instead of the draft of its box. */
  add(target: DraftTarget, text: string): Promise<void>;
  /** What the summary is kept as until the review is submitted. */
  summary(place: DiscussionPlace): DraftTarget;
  /**
   * Sends the comments one after the other, then gives the verdict with the summary. Without a verdict the summary is sent as a
   * comment. Each arrives once, also when it is submitted again. Rejects when the verdict or the summary fails.
   */
  submit(place: DiscussionPlace, summary: string, verdict: Verdict | undefined): Promise<Submitted>;
  /** The comments and the summary. */
  discard(place: DiscussionPlace): Promise<void>;
}

export interface PendingReviewsParts {
  readonly drafts: SendingDrafts;
  readonly send: (target: DraftTarget, text: string) => Promise<unknown>;
  readonly now: () => number;
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
}

/** Ids of the summary, and of what is claimed while a review is submitted. */
const summaryId = 'summary';
const submitId = 'submit';

export function createPendingReviews({ drafts, send, now, serverNow }: PendingReviewsParts): PendingReviews {
  function comments(place?: DiscussionPlace): readonly Draft[] {
    return drafts
      .pending()
      .filter(({ target }) => target.kind !== 'edit' && target.pending !== summaryId)
      .filter(({ target }) => !place || discussionKey(target.place) === discussionKey(place));
  }

  function summaryTarget(place: DiscussionPlace): DraftTarget {
    return { kind: 'thread', place, pending: summaryId };
  }

  let added = 0;

  /** Ids sort by time, also those of several windows. */
  function nextId(): string {
    return `${String(now()).padStart(15, '0')}-${String(added++).padStart(6, '0')}-${crypto.randomUUID()}`;
  }

  async function give(
    place: DiscussionPlace,
    summary: string,
    verdict: Verdict | undefined,
    hasWaited: boolean,
  ): Promise<void> {
    const target = summaryTarget(place);
    const draft = await drafts.get(target);
    if (!verdict) {
      // Whoever waited finds no draft of what the other window has sent.
      if (summary.trim() !== '' && !(hasWaited && !draft)) await send(target, summary);
      return;
    }
    const fresh: Unsent = {
      reason: '',
      text: summary,
      at: now(),
      since: serverNow(),
      mayHaveArrived: true,
      before: verdict.before,
      resolve: false,
      verdict: verdict.status,
    };
    const kept = draft?.unsent;
    const isAgain = kept?.mayHaveArrived === true && kept.verdict === verdict.status;
    const earlier = isAgain ? kept : hasWaited && !draft ? fresh : undefined;
    const attempt = earlier ?? fresh;
    await drafts.begin(target, summary, attempt);
    let isSent: boolean;
    try {
      const comment = summary.trim() === '' ? undefined : summary.trim();
      ({ isSent } = await verdict.give(comment, earlier && { since: earlier.since, before: new Set(earlier.before) }));
    } catch (error) {
      const mayHaveArrived = earlier !== undefined || mayHaveHappened(error);
      const reason = error instanceof Error ? error.message : String(error);
      if (mayHaveArrived || summary.trim() !== '') await drafts.fail(target, { ...attempt, reason, mayHaveArrived });
      else await drafts.discard(target);
      throw error;
    }
    // The earlier verdict has arrived with another summary.
    if (!isSent && summary.trim() !== '' && summary.trim() !== attempt.text.trim()) await send(target, summary);
    else await drafts.finish(target, summary);
  }

  return {
    comments,
    async add(target, text) {
      if (text.trim() === '')
        throw new ApiError('invalid', 'Write something first: there is nothing to add to the review.');
      if (target.kind === 'edit')
        throw new ApiError('invalid', 'A change of a comment cannot wait for a review. Save it at once.');
      const pending = { ...target, pending: nextId() };
      await drafts.keep(pending, text);
      const own = await drafts.get(target);
      if (own?.text.trim() !== text.trim()) return;
      // Then it is looked up before it is sent with the review.
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
          // Another window may have sent or discarded it meanwhile.
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

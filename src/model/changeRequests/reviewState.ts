import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { Review } from '../../contract/changeRequests/changeRequestReviews.ts';

/** The result of a change request's reviews, from its author's view. */
export type Verdict = 'approved' | 'changes-requested' | undefined;

/** The last review of each reviewer, in chronological order; `reviews` is ordered oldest first. */
export function lastReviews(reviews: readonly Review[]): Review[] {
  const byReviewer = new Map<string, Review>();
  for (const review of reviews) {
    const reviewer = review.reviewer?.id ?? review.id;
    byReviewer.delete(reviewer);
    byReviewer.set(reviewer, review);
  }
  return [...byReviewer.values()];
}

/**
 * `changes-requested` as long as someone requests changes, else `approved` as soon as someone approves. Reviews of an
 * older revision don't count.
 */
export function verdictOf(reviews: readonly Review[], revision: string): Verdict {
  const present = lastReviews(reviews).filter((review) => isPresent(review, revision));
  if (present.some(({ status }) => status === 'changes-requested')) return 'changes-requested';
  return present.some(({ status }) => status === 'approved') ? 'approved' : undefined;
}

/** Whether someone has reviewed the current revision. */
function hasReviewed(user: string, reviews: readonly Review[], revision: string): boolean {
  return reviews.some((review) => review.reviewer?.id === user && isPresent(review, revision));
}

/** Whether a review is requested from someone who hasn't reviewed the current revision. */
export function needsReviewOf(
  user: string | undefined,
  {
    reviews,
    requested,
  }: {
    readonly reviews: readonly Review[];
    readonly requested: readonly { readonly user?: { readonly id: string } | null | undefined }[] | undefined;
  },
  revision: string,
): boolean {
  if (user === undefined || !requested?.some((each) => each.user?.id === user)) return false;
  return !hasReviewed(user, reviews, revision);
}

/** Whether it is still undecided: neither merged nor archived. */
export function isPending({ status }: ChangeRequest): boolean {
  return status === 'open' || status === 'draft';
}

function isPresent(review: Review, revision: string): boolean {
  return review.outdated === undefined || review.outdated === null
    ? review.revision === undefined || review.revision === revision
    : !review.outdated;
}

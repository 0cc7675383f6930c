import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { Review } from '../../contract/changeRequests/changeRequestReviews.ts';

/** What the reviews of a change request amount to, as its author sees it. */
export type Verdict = 'approved' | 'changes-requested' | undefined;

/** The last review of each reviewer, in the order in which they were given; reviews come oldest first. */
export function lastReviews(reviews: readonly Review[]): Review[] {
  const byReviewer = new Map<string, Review>();
  for (const review of reviews) {
    const reviewer = review.reviewer?.id ?? review.id;
    byReviewer.delete(reviewer);
    byReviewer.set(reviewer, review);
  }
  return [...byReviewer.values()];
}

/** Sent back as long as somebody asks for changes, else approved as soon as somebody does; reviews of an older revision do not count. */
export function verdictOf(reviews: readonly Review[], revision: string): Verdict {
  const present = lastReviews(reviews).filter((review) => isPresent(review, revision));
  if (present.some(({ status }) => status === 'changes-requested')) return 'changes-requested';
  return present.some(({ status }) => status === 'approved') ? 'approved' : undefined;
}

/** Whether somebody has reviewed what the change request says now. */
function hasReviewed(user: string, reviews: readonly Review[], revision: string): boolean {
  return reviews.some((review) => review.reviewer?.id === user && isPresent(review, revision));
}

/** Whether a review is requested of somebody who has not reviewed what the change request says now. */
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

/** Still to be decided: neither merged nor put away. */
export function isPending({ status }: ChangeRequest): boolean {
  return status === 'open' || status === 'draft';
}

function isPresent(review: Review, revision: string): boolean {
  return review.outdated === undefined || review.outdated === null
    ? review.revision === undefined || review.revision === revision
    : !review.outdated;
}

import type { ReviewState } from '../../../store/changeRequests/changeRequests.ts';
import type { ReviewRow, ReviewsRow } from '../../ground/changeRequests/rows.ts';
import { awaited } from '../../ground/changeRequests/awaitedReviews.ts';

/** The submitted reviews, then the requested ones. */
export function reviewRows(
  parent: ReviewsRow,
  state: ReviewState | undefined,
  currentUserId: string | undefined,
): ReviewRow[] {
  if (!state) return [];
  const given = state.reviews.map((review) => ({
    review,
    requested: undefined,
    id: review.reviewer?.id ?? review.id,
  }));
  const asked = awaited(state).map((requested) => ({ review: undefined, requested, id: requested.user?.id ?? '' }));
  // Several requests may have no user, or the same one: two rows with the same id would blank the view.
  const times = new Map<string, number>();
  return [...given, ...asked].map(({ id, ...rest }) => {
    const count = times.get(id) ?? 0;
    times.set(id, count + 1);
    return {
      kind: 'review',
      key: `${parent.key}/${id}${count === 0 ? '' : ` ${count}`}`,
      parent,
      currentUserId,
      ...rest,
    };
  });
}

import type { ReviewState } from '../../../store/changeRequests/changeRequests.ts';

/** Who was asked and has not answered. */
export function awaited(state: ReviewState): NonNullable<ReviewState['requested']>[number][] {
  const answered = new Set(state.reviews.map(({ reviewer }) => reviewer?.id));
  return (state.requested ?? []).filter(({ user }) => !answered.has(user?.id));
}

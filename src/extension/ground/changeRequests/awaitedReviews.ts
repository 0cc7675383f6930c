import type { ReviewState } from '../../../store/changeRequests/changeRequests.ts';

/** Requested reviewers who haven't reviewed yet. */
export function awaited(state: ReviewState): NonNullable<ReviewState['requested']>[number][] {
  const answered = new Set(state.reviews.map(({ reviewer }) => reviewer?.id));
  return (state.requested ?? []).filter(({ user }) => !answered.has(user?.id));
}

import type { Review } from '../../contract/changeRequests/changeRequestReviews.ts';
import type { Attempt, MakeOnce } from '../shared/makeOnce.ts';
import type { SendOnce } from '../shared/sendOnce.ts';
import { changeOnce, idsOf, lookUp, unlessFailed } from './changeOnce.ts';
import type { ChangeRequestAt, ChangeRequests, ReviewState } from './changeRequests.ts';
import { settle } from './fetching.ts';
import type { ChangeRequestsState } from './state.ts';

type ReviewActions = Pick<ChangeRequests, 'review' | 'requestReviewers' | 'withdrawReviewer'>;

export function createReviewActions(state: ChangeRequestsState, sendOnce: SendOnce, makeOnce: MakeOnce): ReviewActions {
  const { reviews, currentUser } = state;
  const api = state.api.changeRequestReviews;

  /** A change that shows in the reviews, which are cached afterwards. */
  async function change(
    at: ChangeRequestAt,
    send: () => Promise<unknown>,
    isDone: (state: ReviewState) => boolean,
  ): Promise<void> {
    await changeOnce(
      state,
      sendOnce,
      at,
      async () => {
        await send();
        await Promise.all([lookUp(state, at), unlessFailed(reviews.ask(at))]);
        return true;
      },
      async (present) => {
        const known = await unlessFailed(reviews.ask(present));
        return known && isDone(known) ? true : undefined;
      },
    );
  }

  /** Whether the user has given this review since the attempt. */
  function isOwn(review: Review, status: string, { before }: Attempt): boolean {
    const currentUserId = currentUser.cached();
    return (
      review.status === status &&
      review.reviewer?.id === currentUserId &&
      currentUserId !== undefined &&
      !before.has(review.id)
    );
  }

  return {
    async review(at, status, comment, earlier) {
      const body = { status, ...(comment !== undefined && { comment: { markdown: comment } }) };
      const before = (await unlessFailed(reviews.load(at)))?.reviews.map(({ id }) => id) ?? [];
      let isSent = false;
      try {
        await makeOnce<{ readonly id: string }>({
          key: JSON.stringify(['review', ...Object.values(idsOf(at)), status, comment]),
          cached: before,
          earlier,
          create() {
            isSent = true;
            return api.create({ ...idsOf(at), body });
          },
          find: async (attempt) =>
            (await reviews.ask(at))?.reviews.filter((review) => isOwn(review, status, attempt)) ?? [],
        });
        await unlessFailed(reviews.ask(at));
      } finally {
        await lookUp(state, at);
        await settle(state, at);
      }
      return { isSent };
    },

    requestReviewers: (at, users) =>
      change(
        at,
        () => api.requestReviewers({ ...idsOf(at), body: { users: [...users] } }),
        (known) => users.every((user) => isAsked(known, user)),
      ),

    withdrawReviewer: (at, user) =>
      change(
        at,
        () => api.removeRequestedReviewer({ ...idsOf(at), userId: user }),
        (known) => !isAsked(known, user),
      ),
  };
}

function isAsked({ requested }: ReviewState, user: string): boolean {
  return requested?.some((each) => each.user?.id === user) ?? false;
}

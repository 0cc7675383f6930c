import { LRUCache } from 'lru-cache';
import type { Api } from '../../client/api.ts';
import type { Review } from '../../contract/changeRequests/changeRequestReviews.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { failureOf, isKind, mayHaveHappened, type ApiError } from '../../model/shared/failure.ts';
import type { ChangeRequestAt, ChangeRequests, MergeOutcome, ReviewState, UpdateOutcome } from './changeRequests.ts';
import { createMakeOnce, mayComeOf, type Attempt } from '../shared/makeOnce.ts';

export interface ActParts {
  readonly api: Pick<Api, 'changeRequests' | 'changeRequestReviews'>;
  readonly now: () => number;
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
  readonly me: () => string | undefined;
  /** All that were heard of. */
  readonly all: () => Iterable<ChangeRequestAt>;
  /** Takes in a reply to an act. */
  readonly learn: (at: ChangeRequestAt) => ChangeRequestAt;
  /** Asks anew for a change request, and for what is known of its reviews. */
  readonly ask: (at: ChangeRequestAt) => Promise<ChangeRequestAt>;
  /** Its reviews, as known of its present revision, else asked for. */
  readonly reviews: (at: ChangeRequestAt) => Promise<ReviewState | undefined>;
  /** Asks anew for its reviews. */
  readonly askReviews: (at: ChangeRequestAt) => Promise<ReviewState | undefined>;
  /** An act is over, or failed: what else tells of the change request is asked anew. */
  readonly settle: (at: Pick<ChangeRequestAt, 'space'>) => Promise<void>;
}

type Acts = Pick<
  ChangeRequests,
  | 'create'
  | 'rename'
  | 'setStatus'
  | 'updateFromMain'
  | 'merge'
  | 'isOwnMove'
  | 'review'
  | 'requestReviewers'
  | 'withdrawReviewer'
>;

/**
 * What is done to change requests. None of it is sent twice: where the answer does not come, it is looked up what has happened.
 * However it ends, what is known of the change request is then as the platform has it.
 */
export function changeRequestActs(parts: ActParts): Acts {
  const { api, now, serverNow, me, all, learn, ask, reviews, askReviews, settle } = parts;
  const making = createMakeOnce({ now, serverNow });
  /** The status that each was last brought to here. */
  const ownMoves = new LRUCache<string, string>({ max: 100 });
  const idsOf = ({ space, changeRequest }: ChangeRequestAt) => ({
    spaceId: space.id,
    changeRequestId: changeRequest.id,
  });

  /** `isDone` tells by the state afterwards whether an act without an answer has happened. */
  async function act<Result>(
    at: ChangeRequestAt,
    send: () => Promise<Result>,
    isDone: (now: ChangeRequestAt) => Result | undefined | Promise<Result | undefined>,
  ): Promise<Result> {
    try {
      return await send();
    } catch (error) {
      const present = await lookedUp(at);
      const done = present && mayHaveHappened(error) ? await isDone(present) : undefined;
      if (done === undefined) throw error;
      return done;
    } finally {
      await settle(at);
    }
  }

  /** Whoever hears of the new status meanwhile, or later, can ask who moved it there. */
  async function moving<Result>(
    at: ChangeRequestAt,
    status: string,
    move: () => Promise<Result>,
    isMoved: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    const key = moveKey(at.space.id, at.changeRequest.id);
    ownMoves.set(key, status);
    let happened = false;
    try {
      const result = await move();
      happened = isMoved(result);
      return result;
    } finally {
      if (!happened) ownMoves.delete(key);
    }
  }

  /** As it is now; undefined when that cannot be told. */
  async function lookedUp(at: ChangeRequestAt): Promise<ChangeRequestAt | undefined> {
    return orNothing(ask(at));
  }

  async function patched(
    at: ChangeRequestAt,
    body: { subject?: string; status?: 'draft' | 'open' | 'archived' },
  ): Promise<ChangeRequestAt> {
    const isAsWanted = ({ changeRequest }: ChangeRequestAt) =>
      (body.subject ?? changeRequest.subject) === changeRequest.subject &&
      (body.status ?? changeRequest.status) === changeRequest.status;
    return act(
      at,
      async () => learn({ space: at.space, changeRequest: await api.changeRequests.update({ ...idsOf(at), body }) }),
      (present) => (isAsWanted(present) ? present : undefined),
    );
  }

  return {
    async create(space, { subject, agentTaskId }) {
      const body = { subject, ...(agentTaskId !== undefined && { agentTaskId }) };
      const before = [...all()].filter((each) => each.space.id === space.id).map((each) => each.changeRequest.id);
      try {
        const changeRequest = await making({
          key: JSON.stringify(['create', space.id, subject, agentTaskId]),
          known: before,
          create: () => api.changeRequests.create({ spaceId: space.id, body }),
          find: (attempt) => newest(space.id, subject, attempt),
        });
        return learn({ space, changeRequest });
      } finally {
        await settle({ space });
      }
    },

    rename: (at, subject) => patched(at, { subject }),
    setStatus: (at, status) => moving(at, status, () => patched(at, { status })),
    isOwnMove: (spaceId, changeRequestId, status) => ownMoves.get(moveKey(spaceId, changeRequestId)) === status,

    updateFromMain: (at) =>
      act<UpdateOutcome>(
        at,
        async () => {
          const { result } = await api.changeRequests.pull(idsOf(at));
          const hadConflicts = result === 'conflicts';
          return { ...((await lookedUp(at)) ?? plain(at)), result: hadConflicts ? 'conflicts' : 'update' };
        },
        (present) => {
          if (present.changeRequest.outdated) return undefined;
          return { ...present, result: at.changeRequest.outdated ? 'unconfirmed' : 'update' };
        },
      ),

    merge: (at) =>
      moving(
        at,
        'merged',
        () => merged(at),
        ({ kind }) => kind === 'merged',
      ),

    async review(at, status, comment, earlier) {
      const body = { status, ...(comment !== undefined && { comment: { markdown: comment } }) };
      const before = (await orNothing(reviews(at)))?.reviews.map(({ id }) => id) ?? [];
      let isSent = false;
      try {
        await making<{ readonly id: string }>({
          key: JSON.stringify(['review', ...Object.values(idsOf(at)), status, comment]),
          known: before,
          earlier,
          create() {
            isSent = true;
            return api.changeRequestReviews.create({ ...idsOf(at), body });
          },
          find: async (attempt) =>
            (await askReviews(at))?.reviews.filter((review) => isMine(review, status, attempt)) ?? [],
        });
        await orNothing(askReviews(at));
      } finally {
        await lookedUp(at);
        await settle(at);
      }
      return { isSent };
    },

    requestReviewers: (at, users) =>
      reviewing(
        at,
        () => api.changeRequestReviews.requestReviewers({ ...idsOf(at), body: { users: [...users] } }),
        (state) => users.every((user) => isAsked(state, user)),
      ),

    withdrawReviewer: (at, user) =>
      reviewing(
        at,
        () => api.changeRequestReviews.removeRequestedReviewer({ ...idsOf(at), userId: user }),
        (state) => !isAsked(state, user),
      ),
  };

  async function merged(at: ChangeRequestAt): Promise<MergeOutcome> {
    try {
      const { result } = await api.changeRequests.merge(idsOf(at));
      return { kind: 'merged', ...((await lookedUp(at)) ?? plain(at)), hadConflicts: result === 'conflicts' };
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      const present = await lookedUp(at);
      const outcome = outcomeOf(failure, at, present);
      if (!outcome) throw error;
      return outcome;
    } finally {
      await settle(at);
    }
  }

  /** An act whose effect is among the reviews, which are known afterwards. */
  async function reviewing(
    at: ChangeRequestAt,
    send: () => Promise<unknown>,
    isDone: (state: ReviewState) => boolean,
  ): Promise<void> {
    await act(
      at,
      async () => {
        await send();
        await Promise.all([lookedUp(at), reviewsLookedUp(at)]);
        return done;
      },
      async (present) => {
        const state = await reviewsLookedUp(present);
        return state && isDone(state) ? done : undefined;
      },
    );
  }

  async function reviewsLookedUp(at: ChangeRequestAt): Promise<ReviewState | undefined> {
    return orNothing(askReviews(at));
  }

  /** Those that I made since then, with this subject. */
  async function newest(spaceId: string, subject: string, attempt: Attempt): Promise<readonly ChangeRequest[]> {
    const { items } = await api.changeRequests.list({ spaceId, status: 'draft', limit: 20 });
    const isByOther = (user: string | undefined) => user !== undefined && me() !== undefined && user !== me();
    return items.filter(
      (each) => each.subject === subject && mayComeOf(attempt, each) && !isByOther(each.createdBy?.id),
    );
  }

  /** A review that I have given since then. */
  function isMine(review: Review, status: string, { before }: Attempt): boolean {
    return review.status === status && review.reviewer?.id === me() && me() !== undefined && !before.has(review.id);
  }

  async function orNothing<Result>(asked: Promise<Result>): Promise<Result | undefined> {
    try {
      return await asked;
    } catch (error) {
      if (failureOf(error) === undefined) throw error;
      return undefined;
    }
  }
}

const done = true;

function moveKey(spaceId: string, changeRequestId: string): string {
  return JSON.stringify([spaceId, changeRequestId]);
}

/** Without what a place of a tree knows besides. */
function plain({ space, changeRequest }: ChangeRequestAt): ChangeRequestAt {
  return { space, changeRequest };
}

function isAsked({ requested }: ReviewState, user: string): boolean {
  return requested?.some((each) => each.user?.id === user) ?? false;
}

/** What a merge that was not confirmed came to; undefined when the failure says it all. */
function outcomeOf(
  error: ApiError,
  at: ChangeRequestAt,
  present: ChangeRequestAt | undefined,
): MergeOutcome | undefined {
  if (mayHaveHappened(error)) {
    if (!present) return { kind: 'unknown', ...plain(at), error };
    if (present.changeRequest.status !== 'merged') return { kind: 'notMerged', ...present, error };
    return { kind: 'merged', ...present, hadConflicts: undefined };
  }
  const isOvertaken = present && present.changeRequest.status !== at.changeRequest.status;
  if (present && (isOvertaken || isKind(error, 'conflict'))) return { kind: 'overtaken', ...present, error };
  return undefined;
}

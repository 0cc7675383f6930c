import type { Api } from '../client/api.ts';
import type { ApiError } from '../client/errors.ts';
import type { Review } from '../contract/changeRequestReviews.ts';
import type { ChangeRequest } from '../contract/changeRequests.ts';
import type { ChangeRequestAt, ChangeRequests, MergeOutcome, ReviewState, UpdateOutcome } from './changeRequests.ts';
import { failureOf, isKind, reworded } from './failure.ts';

export interface ActParts {
  readonly api: Pick<Api, 'changeRequests' | 'changeRequestReviews'>;
  readonly now: () => number;
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
  'create' | 'rename' | 'setStatus' | 'updateFromMain' | 'merge' | 'review' | 'requestReviewers' | 'withdrawReviewer'
>;

/**
 * What is done to change requests. None of it is sent twice: where the answer does not come, it is looked up what has happened.
 * However it ends, what is known of the change request is then as the platform has it.
 */
export function changeRequestActs(parts: ActParts): Acts {
  const { api, now, me, all, learn, ask, reviews, askReviews, settle } = parts;
  /** Attempts without an answer, by what was sent: whoever sends the same again has it looked up first. */
  const unsure = new Map<string, Attempt>();
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
        const changeRequest = await once(
          ['create', space.id, subject, agentTaskId],
          before,
          () => api.changeRequests.create({ spaceId: space.id, body }),
          (attempt) => newest(space.id, subject, attempt),
        );
        return learn({ space, changeRequest });
      } finally {
        await settle({ space });
      }
    },

    rename: (at, subject) => patched(at, { subject }),
    setStatus: (at, status) => patched(at, { status }),

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

    async merge(at): Promise<MergeOutcome> {
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
    },

    async review(at, status, comment) {
      const body = { status, ...(comment !== undefined && { comment: { markdown: comment } }) };
      const before = (await orNothing(reviews(at)))?.reviews.map(({ id }) => id) ?? [];
      try {
        await once<unknown>(
          ['review', ...Object.values(idsOf(at)), status, comment],
          before,
          () => api.changeRequestReviews.create({ ...idsOf(at), body }),
          async (attempt) => (await askReviews(at))?.reviews.find((review) => isMine(review, status, attempt)),
        );
        await orNothing(askReviews(at));
      } finally {
        await lookedUp(at);
        await settle(at);
      }
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

  /** One that I made since then, with this subject. */
  async function newest(
    spaceId: string,
    subject: string,
    { before, since }: Attempt,
  ): Promise<ChangeRequest | undefined> {
    const { items } = await api.changeRequests.list({ spaceId, status: 'draft', limit: 20 });
    // Clocks differ by a little.
    const isNew = (time: string | null | undefined) => !time || Date.parse(time) >= since - 60_000;
    const isByOther = (user: string | undefined) => user !== undefined && me() !== undefined && user !== me();
    return items.find(
      (each) =>
        each.subject === subject && isNew(each.createdAt) && !before.has(each.id) && !isByOther(each.createdBy?.id),
    );
  }

  /** A review that I have given since then. */
  function isMine(review: Review, status: string, { before }: Attempt): boolean {
    return review.status === status && review.reviewer?.id === me() && me() !== undefined && !before.has(review.id);
  }

  /**
   * Sends what must not arrive twice. Where an answer does not come, `find` looks up what came of it; where that cannot be told
   * either, it is looked up before the same is sent again. `before` are ids of such things that were there already.
   */
  async function once<Result>(
    what: readonly unknown[],
    before: readonly string[],
    send: () => Promise<Result>,
    find: (attempt: Attempt) => Promise<Result | undefined>,
  ): Promise<Result> {
    const key = JSON.stringify(what);
    const earlier = unsure.get(key);
    const isRecent = earlier !== undefined && now() - earlier.since < aWhile;
    const attempt = isRecent ? earlier : { since: now(), before: new Set(before) };
    const lookUp = async (): Promise<Result | undefined> => {
      try {
        return await find(attempt);
      } catch (error) {
        const failure = failureOf(error);
        throw failure ? reworded(failure, `${untold} ${failure.message}`) : error;
      }
    };
    const arrived = isRecent ? await lookUp() : undefined;
    if (arrived !== undefined) {
      unsure.delete(key);
      return arrived;
    }
    try {
      const result = await send();
      unsure.delete(key);
      return result;
    } catch (error) {
      if (!mayHaveHappened(error)) throw error;
      unsure.set(key, attempt);
      const found = await lookUp();
      if (found === undefined) throw error;
      unsure.delete(key);
      return found;
    }
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

interface Attempt {
  /** In ms since the epoch. */
  readonly since: number;
  /** Ids of what was there before. */
  readonly before: ReadonlySet<string>;
}

/** How long what was sent may still arrive, in ms; the same again after that is meant to be another. */
const aWhile = 10 * 60_000;
const untold =
  'The connection broke, and whether it has arrived could not be looked up. Try again: that is looked up before anything is sent.';

const done = true;

/** Without what a place of a tree knows besides. */
function plain({ space, changeRequest }: ChangeRequestAt): ChangeRequestAt {
  return { space, changeRequest };
}

function isAsked({ requested }: ReviewState, user: string): boolean {
  return requested?.some((each) => each.user?.id === user) ?? false;
}

function mayHaveHappened(error: unknown): boolean {
  return failureOf(error)?.details.mayHaveHappened === true;
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

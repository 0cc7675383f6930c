import type { Api } from '../client/api.ts';
import type { ApiError } from '../client/errors.ts';
import type { ChangeRequest } from '../contract/changeRequests.ts';
import { hasReviewed } from '../model/reviewState.ts';
import type { ChangeRequestAt, ChangeRequests, MergeOutcome } from './changeRequests.ts';
import { failureOf, isKind } from './failure.ts';

export interface ActParts {
  readonly api: Pick<Api, 'changeRequests' | 'changeRequestReviews'>;
  readonly now: () => number;
  readonly me: () => string | undefined;
  /** Takes in a reply to an act. */
  readonly learn: (at: ChangeRequestAt) => ChangeRequestAt;
  /** Asks anew for a change request, and for what is known of its reviews. */
  readonly ask: (at: ChangeRequestAt) => Promise<ChangeRequestAt>;
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
  const { api, now, me, learn, ask, settle } = parts;
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
    try {
      return await ask(at);
    } catch (error) {
      if (failureOf(error) === undefined) throw error;
      return undefined;
    }
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
      const start = now();
      const body = { subject, ...(agentTaskId !== undefined && { agentTaskId }) };
      try {
        return learn({ space, changeRequest: await api.changeRequests.create({ spaceId: space.id, body }) });
      } catch (error) {
        const made = mayHaveHappened(error) ? await newest(space.id, subject, start) : undefined;
        if (!made) throw error;
        return learn({ space, changeRequest: made });
      } finally {
        await settle({ space });
      }
    },

    rename: (at, subject) => patched(at, { subject }),
    setStatus: (at, status) => patched(at, { status }),

    updateFromMain: (at) =>
      act(
        at,
        async () => {
          const { result } = await api.changeRequests.pull(idsOf(at));
          const hadConflicts = result === 'conflicts';
          return { ...((await lookedUp(at)) ?? at), result: hadConflicts ? 'conflicts' : 'update' };
        },
        (present) => (present.changeRequest.outdated ? undefined : { ...present, result: 'update' }),
      ),

    async merge(at): Promise<MergeOutcome> {
      try {
        const { result } = await api.changeRequests.merge(idsOf(at));
        return { kind: 'merged', ...((await lookedUp(at)) ?? at), hadConflicts: result === 'conflicts' };
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

    review: (at, status, comment) =>
      act(
        at,
        async () => {
          const body = { status, ...(comment !== undefined && { comment: { markdown: comment } }) };
          await api.changeRequestReviews.create({ ...idsOf(at), body });
          await lookedUp(at);
          return done;
        },
        async () => {
          const { items } = await api.changeRequestReviews.list({ ...idsOf(at), limit: 1000 });
          const mine = items.filter((review) => review.status === status);
          return hasReviewed(me() ?? '', mine, at.changeRequest.revision) ? done : undefined;
        },
      ).then(() => undefined),

    requestReviewers: (at, users) =>
      act(
        at,
        async () => {
          await api.changeRequestReviews.requestReviewers({ ...idsOf(at), body: { users: [...users] } });
          await lookedUp(at);
          return done;
        },
        async () => {
          const asked = await requestedOf(at);
          return users.every((user) => asked.includes(user)) ? done : undefined;
        },
      ).then(() => undefined),

    withdrawReviewer: (at, user) =>
      act(
        at,
        async () => {
          await api.changeRequestReviews.removeRequestedReviewer({ ...idsOf(at), userId: user });
          await lookedUp(at);
          return done;
        },
        async () => ((await requestedOf(at)).includes(user) ? undefined : done),
      ).then(() => undefined),
  };

  async function requestedOf(at: ChangeRequestAt): Promise<(string | undefined)[]> {
    const { items } = await api.changeRequestReviews.requestedReviewers({ ...idsOf(at), limit: 1000 });
    return items.map(({ user }) => user?.id);
  }

  /** One that was made since then, with this subject. */
  async function newest(spaceId: string, subject: string, since: number): Promise<ChangeRequest | undefined> {
    const { items } = await api.changeRequests.list({ spaceId, status: 'draft', limit: 20 });
    // Clocks differ by a little.
    const isNew = (time: string | null | undefined) => !time || Date.parse(time) >= since - 60_000;
    return items.find((each) => each.subject === subject && isNew(each.createdAt));
  }
}

const done = true;

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
    if (!present) return { kind: 'unknown', ...at, error };
    if (present.changeRequest.status !== 'merged') return { kind: 'notMerged', ...present, error };
    return { kind: 'merged', ...present, hadConflicts: false };
  }
  const isOvertaken = present && present.changeRequest.status !== at.changeRequest.status;
  if (present && (isOvertaken || isKind(error, 'conflict'))) return { kind: 'overtaken', ...present, error };
  return undefined;
}

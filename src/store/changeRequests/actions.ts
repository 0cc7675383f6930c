import { LRUCache } from 'lru-cache';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { isKind, mayHaveHappened, type ApiError } from '../../model/shared/failure.ts';
import { createMakeOnce, mayComeOf, type Attempt, type Clocks } from '../shared/makeOnce.ts';
import { createSendOnce } from '../shared/sendOnce.ts';
import { changeOnce, idsOf, lookUp } from './changeOnce.ts';
import type { ChangeRequestAt, ChangeRequests, MergeOutcome, UpdateOutcome } from './changeRequests.ts';
import { settle } from './fetching.ts';
import { recordKey } from './records.ts';
import { createReviewActions } from './reviewActions.ts';
import type { ChangeRequestsState } from './state.ts';

type Actions = Pick<
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
 * The user's actions on change requests. Each is sent once, and afterwards the cached change request is up to date,
 * even if the action failed.
 */
export function createActions(state: ChangeRequestsState, serverNow: Clocks['serverNow']): Actions {
  const { now, records, turns, currentUser } = state;
  const api = state.api.changeRequests;
  const sendOnce = createSendOnce(now);
  const makeOnce = createMakeOnce({ now, serverNow }, sendOnce);
  /** The status that each change request was last set to here, by its key. */
  const ownMoves = new LRUCache<string, string>({ max: 100 });

  const learn = ({ space, changeRequest }: ChangeRequestAt) => records.learn(space, changeRequest, turns());

  /** Records the change before it is sent, so that listeners which learn of the new status can ask who set it. */
  async function moving<Result>(
    at: ChangeRequestAt,
    status: string,
    move: () => Promise<Result>,
    isMoved: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    const key = recordKey(at.space.id, at.changeRequest.id);
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

  function update(
    at: ChangeRequestAt,
    body: { subject?: string; status?: 'draft' | 'open' | 'archived' },
  ): Promise<ChangeRequestAt> {
    const isAsWanted = ({ changeRequest }: ChangeRequestAt) =>
      (body.subject ?? changeRequest.subject) === changeRequest.subject &&
      (body.status ?? changeRequest.status) === changeRequest.status;
    return changeOnce(
      state,
      sendOnce,
      at,
      async () => learn({ space: at.space, changeRequest: await api.update({ ...idsOf(at), body }) }),
      (present) => (isAsWanted(present) ? present : undefined),
    );
  }

  function merge(at: ChangeRequestAt): Promise<MergeOutcome> {
    return sendOnce<MergeOutcome>({
      async send() {
        const { result } = await api.merge(idsOf(at));
        return { kind: 'merged', ...((await lookUp(state, at)) ?? plain(at)), hadConflicts: result === 'conflicts' };
      },
      isWorthLook: () => true,
      look: async (_, failure) => failure && outcomeOf(failure, at, await lookUp(state, at)),
      settle: () => settle(state, at),
    });
  }

  /** Change requests with this subject that the user has created since the attempt. */
  async function newest(spaceId: string, subject: string, attempt: Attempt): Promise<readonly ChangeRequest[]> {
    const { items } = await api.list({ spaceId, status: 'draft', limit: 20 });
    const currentUserId = currentUser.cached();
    const isByOther = (user: string | undefined) =>
      user !== undefined && currentUserId !== undefined && user !== currentUserId;
    return items.filter(
      (each) => each.subject === subject && mayComeOf(attempt, each) && !isByOther(each.createdBy?.id),
    );
  }

  return {
    async create(space, { subject, agentTaskId }) {
      const body = { subject, ...(agentTaskId !== undefined && { agentTaskId }) };
      const before = [...records.all()].filter((each) => each.space.id === space.id);
      try {
        const changeRequest = await makeOnce({
          key: JSON.stringify(['create', space.id, subject, agentTaskId]),
          cached: before.map((each) => each.changeRequest.id),
          create: () => api.create({ spaceId: space.id, body }),
          find: (attempt) => newest(space.id, subject, attempt),
        });
        return learn({ space, changeRequest });
      } finally {
        await settle(state, { space });
      }
    },
    rename: (at, subject) => update(at, { subject }),
    setStatus: (at, status) => moving(at, status, () => update(at, { status })),
    isOwnMove: (spaceId, changeRequestId, status) => ownMoves.get(recordKey(spaceId, changeRequestId)) === status,
    updateFromMain: (at) =>
      changeOnce<UpdateOutcome>(
        state,
        sendOnce,
        at,
        async () => {
          const { result } = await api.pull(idsOf(at));
          const hadConflicts = result === 'conflicts';
          return { ...((await lookUp(state, at)) ?? plain(at)), result: hadConflicts ? 'conflicts' : 'update' };
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
        () => merge(at),
        ({ kind }) => kind === 'merged',
      ),
    ...createReviewActions(state, sendOnce, makeOnce),
  };
}

/** Without the additional fields of a tree place. */
function plain({ space, changeRequest }: ChangeRequestAt): ChangeRequestAt {
  return { space, changeRequest };
}

/** The outcome of a merge that wasn't confirmed; undefined if the failure says it all. */
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

import { failureOf, mayHaveHappened } from '../../model/shared/failure.ts';
import type { SendOnce } from '../shared/sendOnce.ts';
import type { ChangeRequestAt } from './changeRequests.ts';
import { ask, settle } from './fetching.ts';
import type { ChangeRequestsState } from './state.ts';

/**
 * Sends a change once. `isDone` tells from the state afterwards whether a request without an answer was applied.
 * Afterwards the change request is cached as the server has it, even if the change failed.
 */
export function changeOnce<Result>(
  state: ChangeRequestsState,
  sendOnce: SendOnce,
  at: ChangeRequestAt,
  send: () => Promise<Result>,
  isDone: (present: ChangeRequestAt) => Result | undefined | Promise<Result | undefined>,
): Promise<Result> {
  return sendOnce<Result>({
    send,
    isWorthLook: () => true,
    async look(_, failure) {
      const present = await ask(state, at.space.id, at.changeRequest.id);
      return mayHaveHappened(failure) ? isDone(present) : undefined;
    },
    settle: () => settle(state, at),
  });
}

/** The current change request; undefined if it can't be fetched. */
export function lookUp(state: ChangeRequestsState, at: ChangeRequestAt): Promise<ChangeRequestAt | undefined> {
  return unlessFailed(ask(state, at.space.id, at.changeRequest.id));
}

export async function unlessFailed<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
    return undefined;
  }
}

export function idsOf({ space, changeRequest }: ChangeRequestAt): { spaceId: string; changeRequestId: string } {
  return { spaceId: space.id, changeRequestId: changeRequest.id };
}

import { ReasonedError } from '../model/shared/failure.ts';
import { createFind } from '../store/find/createFind.ts';
import type { Find, FindInThread } from '../store/find/find.ts';
import type { FindContext } from '../store/find/state.ts';
import { runInWorker, TaskEnded, workerFile } from '../workers/runInWorker.ts';
import type { FindInThreadTask } from './pageWorker.ts';

/** Limit for the pages of a task, in ms, with the wait for a turn. Only a regular expression that backtracks takes long. */
const enough = 5000;

const file = workerFile('pageWorker', './pageWorker.ts', import.meta.url);

/** Runs a task in another thread, which ends at the deadline. Rejects with an error for the user then. */
const inThread: FindInThread = async (find, task, signal) => {
  try {
    return await runInWorker(file, { find, task } satisfies FindInThreadTask, {
      kind: 'short',
      deadline: enough,
      signal,
    });
  } catch (error) {
    throw error instanceof TaskEnded ? new ReasonedError({ code: 'findTooSlow', limit: enough / 1000 }) : error;
  }
};

export function findIn(context: Omit<FindContext, 'inThread'>): Find {
  return createFind({ ...context, inThread });
}

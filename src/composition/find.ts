import { ReasonedError } from '../model/shared/failure.ts';
import { createFind } from '../store/find/createFind.ts';
import type { Find, FindInThread } from '../store/find/find.ts';
import type { FindContext } from '../store/find/state.ts';
import { runInWorker, TaskEnded, workerFile } from '../workers/runInWorker.ts';
import type { FindInThreadTask } from './pageWorker.ts';

/** Limit for the pages of a task, in ms, with the wait for a turn. */
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
    if (!(error instanceof TaskEnded)) throw error;
    // Only a regular expression can be too slow by itself.
    const isSlow = error.reason !== 'busy' && 'query' in task && task.query.isRegex;
    throw new ReasonedError(isSlow ? { code: 'findTooSlow', limit: enough / 1000 } : { code: 'findStopped' });
  }
};

export function findIn(context: Omit<FindContext, 'inThread'>): Find {
  return createFind({ ...context, inThread });
}

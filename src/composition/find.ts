import { ReasonedError } from '../model/shared/failure.ts';
import { createFind } from '../store/find/createFind.ts';
import type { Find, FindInThread } from '../store/find/find.ts';
import type { FindContext } from '../store/find/state.ts';
import { runInWorker, TaskEnded, workerFile } from '../workers/runInWorker.ts';
import type { FindInThreadTask } from './pageWorker.ts';

/** Limits for the pages of a task, in ms, with the wait for a turn. Only a regular expression may never end. */
const enough = 5000;
const enoughWithoutRegex = 30_000;

const file = workerFile('pageWorker', './pageWorker.ts', import.meta.url);

/** Runs a task in another thread, which ends at the deadline. Rejects with an error for the user then. */
const inThread: FindInThread = async (find, task, signal) => {
  const isRegex = 'query' in task && task.query.isRegex;
  try {
    return await runInWorker(file, { find, task } satisfies FindInThreadTask, {
      kind: 'short',
      deadline: isRegex ? enough : enoughWithoutRegex,
      signal,
    });
  } catch (error) {
    if (!(error instanceof TaskEnded)) throw error;
    const isSlow = error.reason !== 'busy' && isRegex;
    throw new ReasonedError(isSlow ? { code: 'findTooSlow', limit: enough / 1000 } : { code: 'findStopped' });
  }
};

export function findIn(context: Omit<FindContext, 'inThread'>): Find {
  return createFind({ ...context, inThread });
}

import { ReasonedError } from '../model/shared/failure.ts';
import type { FindInThread } from '../store/find/find.ts';
import { runInWorker, TaskEnded, workerFile } from '../workers/runInWorker.ts';

/** Limit for the pages of a task, in ms, with the wait for a turn. Only a regular expression that backtracks takes long. */
const enough = 5000;

const file = workerFile('findWorker', './findWorker.ts', import.meta.url);

/** Finds in another thread, which ends at the deadline. Rejects with an error for the user then. */
export const findInThread: FindInThread = async (task, signal) => {
  try {
    return await runInWorker(file, task, { kind: 'short', deadline: enough, signal });
  } catch (error) {
    if (!(error instanceof TaskEnded)) throw error;
    throw new ReasonedError(
      error.reason === 'busy' ? { code: 'threadsBusy' } : { code: 'regexTooSlow', limit: enough / 1000 },
    );
  }
};

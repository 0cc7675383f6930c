import type { ComparedPage } from '../model/rendering/comparePages.ts';
import { runInWorker, TaskEnded, workerFile } from '../workers/runInWorker.ts';
import type { ComparingTask } from './comparingWorker.ts';

/** In ms, with the wait for a turn. */
const enough = 20_000;

const file = workerFile('comparingWorker', './comparingWorker.ts', import.meta.url);

/**
 * Renders and compares two versions of a page in another thread, so that VS Code stays responsive. Rejects with a
 * TaskEnded if all threads stay busy.
 */
export async function comparePages(task: ComparingTask, signal?: AbortSignal): Promise<ComparedPage> {
  try {
    return await runInWorker<ComparingTask, ComparedPage>(file, task, { kind: 'short', deadline: enough, signal });
  } catch (error) {
    if (error instanceof TaskEnded && error.reason !== 'busy') return { kind: 'tooLong' };
    throw error;
  }
}

import type { PageFacts } from '../model/checks/pageFacts.ts';
import type { LintRules } from '../model/checks/rules.ts';
import { isExpensiveToParse } from '../model/text/parsingCost.ts';
import { runInWorker, TaskEnded, workerFile } from '../workers/runInWorker.ts';
import type { CheckingTask } from './checkingWorker.ts';

/** In ms, with the wait for a turn. */
const enough = 10_000;

const file = workerFile('checkingWorker', './checkingWorker.ts', import.meta.url);

/**
 * Checks the text of a page in another thread, so that VS Code stays responsive. Undefined if that would take too long.
 * Rejects with a TaskEnded if all threads stay busy.
 */
export async function checkText(
  text: string,
  rules: LintRules | undefined,
  signal?: AbortSignal,
): Promise<PageFacts | undefined> {
  if (isExpensiveToParse(text)) return undefined;
  try {
    return await runInWorker<CheckingTask, PageFacts>(
      file,
      { text, rules },
      { kind: 'short', deadline: enough, signal },
    );
  } catch (error) {
    if (error instanceof TaskEnded && error.reason !== 'busy') return undefined;
    throw error;
  }
}

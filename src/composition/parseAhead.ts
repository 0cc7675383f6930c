import { keepParsed, textToParse, type Parse } from '../model/text/parsedAhead.ts';
import type { ParseTask } from './pageWorker.ts';
import { runInWorker, TaskEnded, workerFile } from '../workers/runInWorker.ts';

/** In ms. A text that `isExpensiveToParse` accepts takes about four seconds. */
const enough = 10_000;

const file = workerFile('pageWorker', './pageWorker.ts', import.meta.url);

/**
 * Parses a large page in another thread, so that VS Code stays responsive. `destinationsOf` and similar functions then
 * have the result. A page that misses the deadline is shown as plain Markdown. If no thread can be started, the page is
 * parsed where it is shown.
 */
export function createParseAhead(log: { warn(message: string): void }, deadline = enough) {
  return async (what: Parse, markdown: string): Promise<void> => {
    const text = textToParse(what, markdown);
    if (text === undefined) return;
    try {
      keepParsed(what, text, await runInWorker<ParseTask, unknown>(file, { what, text }, { deadline }));
    } catch (error) {
      if (error instanceof TaskEnded) {
        keepParsed(what, text, undefined);
        log.warn(
          `A page of ${text.length} characters has no ${what}: parsing it ${error.reason === 'time' ? 'takes too long' : 'needs too much memory'}`,
        );
      } else log.warn(`The ${what} of ${text.length} characters were not parsed in another thread: ${String(error)}`);
    }
  };
}

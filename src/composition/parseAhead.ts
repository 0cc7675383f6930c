import { keepParsed, textToParse, type Parse } from '../model/text/parsedAhead.ts';
import type { ParseTask } from './pageWorker.ts';
import { runInWorker, TaskEnded, workerFile } from '../workers/runInWorker.ts';

/** In ms, with the wait for a turn. A text that `isExpensiveToParse` accepts takes about four seconds. */
const enough = 10_000;

const file = workerFile('pageWorker', './pageWorker.ts', import.meta.url);

/**
 * Parses a large page in another thread, so that VS Code stays responsive. `destinationsOf` and similar functions then
 * have the result. A page that misses the deadline is shown as plain Markdown. If all threads stay
 * busy or none can be started, the page is parsed where it is shown, unless that takes too long.
 */
export function createParseAhead(log: { warn(message: string): void }, deadline = enough) {
  return async (what: Parse, markdown: string): Promise<void> => {
    const text = textToParse(what, markdown);
    if (text === undefined) return;
    try {
      keepParsed(what, text, await runInWorker<ParseTask, unknown>(file, { what, text }, { kind: 'short', deadline }));
    } catch (error) {
      if (error instanceof TaskEnded && error.reason !== 'busy') {
        keepParsed(what, text, undefined);
        log.warn(
          `A page of ${text.length} characters has no ${what}: parsing it ${error.reason === 'time' ? 'takes too long' : 'needs too much memory'}`,
        );
      } else {
        const why = error instanceof TaskEnded ? error.reason : String(error);
        log.warn(`The ${what} of ${text.length} characters were not parsed in another thread: ${why}`);
      }
    }
  };
}

import type { PageFacts, TextChecks } from '../model/checks/pageFacts.ts';
import { largeText } from '../model/text/parsedAhead.ts';
import { isExpensiveToParse } from '../model/text/parsingCost.ts';
import { runInWorker, TaskEnded, workerFile } from '../workers/runInWorker.ts';
import type { CheckingTask } from './checkingWorker.ts';

/** In ms, with the wait for a turn. */
const enough = 10_000;

const file = workerFile('checkingWorker', './checkingWorker.ts', import.meta.url);

/** Results by checks and text: while someone types, only one of the texts changes. */
const results = new Map<string, PageFacts>();
/** Limit of these results. Those of large texts aren't cached. */
const mostCached = 200;

/**
 * Checks the text of a page in another thread, so that VS Code stays responsive. Undefined if that would take too long.
 * Rejects with a TaskEnded if all threads stay busy.
 */
export async function checkText(
  text: string,
  checks: TextChecks,
  signal?: AbortSignal,
): Promise<PageFacts | undefined> {
  const key = `${JSON.stringify(checks)} ${text}`;
  const known = results.get(key);
  if (known) return known;
  if (isExpensiveToParse(text)) return undefined;
  try {
    const facts = await runInWorker<CheckingTask, PageFacts>(
      file,
      { text, checks },
      { kind: 'short', deadline: enough, signal },
    );
    if (text.length <= largeText) cache(key, facts);
    return facts;
  } catch (error) {
    if (error instanceof TaskEnded && error.reason !== 'busy') return undefined;
    throw error;
  }
}

function cache(key: string, facts: PageFacts): void {
  results.set(key, facts);
  for (const oldest of results.keys()) {
    if (results.size <= mostCached) break;
    results.delete(oldest);
  }
}

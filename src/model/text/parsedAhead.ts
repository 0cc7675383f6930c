import { isExpensiveToParse, laborInThread } from './parsingCost.ts';

/** What to parse of a page. */
export type Parse = 'destinations' | 'headings' | 'tags';

/** In characters. Parsing more takes 50 ms and longer, so it is done ahead of time in another thread. */
export const largeText = 50_000;

/** Limit of cached texts. */
const mostTexts = 16;
const results = new Map<string, unknown>();

/**
 * The result for a text without byte order mark: the one parsed ahead, else parsed now; `none` if that would take too
 * long.
 */
export function parsedOr<Result>(what: Parse, text: string, parse: (text: string) => Result, none: Result): Result {
  const key = keyOf(what, text);
  if (key !== undefined && results.has(key)) return (results.get(key) as Result | undefined) ?? none;
  return isExpensiveToParse(text) ? none : parse(text);
}

/** The text to parse ahead; undefined if that isn't needed. */
export function textToParse(what: Parse, markdown: string): string | undefined {
  const text = markdown.replace(/^\ufeff/, '');
  const key = keyOf(what, text);
  return key === undefined || results.has(key) || isExpensiveToParse(text, laborInThread) ? undefined : text;
}

/** Caches what was parsed ahead. Undefined means that it took too long, so that it isn't tried here. */
export function keepParsed(what: Parse, text: string, result: unknown): void {
  const key = keyOf(what, text);
  if (key === undefined) return;
  results.set(key, result);
  for (const oldest of results.keys()) {
    if (results.size <= mostTexts) break;
    results.delete(oldest);
  }
}

function keyOf(what: Parse, text: string): string | undefined {
  return text.length < largeText ? undefined : `${what} ${text}`;
}

import { isLaborious, laborInThread } from './parsingCost.ts';

/** What is parsed of a page. */
export type Parse = 'destinations' | 'headings' | 'tags';

/** In characters. To parse more takes 50 ms and longer, so it is done in another thread before it is needed here. */
export const largeText = 50_000;

/** Texts are kept until so many others have come. */
const mostTexts = 16;
const results = new Map<string, unknown>();

/** The result for a text, which has no byte order mark: as parsed ahead, else parsed now; `none` where that would take too long. */
export function parsedOr<Result>(what: Parse, text: string, parse: (text: string) => Result, none: Result): Result {
  const key = keyOf(what, text);
  if (key !== undefined && results.has(key)) return (results.get(key) as Result | undefined) ?? none;
  return isLaborious(text) ? none : parse(text);
}

/** The text as it is to be parsed ahead; undefined where there is no need. */
export function textToParse(what: Parse, markdown: string): string | undefined {
  const text = markdown.replace(/^\ufeff/, '');
  const key = keyOf(what, text);
  return key === undefined || results.has(key) || isLaborious(text, laborInThread) ? undefined : text;
}

/** Keeps what was parsed ahead; undefined when it took too long, so that it is not tried here. */
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

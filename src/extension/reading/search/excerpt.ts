import { beginningOf } from '../../../model/shared/trimmed.ts';

/**
 * How much is shown before the first match, and in total, in characters. A quick pick shows one line of about a
 * hundred.
 */
const before = 30;
const longest = 300;

/** What to look for: the whole query, then its words, the longest first. */
export function wordsOf(query: string): readonly string[] {
  const words = query.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [query.trim(), ...words.toSorted((one, other) => other.length - one.length)].map(folded);
}

/** The part of a text that contains the words, so that they are visible where there is room for only one line. */
export function excerptOf(text: string, words: readonly string[]): string {
  const plain = folded(text);
  const at = words.map((word) => (word === '' ? -1 : plain.indexOf(word))).find((place) => place >= 0) ?? 0;
  if (at <= before) return beginningOf(text, longest);
  const space = text.indexOf(' ', at - before);
  const start = space >= 0 && space < at ? space + 1 : at;
  return `…${beginningOf(text.slice(start), longest)}`;
}

function folded(text: string): string {
  return text.toLowerCase();
}

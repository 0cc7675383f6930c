import { completed, parsedDestinations } from '../text/destinations.ts';
import { isExpensiveToParse } from '../text/parsingCost.ts';
import type { Match } from './query.ts';

/** What a match is part of. `unclear` if the page would take too long to parse. */
export type MatchKind = 'text' | 'code' | 'link' | 'tag' | 'unclear';

/** What each of the matches, which are in order, is part of. */
export function kindsOf(markdown: string, matches: readonly Match[]): MatchKind[] {
  const isUnclear = isExpensiveToParse(markdown);
  const offset = markdown.startsWith('\ufeff') ? 1 : 0;
  const text = markdown.slice(offset);
  const parsed = isUnclear ? { addresses: [], code: [] } : parsedDestinations(text);
  const isCode = overlapping(parsed.code.map(({ start, end }) => ({ start: start + offset, end: end + offset })));
  const isLink = overlapping([...completed(text, parsed, offset), ...bareAddressesIn(markdown)]);
  const isTag = overlapping(tagsIn(markdown));
  return matches.map((match) => {
    if (isCode(match)) return 'code';
    if (isTag(match)) return 'tag';
    if (isLink(match)) return 'link';
    return isUnclear ? 'unclear' : 'text';
  });
}

/** Whether a match overlaps one of the ranges. All matches are asked for in order. */
function overlapping(ranges: readonly Match[]): (match: Match) => boolean {
  const sorted = ranges.toSorted((one, other) => one.start - other.start);
  let at = 0;
  return ({ start, end }) => {
    while ((sorted[at]?.end ?? Infinity) <= start) at += 1;
    return (sorted[at]?.start ?? Infinity) < end;
  };
}

/** Addresses in plain text, which readers see as links. */
function bareAddressesIn(text: string): Match[] {
  const address = /(?:(?:https?|ftp):\/\/|mailto:)[^\s<>"|\]\u3000-\u303f\uff00-\uffef]+/gi;
  return [...text.matchAll(address)].map(({ index, 0: found }) => ({
    start: index,
    end: index + insideBrackets(found),
  }));
}

/** The length up to a closing parenthesis that is opened before the text. */
function insideBrackets(text: string): number {
  let depth = 0;
  for (const { index, 0: bracket } of text.matchAll(/[()]/g)) {
    depth += bracket === '(' ? 1 : -1;
    if (depth < 0) return index;
  }
  return text.length;
}

/** Template tags by their appearance: also those that the server doesn't know. */
function tagsIn(text: string): Match[] {
  const tags: Match[] = [];
  let newline = -1;
  let close = -1;
  const after = (mark: string, from: number): number => {
    const at = text.indexOf(mark, from);
    return at < 0 ? Infinity : at;
  };
  for (let start = text.indexOf('{%'); start >= 0;) {
    if (newline < start) newline = after('\n', start);
    if (close < start + 2) close = after('%}', start + 2);
    if (close === Infinity) break;
    if (close < newline) tags.push({ start, end: close + 2 });
    start = text.indexOf('{%', close < newline ? close + 2 : newline);
  }
  return tags;
}

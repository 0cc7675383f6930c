import { destinationsOf, parsedDestinations } from '../text/destinations.ts';
import { isExpensiveToParse } from '../text/parsingCost.ts';
import type { Match } from './query.ts';

/** What a match is part of. `unclear` if the page would take too long to parse. */
export type MatchKind = 'text' | 'code' | 'link' | 'tag' | 'unclear';

/** What each of the matches, which are in order, is part of. */
export function kindsOf(markdown: string, matches: readonly Match[]): MatchKind[] {
  const isUnclear = isExpensiveToParse(markdown);
  const offset = markdown.startsWith('\ufeff') ? 1 : 0;
  const code = isUnclear ? [] : parsedDestinations(markdown.slice(offset)).code;
  const isCode = overlapping(code.map(({ start, end }) => ({ start: start + offset, end: end + offset })));
  const isLink = overlapping(destinationsOf(markdown));
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

import { linesOf, type FoundLine } from './lines.ts';
import { patternOf, type FindQuery, type Match } from './query.ts';
import { lineEndOf, withLineFeeds } from '../shared/lineEnds.ts';
import { searchable, type Searchable } from './searchable.ts';

/** A match and the text that replaces it. */
export interface Replaced extends Match {
  readonly by: string;
}

/** The first matches, at most `most`. Empty ones are left out, because there is nothing to select or replace. */
export function matchesIn(text: string, pattern: RegExp, most: number): Match[] {
  const read = searchable(text);
  return foundIn(read, pattern, most).map((match) => placeOf(match, read));
}

/**
 * The same with their replacements. In that of a regular expression, `$1`, `$<name>`, `$&`, `\n`, and `\t` are filled in.
 * Its lines end as those of the text do.
 */
export function replacementsIn(
  text: string,
  pattern: RegExp,
  { by, isRegex }: { readonly by: string; readonly isRegex: boolean },
  most: number,
): Replaced[] {
  const read = searchable(text);
  const lineEnd = lineEndOf(text);
  const own = withLineFeeds(by).replaceAll('\n', lineEnd);
  const partAt = ([start, end]: readonly [number, number]) => text.slice(read.offsetOf(start), read.offsetOf(end));
  return foundIn(read, isRegex ? new RegExp(pattern, `${pattern.flags}d`) : pattern, most).map((match) => ({
    ...placeOf(match, read),
    by: isRegex ? filledIn(own, match, lineEnd, partAt) : own,
  }));
}

function placeOf({ index, 0: found }: RegExpExecArray, { offsetOf }: Searchable): Match {
  return { start: offsetOf(index), end: offsetOf(index + found.length) };
}

/** Matches that would cut a character are left out, too. */
function foundIn({ text, isEdge }: Searchable, pattern: RegExp, most: number): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  while (found.length < most) {
    const match = pattern.exec(text);
    if (!match) break;
    const { index } = match;
    if (match[0] !== '' && isEdge(index) && isEdge(index + match[0].length)) found.push(match);
    // With the flag `u`, an index between the halves of a character would find the character again.
    else pattern.lastIndex = index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
  }
  return found;
}

const placeholder = /\$(?:\$|&|(\d{1,2})|<([^>]*)>)|\\(\\|(?:r\\)?n|t)/g;

function filledIn(
  by: string,
  { indices, groups }: RegExpExecArray,
  lineEnd: string,
  partAt: (place: [number, number]) => string,
): string {
  const placed = (place: [number, number] | undefined) => (place ? partAt(place) : '');
  const [whole, ...parts] = indices ?? [];
  return by.replace(placeholder, (written: string, digits?: string, name?: string, escaped?: string) => {
    if (escaped !== undefined) return { '\\': '\\', t: '\t' }[escaped] ?? lineEnd;
    if (written === '$$') return '$';
    if (written === '$&') return placed(whole);
    if (name !== undefined) return groups ? placed(indices?.groups?.[name]) : written;
    if (digits === undefined) return written;
    // `$12` is group 1 and a 2 if there are fewer than 12 groups.
    const group = [digits, digits.slice(0, 1)].find((each) => Number(each) >= 1 && Number(each) <= parts.length);
    return group === undefined ? written : placed(parts[Number(group) - 1]) + digits.slice(group.length);
  });
}

/** The text with these matches replaced. They are in order and don't overlap. */
export function withReplacements(text: string, replaced: readonly Replaced[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, by } of replaced) {
    result += text.slice(at, start) + by;
    at = end;
  }
  return result + text.slice(at);
}

/** Texts in which to find something. */
export interface FindTask {
  readonly query: FindQuery;
  readonly texts: readonly string[];
  /** Limit of matches in all texts together. */
  readonly most: number;
}

/** The matches of each text. */
export function findAll({ query, texts, most }: FindTask): FoundLine[][] {
  const pattern = patternOf(query);
  let left = most;
  return texts.map((text) => {
    const matches = left > 0 ? matchesIn(text, pattern, left) : [];
    left -= matches.length;
    return linesOf(text, matches);
  });
}

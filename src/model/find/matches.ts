import { linesOf, type FoundLine } from './lines.ts';
import { patternOf, type FindQuery, type Match } from './query.ts';

/** A match and the text that replaces it. */
export interface Replaced extends Match {
  readonly by: string;
}

/** The first matches, at most `most`. Empty ones are left out, because there is nothing to select or replace. */
export function matchesIn(text: string, pattern: RegExp, most: number): Match[] {
  return foundIn(text, pattern, most).map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
}

/** The same with their replacements. In that of a regular expression, `$1`, `$<name>`, `$&`, `\n`, and `\t` are filled in. */
export function replacementsIn(
  text: string,
  pattern: RegExp,
  { by, isRegex }: { readonly by: string; readonly isRegex: boolean },
  most: number,
): Replaced[] {
  return foundIn(text, pattern, most).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    by: isRegex ? filledIn(by, match) : by,
  }));
}

function foundIn(text: string, pattern: RegExp, most: number): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  while (found.length < most) {
    const match = pattern.exec(text);
    if (!match) break;
    if (match[0] !== '') found.push(match);
    // With the flag `u`, an index between the halves of a character would find the character again.
    else pattern.lastIndex += (text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1;
  }
  return found;
}

const placeholder = /\$(?:\$|&|(\d{1,2})|<([^>]*)>)|\\([\\nt])/g;

function filledIn(by: string, match: RegExpExecArray): string {
  return by.replace(placeholder, (whole: string, digits?: string, name?: string, escaped?: string) => {
    if (escaped !== undefined) return { n: '\n', t: '\t' }[escaped] ?? '\\';
    if (whole === '$$') return '$';
    if (whole === '$&') return match[0];
    if (name !== undefined) return match.groups ? (match.groups[name] ?? '') : whole;
    if (digits === undefined) return whole;
    // `$12` is group 1 and a 2 if there are fewer than 12 groups.
    const groups = match.length - 1;
    const group = [digits, digits.slice(0, 1)].find((each) => Number(each) >= 1 && Number(each) <= groups);
    return group === undefined ? whole : (match[Number(group)] ?? '') + digits.slice(group.length);
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

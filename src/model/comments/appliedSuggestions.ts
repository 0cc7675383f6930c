import { linesOf, type Suggestion } from './suggestions.ts';

/** Why a suggestion can't be applied. `overlapping` ones change lines that another one changes. */
export type Outdated = 'missing' | 'repeated' | 'overlapping';

export interface AppliedSuggestions {
  readonly text: string;
  /** By index of the given suggestions; undefined for those that were applied. */
  readonly outdated: readonly (Outdated | undefined)[];
}

/**
 * Applies suggestions to a text whose other lines stay byte for byte. The old lines of a suggestion must be there
 * exactly once. Of overlapping suggestions, only the first is applied.
 */
export function applySuggestions(text: string, suggestions: readonly Suggestion[]): AppliedSuggestions {
  const lines = linesIn(text);
  const placeOf = placerIn(lines.map(({ content }) => content));
  const taken: Taken[] = [];
  const isTaken = new Uint8Array(lines.length);
  const outdated = suggestions.map((suggestion): Outdated | undefined => {
    const start = placeOf(suggestion.oldLines);
    if (typeof start === 'string') return start;
    const end = start + suggestion.oldLines.length;
    if (isTaken.subarray(start, end).includes(1)) return 'overlapping';
    isTaken.fill(1, start, end);
    taken.push({ start, end, newLines: suggestion.newLines });
    return undefined;
  });
  return { text: replaced(lines, taken), outdated };
}

/** Whether the suggestion can't be applied to the text, and why. */
export function outdatedIn(text: string): (suggestion: Suggestion) => Outdated | undefined {
  const placeOf = placerIn(linesOf(text));
  return ({ oldLines }) => {
    const place = placeOf(oldLines);
    return typeof place === 'string' ? place : undefined;
  };
}

/**
 * The lines from `start` up to `end`, and as many of those around them as it takes to occur only once in the text.
 * Returns undefined if that takes more than ten on each side.
 */
export function uniqueStretch(
  lines: readonly string[],
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  const placeOf = placerIn(lines);
  for (let around = 0; around <= mostAround; around++) {
    const stretch = { start: Math.max(0, start - around), end: Math.min(lines.length, end + around) };
    if (typeof placeOf(lines.slice(stretch.start, stretch.end)) === 'number') return stretch;
  }
  return undefined;
}

const mostAround = 10;

interface Taken {
  readonly start: number;
  readonly end: number;
  readonly newLines: readonly string[];
}

interface Line {
  readonly content: string;
  /** Its line ending; empty for the last line. */
  readonly ending: string;
}

function linesIn(text: string): Line[] {
  const contents = linesOf(text);
  let at = 0;
  return contents.map((content) => {
    at += content.length;
    const ending = text[at] === undefined ? '' : text.startsWith('\r\n', at) ? '\r\n' : text[at]!;
    at += ending.length;
    return { content, ending };
  });
}

function replaced(lines: readonly Line[], taken: readonly Taken[]): string {
  const usual = lines[0]?.ending || '\n';
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, newLines } of taken.toSorted((one, other) => one.start - other.start)) {
    for (const { content, ending } of lines.slice(from, start)) parts.push(content, ending);
    const own = lines[start]?.ending || usual;
    const last = lines[end - 1]?.ending ?? '';
    // The text ends with the last line, so deleting it also deletes the line ending before.
    if (newLines.length === 0 && last === '') parts.pop();
    newLines.forEach((line, index) => parts.push(line, index < newLines.length - 1 ? own : last));
    from = end;
  }
  for (const { content, ending } of lines.slice(from)) parts.push(content, ending);
  return parts.join('');
}

/**
 * Finds where a stretch of lines occurs, or says why it has no place. Lines are compared as numbers, and each at most
 * twice, because repeated lines in hostile text would make a plain search take n² steps.
 */
function placerIn(lines: readonly string[]): (sought: readonly string[]) => number | 'missing' | 'repeated' {
  const numbers = new Map<string, number>();
  const text = lines.map((line) => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  });
  return (sought) => {
    const pattern = sought.map((line) => numbers.get(line) ?? -1);
    if (pattern.length === 0 || pattern.includes(-1)) return 'missing';
    const borders = bordersOf(pattern);
    let found: number | undefined;
    let matched = 0;
    for (const [at, number] of text.entries()) {
      while (matched > 0 && pattern[matched] !== number) matched = borders[matched - 1] ?? 0;
      if (pattern[matched] === number) matched++;
      if (matched < pattern.length) continue;
      if (found !== undefined) return 'repeated';
      found = at + 1 - pattern.length;
      matched = borders[matched - 1] ?? 0;
    }
    return found ?? 'missing';
  };
}

/** For each beginning of the pattern, the length of its longest proper beginning that is also its end. */
function bordersOf(pattern: readonly number[]): number[] {
  const borders = [0];
  let length = 0;
  for (let at = 1; at < pattern.length; at++) {
    while (length > 0 && pattern[at] !== pattern[length]) length = borders[length - 1] ?? 0;
    if (pattern[at] === pattern[length]) length++;
    borders.push(length);
  }
  return borders;
}

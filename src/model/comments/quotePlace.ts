import { beginningOf } from '../shared/trimmed.ts';

/** A range of a text, in UTF-16 units; `end` is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the quoted words of a comment in the page's Markdown. Ignores Markdown syntax, punctuation, case and white
 * space; some words may be missing, added or changed. Undefined if they aren't there.
 */
export function placeOf(quote: string, markdown: string): TextSpan | undefined {
  return placerIn(markdown)(quote);
}

/** `placeOf` for several quotes of one text, which is parsed once. */
export function placerIn(markdown: string): (quote: string) => TextSpan | undefined {
  let words: readonly Word[] | undefined;
  return (quote) => {
    words ??= wordsOf(masked(markdown));
    const sought = wordsOf(masked(quote.slice(0, longestSought)))
      .slice(0, mostWords)
      .map(({ text }) => text);
    if (sought.length === 0) return literally(quote.trim(), markdown);
    return exactly(sought, words) ?? nearly(sought, words);
  };
}

/** The quote of a comment: the selected words, else their lines, shortened so that it can be read at a glance. */
export function quoteOf(markdown: string): string {
  const text = beginningOf(markdown.trim(), longestQuote);
  return text.length < markdown.trim().length ? `${text.slice(0, text.lastIndexOf(' ') + 1).trim() || text}…` : text;
}

const longestQuote = 500;
/** In UTF-16 units: enough for the first words of a long quote. */
const longestSought = 4000;
/** For a long quote, these first words are enough to find it. */
const mostWords = 60;
/** Quotes with fewer words are only found exactly. */
const fewWords = 3;
/** The share of the words that has to be found, in order. */
const likeness = 0.6;

interface Word extends TextSpan {
  readonly text: string;
}

/** In scripts without spaces, each character counts as a word. */
const word = /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]&&\p{L}]|[\p{L}\p{N}\p{M}]+/gv;

function wordsOf(text: string): Word[] {
  return [...text.matchAll(word)].map((match) => ({
    text: match[0].normalize('NFKC').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Blanks markup whose words a reader doesn't see, so that offsets stay the same. */
function masked(markdown: string): string {
  return withoutMarkup(markdown)
    .replace(/(?<=\])\([^()\s]{0,2000}(?:\s+"[^"\n]{0,500}")?\)/g, blank)
    .replace(/&(?:#\w{1,8}|[a-zA-Z]{2,31});/g, blank);
}

function withoutMarkup(markdown: string): string {
  const markup = /<!--|\{%(?:[^%{\n]|%(?!\})|\{(?!%)){0,2000}%\}|<\/?[a-zA-Z][^<>\n]{0,2000}>/g;
  const lastEnd = markdown.lastIndexOf('-->');
  const parts: string[] = [];
  let from = 0;
  for (let match = markup.exec(markdown); match; match = markup.exec(markdown)) {
    const [whole] = match;
    if (whole === '<!--') {
      // A comment without an end isn't a comment.
      if (lastEnd < markup.lastIndex) continue;
      markup.lastIndex = markdown.indexOf('-->', markup.lastIndex) + '-->'.length;
    }
    parts.push(markdown.slice(from, match.index), blank(markdown.slice(match.index, markup.lastIndex)));
    from = markup.lastIndex;
  }
  return parts.join('') + markdown.slice(from);
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}

function literally(quote: string, markdown: string): TextSpan | undefined {
  const start = quote === '' ? -1 : markdown.indexOf(quote);
  return start < 0 ? undefined : { start, end: start + quote.length };
}

function exactly(sought: readonly string[], words: readonly Word[]): TextSpan | undefined {
  for (let at = 0; at + sought.length <= words.length; at++) {
    if (words[at]?.text !== sought[0]) continue;
    if (sought.every((text, index) => words[at + index]?.text === text)) return spanOf(words, at, at + sought.length);
  }
  return undefined;
}

/** The stretch of the text that contains most of the words in their order. */
function nearly(sought: readonly string[], words: readonly Word[]): TextSpan | undefined {
  if (sought.length < fewWords) return undefined;
  const width = Math.ceil(sought.length * 1.25) + 4;
  let best: { readonly common: number; readonly from: number; readonly to: number } | undefined;
  for (const at of likely(sought, words, width)) {
    const found = commonWords(sought, words, at, Math.min(words.length, at + width));
    if (found.common > (best?.common ?? 0)) best = found;
  }
  const isLike = best && best.common >= fewWords - 1 && best.common >= sought.length * likeness;
  return best && isLike ? spanOf(words, best.from, best.to) : undefined;
}

const mostCandidates = 8;

/** The starts of the stretches that contain the most of the words in any order. */
function likely(sought: readonly string[], words: readonly Word[], width: number): readonly number[] {
  const needed = countsOf(sought);
  const inside = new Map<string, number>();
  let common = 0;
  const candidates: { at: number; common: number }[] = [];
  for (let end = 0; end < words.length + width; end++) {
    const entering = words[end]?.text;
    if (entering !== undefined && needed.has(entering)) {
      const count = (inside.get(entering) ?? 0) + 1;
      inside.set(entering, count);
      if (count <= (needed.get(entering) ?? 0)) common += 1;
    }
    const leaving = words[end - width]?.text;
    if (leaving !== undefined && needed.has(leaving)) {
      const count = inside.get(leaving) ?? 0;
      inside.set(leaving, count - 1);
      if (count <= (needed.get(leaving) ?? 0)) common -= 1;
    }
    const at = Math.max(0, end - width + 1);
    if (common >= sought.length * likeness) keepCandidate(candidates, { at, common }, width);
  }
  return candidates.map(({ at }) => at);
}

/** Of overlapping stretches, only the best is kept. */
function keepCandidate(
  candidates: { at: number; common: number }[],
  candidate: { at: number; common: number },
  width: number,
): void {
  const last = candidates.at(-1);
  if (last && candidate.at - last.at < width / 2) {
    if (candidate.common > last.common) candidates[candidates.length - 1] = candidate;
    return;
  }
  candidates.push(candidate);
  if (candidates.length <= mostCandidates) return;
  const worst = candidates.reduce(
    (low, each, index) => (each.common < (candidates[low]?.common ?? 0) ? index : low),
    0,
  );
  candidates.splice(worst, 1);
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The longest common subsequence, and the stretch from its first to its last word. */
function commonWords(
  sought: readonly string[],
  words: readonly Word[],
  from: number,
  to: number,
): { readonly common: number; readonly from: number; readonly to: number } {
  const width = to - from;
  const table = Array.from({ length: sought.length + 1 }, () => new Uint16Array(width + 1));
  const at = (row: number, column: number) => table[row]?.[column] ?? 0;
  for (let row = sought.length - 1; row >= 0; row--) {
    for (let column = width - 1; column >= 0; column--) {
      const isSame = sought[row] === words[from + column]?.text;
      const value = isSame ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
      table[row]!.set([value], column);
    }
  }
  let first = -1;
  let last = -1;
  for (let row = 0, column = 0; row < sought.length && column < width;) {
    if (sought[row] === words[from + column]?.text) {
      if (first < 0) first = column;
      last = column;
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return { common: at(0, 0), from: from + Math.max(0, first), to: from + last + 1 };
}

function spanOf(words: readonly Word[], from: number, to: number): TextSpan {
  return { start: words[from]?.start ?? 0, end: words[to - 1]?.end ?? 0 };
}

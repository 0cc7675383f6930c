import { beginningOf } from '../shared/trimmed.ts';
import { deletedQuote } from './deletedQuote.ts';
import { gap, markedQuote, type MarkedQuote } from './markedQuote.ts';
import { masked, wordsOf, type TextSpan, type Word } from './quoteWords.ts';

export type { TextSpan };

/**
 * Finds the quoted words of a comment in the page's Markdown. Ignores Markdown syntax, punctuation, case and white
 * space; some words may be missing, added or changed. Undefined if they aren't there.
 */
export function placeOf(quote: string, markdown: string): TextSpan | undefined {
  return placerIn(markdown)(quote);
}

/**
 * `placeOf` for several quotes of one text, which is parsed once. Of a quote with words around the selected ones, the
 * place is that of the selected ones; of deleted words, it is what remains beside them.
 */
export function placerIn(markdown: string): (quote: string) => TextSpan | undefined {
  let words: readonly Word[] | undefined;
  return (given) => {
    words ??= wordsOf(masked(markdown));
    const quote = markdown.includes(given) ? given : (deletedQuote(given)?.beside ?? given);
    const marked = markedQuote(quote);
    // Words that are in bold in the page, too, are quoted with it.
    const parts = marked && !markdown.includes(quote) ? marked : { before: '', selected: quote, after: '' };
    return placed({ markdown, words }, parts, parts === marked);
  };
}

/** Lines as a quote, shortened so that it can be read at a glance. */
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

interface Page {
  readonly markdown: string;
  readonly words: readonly Word[];
}

/** Plain text, of which a part is selected. */
interface Sought {
  readonly plain: string;
  readonly from: number;
  readonly to: number;
  /** Whether the part is exact. */
  readonly isMarked: boolean;
}

/** The words of the page, by their index among the sought ones. */
type Match = ReadonlyMap<number, Word>;

function placed(page: Page, parts: MarkedQuote, isMarked: boolean): TextSpan | undefined {
  const whole = sought(parts, isMarked);
  const words = soughtWords(whole);
  if (words.length === 0) return literally(whole.plain.trim(), page.markdown);
  const exact = literalMatch(words, page, whole.plain.trim()) ?? exactly(words, page.words);
  if (exact) return selectedSpan(page, whole, words, exact);
  const { selected, before, after } = parts;
  const at = selected.indexOf(gap);
  if (at > 0) {
    const start = placed(page, { before, selected: selected.slice(0, at), after: '' }, isMarked);
    const end = sought({ before: '', selected: selected.slice(at + gap.length), after }, isMarked);
    if (start) return { start: start.start, end: endOf(page, end, start.end) ?? start.end };
  }
  const near = nearly(words, page.words);
  return near && selectedSpan(page, whole, words, near);
}

function sought({ before, selected, after }: MarkedQuote, isMarked: boolean): Sought {
  const plain = `${before}${selected}${after}`;
  return { plain, from: before.length, to: before.length + selected.length, isMarked };
}

function soughtWords({ plain }: Sought): Word[] {
  return wordsOf(masked(plain.slice(0, longestSought))).slice(0, mostWords);
}

/** The end of the selected part, which is behind a place. */
function endOf(page: Page, end: Sought, behind: number): number | undefined {
  const words = soughtWords(end);
  const match = exactly(
    words,
    page.words,
    page.words.findIndex(({ start }) => start >= behind),
  );
  return match && selectedSpan(page, end, words, match)?.end;
}

/** Where the selected part of a match is. Undefined if too few of its words are there. */
function selectedSpan(
  { markdown }: Page,
  { plain, from, to, isMarked }: Sought,
  words: readonly Word[],
  match: Match,
): TextSpan | undefined {
  const first = words.findIndex(({ end }) => end > from);
  const last = words.findLastIndex(({ start }) => start < to);
  if (first < 0 || first > last) {
    // Only punctuation is selected.
    const [start, end] = [match.get(last)?.end ?? 0, match.get(first)?.start ?? markdown.length];
    const at = markdown.slice(start, end).indexOf(plain.slice(from, to).trim());
    return at < 0 ? undefined : { start: start + at, end: start + at + plain.slice(from, to).trim().length };
  }
  const found = Array.from({ length: last - first + 1 }, (_, at) => match.get(first + at)).filter((each) => !!each);
  const [one, other] = [found[0], found.at(-1)];
  if (!one || !other || found.length < (last - first + 1) * likeness) return undefined;
  if (!isMarked) return { start: one.start, end: other.end };
  const start = one === match.get(first) ? startIn(markdown, one, words[first]!, plain, from) : one.start;
  const end = other === match.get(last) ? endIn(markdown, other, words[last]!, plain, to) : other.end;
  return { start, end };
}

/** Where a selection begins that begins in the word, or in the punctuation before it. */
function startIn(markdown: string, { start, end }: TextSpan, word: TextSpan, plain: string, from: number): number {
  if (from > word.start) return end - start === word.end - word.start ? start + from - word.start : start;
  const lead = plain.slice(from, word.start);
  return markdown.startsWith(lead, start - lead.length) ? start - lead.length : start;
}

function endIn(markdown: string, { start, end }: TextSpan, word: TextSpan, plain: string, to: number): number {
  if (to < word.end) return end - start === word.end - word.start ? start + to - word.start : end;
  const rest = plain.slice(word.end, to);
  return markdown.startsWith(rest, end) ? end + rest.length : end;
}

function literally(quote: string, markdown: string): TextSpan | undefined {
  const start = quote === '' ? -1 : markdown.indexOf(quote);
  return start < 0 ? undefined : { start, end: start + quote.length };
}

/** Whole lines before a part of a line, so that a heading isn't taken for the same words in a sentence. */
function literalMatch(sought: readonly Word[], { markdown, words }: Page, text: string): Match | undefined {
  let first: Match | undefined;
  for (let at = text === '' ? -1 : markdown.indexOf(text); at >= 0; at = markdown.indexOf(text, at + text.length)) {
    const match = matchAt(sought, words, firstFrom(words, at));
    if (!match || (match.get(0)?.start ?? 0) >= at + text.length) continue;
    const end = at + text.length;
    if ((at === 0 || markdown[at - 1] === '\n') && /^(?:\r?\n|$)/.test(markdown.slice(end, end + 2))) return match;
    first ??= match;
  }
  return first;
}

/** The index of the first word that begins there or later. */
function firstFrom(words: readonly Word[], start: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function exactly(sought: readonly Word[], words: readonly Word[], from = 0): Match | undefined {
  for (let at = from; at >= 0 && at + sought.length <= words.length; at++) {
    const match = matchAt(sought, words, at);
    if (match) return match;
  }
  return undefined;
}

function matchAt(sought: readonly Word[], words: readonly Word[], at: number): Match | undefined {
  const isThere = sought.every(({ text }, index) => words[at + index]?.text === text);
  return isThere ? new Map(sought.map((_, index) => [index, words[at + index]!])) : undefined;
}

/** The stretch of the text that contains most of the words in their order. */
function nearly(soughtWords: readonly Word[], words: readonly Word[]): Match | undefined {
  const sought = soughtWords.map(({ text }) => text);
  if (sought.length < fewWords) return undefined;
  const width = Math.ceil(sought.length * 1.25) + 4;
  let best: Match | undefined;
  for (const at of likely(sought, words, width)) {
    const found = commonWords(sought, words, at, Math.min(words.length, at + width));
    if (found.size > (best?.size ?? 0)) best = found;
  }
  const isLike = best && best.size >= fewWords - 1 && best.size >= sought.length * likeness;
  return isLike ? best : undefined;
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

/** The longest common subsequence. */
function commonWords(sought: readonly string[], words: readonly Word[], from: number, to: number): Match {
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
  const match = new Map<number, Word>();
  for (let row = 0, column = 0; row < sought.length && column < width;) {
    if (sought[row] === words[from + column]?.text) {
      match.set(row, words[from + column]!);
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return match;
}

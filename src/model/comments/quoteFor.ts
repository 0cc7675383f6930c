import { beginningOf } from '../shared/trimmed.ts';
import { gap, markedMarkdown, markedQuote } from './markedQuote.ts';
import { masked, wordsOf, type TextSpan, type Word } from './quoteWords.ts';

/**
 * The quote by which `placerIn` finds a part of a text again. If its words are few, or are elsewhere, too, the words
 * around it are quoted with it, which then is in bold. The middle of a long part is left out. A part without text is
 * widened to its lines.
 */
export function quoteFor(text: string, span: TextSpan): string {
  const shown = masked(text);
  const words = wordsOf(shown);
  const part = partAt(shown, words, span) ?? partAt(shown, words, linesAround(text, span));
  if (!part) return beginningOf(text.slice(span.start, span.end).trim(), longestPlain);
  if (isPlain(shown, words, part)) return plainQuote(text, shown, words, part);
  const { from, to } = around(shown, words, part);
  const { start, end, first, last } = part;
  const before = Math.min(words[from]?.start ?? start, start);
  const after = Math.max(words[to - 1]?.end ?? end, end);
  const [isCutBefore, isCutAfter] = [!beginsLine(shown, words, from), !endsLine(shown, words, to)];
  return markedMarkdown({
    before: (isCutBefore ? '…' : '') + unformatted(shown.slice(before, start), '', shown[start]),
    selected: last - first > mostMarked ? shortened(shown, words, part, to) : inOneLine(shown.slice(start, end)),
    after: unformatted(shown.slice(end, after), shown[end - 1], '') + (isCutAfter ? '…' : ''),
  });
}

/** Fewer words are likely to be written elsewhere on the page, too. */
const fewWords = 6;
/** In words. Of longer parts, the beginning and the end are quoted. */
const [mostMarked, mostPlain] = [40, 58];
const longestHead = 30;
/** The end of a long part, until it isn't elsewhere between its beginning and its end. */
const tails = [10, 20, 40];
/** In UTF-16 units. */
const longestPlain = 500;
const longestPiece = 1000;
/** How many words of its line are quoted on each side of a part, even if fewer tell it from others. */
const leastAround = 5;

/** A part without white space around it and the mark of a heading, and the indexes of its words; `last` isn't included. */
interface Part extends TextSpan {
  readonly first: number;
  readonly last: number;
}

function partAt(shown: string, words: readonly Word[], span: TextSpan): Part | undefined {
  const within = shown.slice(span.start, span.end);
  const trimmed = span.start + within.length - within.trimStart().length;
  const [mark = ''] = /^#{1,6}[ \t]+/.exec(shown.slice(trimmed, span.end)) ?? [];
  const start = /(?:^|\n)[ \t]{0,3}$/.test(shown.slice(Math.max(0, trimmed - 4), trimmed))
    ? trimmed + mark.length
    : trimmed;
  const end = span.start + within.trimEnd().length;
  if (start >= end || words.length === 0) return undefined;
  const next = words.findIndex((each) => each.end > start);
  const first = next < 0 ? words.length : next;
  let last = first;
  while (last < words.length && words[last]!.start < end) last++;
  return { start, end, first, last };
}

function linesAround(text: string, { start, end }: TextSpan): TextSpan {
  const after = text.indexOf('\n', end);
  return { start: start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1, end: after < 0 ? text.length : after };
}

/** Whether the words of a part are enough to find it. */
function isPlain(shown: string, words: readonly Word[], { start, end, first, last }: Part): boolean {
  if (first === last || words[first]!.start < start || words[last - 1]!.end > end) return false;
  const isShort = last - first < fewWords && !(beginsLine(shown, words, first) && endsLine(shown, words, last));
  return !isShort && others(words, first, Math.min(last, first + longestHead)).length === 0;
}

function plainQuote(text: string, shown: string, words: readonly Word[], part: Part): string {
  const { start, end, first, last } = part;
  const isShort = end - start <= longestPlain && last - first <= mostPlain;
  const quote = isShort ? text.slice(start, end) : shortened(shown, words, part, last);
  const quoted = wordsOf(masked(quote));
  const isSame =
    quoted.length === last - first && quoted.every(({ text: word }, at) => word === words[first + at]!.text);
  // The part may begin or end inside of a tag.
  const whole = isSame || !isShort ? quote : inOneLine(shown.slice(start, end));
  // Not the mark of a selected part.
  return markedQuote(whole) ? whole.replaceAll('**', '__') : whole;
}

/** The beginning and the end of a part, up to word `to` of what is quoted after it. */
function shortened(shown: string, words: readonly Word[], { start, end, first, last }: Part, to: number): string {
  const headEnd = first + longestHead;
  if (headEnd >= last) return inOneLine(shown.slice(start, end));
  const isFirst = (tail: number) => indexOf(words, last - tail, to, headEnd) === last - tail;
  const tail = Math.min(tails.find(isFirst) ?? tails.at(-1)!, last - headEnd);
  const pieces = [shown.slice(start, words[headEnd - 1]!.end), shown.slice(words[last - tail]!.start, end)];
  return pieces.map(inOneLine).join(gap);
}

/** The words to quote with a part: some of its line, and more if they are elsewhere, too. */
function around(shown: string, words: readonly Word[], { first, last }: Part) {
  const isLong = last - first > mostMarked;
  let [from, to] = [first, last];
  const isLineBefore = () => beginsLine(shown, words, from);
  const isLineAfter = () => endsLine(shown, words, to);
  while (from > 0 && first - from < leastAround && !isLineBefore()) from--;
  while (to < words.length && to - last < leastAround && !isLineAfter()) to++;
  if (from === to) [from, to] = [Math.max(0, from - 1), Math.min(words.length, to + 1)];
  const origin = from;
  let copies = others(words, from, isLong ? first + longestHead : to);
  const most = isLong ? mostPlain - longestHead : mostPlain - (last - first);
  while (copies.length > 0 && first - from + (to - last) < most) {
    const mayGrow = { before: from > 0, after: to < words.length && !isLong };
    if (!mayGrow.before && !mayGrow.after) break;
    const isBefore =
      mayGrow.before && (!mayGrow.after || (isLineAfter() && !isLineBefore()) || first - from <= to - last);
    if (isBefore) from--;
    else to++;
    const at = isBefore ? from : to - 1;
    const { text: added } = words[at]!;
    copies = copies.filter((copy) => words[copy + at - origin]?.text === added);
  }
  return { from, to };
}

/** Where else the same words are. */
function others(words: readonly Word[], from: number, to: number): number[] {
  const found: number[] = [];
  for (let at = 0; at < words.length; at++) if (at !== from && isSameAt(words, from, to, at)) found.push(at);
  return found;
}

/** Where the same words are first, at an index or behind it. */
function indexOf(words: readonly Word[], from: number, to: number, least: number): number {
  let at = least;
  while (at < from && !isSameAt(words, from, to, at)) at++;
  return at;
}

function isSameAt(words: readonly Word[], from: number, to: number, at: number): boolean {
  for (let index = from; index < to; index++) {
    if (words[at + index - from]?.text !== words[index]!.text) return false;
  }
  return true;
}

/** Whether there are no words before a word on its line. */
function beginsLine(shown: string, words: readonly Word[], at: number): boolean {
  return at === 0 || (words[at] && shown.slice(words[at - 1]!.end, words[at].start).includes('\n')) === true;
}

/** Whether there are no words on the line from a word on. */
function endsLine(shown: string, words: readonly Word[], at: number): boolean {
  return at >= words.length || beginsLine(shown, words, at);
}

/** Without the marks of formatted words, lines, and tables, which may end outside of the quote. `before` and `after` are beside the text. */
function unformatted(text: string, before: string | undefined, after: string | undefined): string {
  const lines = beginningOf(text, longestPiece)
    .replace(/(?<=\n)[ \t]*(?:[-#>*+]+[ \t]+)+/g, '')
    .replace(/(?<=\s)\|(?:\s*:?-+:?\s*\|)*(?=\s|$)/g, '');
  return inOneLine(lines).replace(/[*_`]+/g, (marks, at: number, whole: string) => {
    const end = at + marks.length;
    const [one, other] = [at === 0 ? before : whole[at - 1], end === whole.length ? after : whole[end]];
    return isInWord(one) && isInWord(other) ? marks : '';
  });
}

function isInWord(character = ''): boolean {
  return /[\p{L}\p{N}\p{M}\p{Cs}]/u.test(character);
}

function inOneLine(text: string): string {
  return beginningOf(text, longestPiece).replace(/\s+/g, ' ');
}

import type { Match } from './query.ts';

/** A match as a view shows it. */
export interface FoundLine {
  /** From 0. */
  readonly line: number;
  /** Where the match begins in its line, in UTF-16 units. */
  readonly column: number;
  /** The matched text; a long one is cut. */
  readonly found: string;
  /** The length of the matched text. */
  readonly length: number;
  /** The part of the line around the match. */
  readonly excerpt: string;
  /** Where the match is in the excerpt. */
  readonly mark: readonly [start: number, end: number];
}

/** How much is shown before a match, and in total, in UTF-16 units. */
const before = 16;
const longest = 240;

/** The lines of matches that are in order. Lines end as in VS Code's editor. */
export function linesOf(text: string, matches: readonly Match[]): FoundLine[] {
  const lineEnd = /\r\n?|\n/g;
  let number = -1;
  let end = -1;
  let next = 0;
  let line = { start: 0, whole: '', indent: 0 };
  return matches.map(({ start, end: matchEnd }) => {
    while (number < 0 || start >= next) {
      const begin = number < 0 ? 0 : next;
      const match = lineEnd.exec(text);
      end = match?.index ?? text.length;
      next = match ? end + match[0].length : Infinity;
      number += 1;
      line = { start: begin, whole: text.slice(begin, end), indent: -1 };
    }
    if (line.indent < 0) line.indent = line.whole.length - line.whole.trimStart().length;
    const column = start - line.start;
    const from = beginningOf(line.whole, Math.min(line.indent, column), column);
    const isCut = from > line.indent;
    const excerpt = `${isCut ? '…' : ''}${line.whole.slice(from, from + longest).toWellFormed()}`;
    const mark = column - from + (isCut ? 1 : 0);
    return {
      ...{ line: number, column, length: matchEnd - start, excerpt },
      found: text.slice(start, Math.min(matchEnd, start + longest)),
      mark: [mark, Math.min(mark + matchEnd - start, excerpt.length)],
    };
  });
}

/** Where an excerpt begins: at the indentation, or at a word close to the match. */
function beginningOf(line: string, indent: number, column: number): number {
  const from = column - before;
  return from <= indent ? indent : from + line.slice(from, column).indexOf(' ') + 1;
}

/** Where a match is in a line as an editor shows it, which has other link targets than the Markdown of the server. */
export function columnIn(shown: string, { column, found }: Pick<FoundLine, 'column' | 'found'>): number | undefined {
  const [piece = ''] = found.split(/[\r\n]/, 1);
  if (piece === '' || shown.startsWith(piece, column)) return column <= shown.length ? column : undefined;
  let nearest: number | undefined;
  for (let at = shown.indexOf(piece); at >= 0; at = shown.indexOf(piece, at + piece.length)) {
    if (nearest === undefined || Math.abs(at - column) < Math.abs(nearest - column)) nearest = at;
  }
  return nearest;
}

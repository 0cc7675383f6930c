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
  let start = 0;
  let line = 0;
  let next = lineEnd.exec(text);
  return matches.map((match) => {
    while (next && next.index + next[0].length <= match.start) {
      start = next.index + next[0].length;
      line += 1;
      next = lineEnd.exec(text);
    }
    return foundLine(text.slice(start, next?.index ?? text.length), line, match.start - start, text, match);
  });
}

function foundLine(whole: string, line: number, column: number, text: string, { start, end }: Match): FoundLine {
  const indent = whole.length - whole.trimStart().length;
  const from = column - before > indent ? wordStart(whole, column - before, column) : Math.min(indent, column);
  const excerpt = whole.slice(from, from + longest).toWellFormed();
  const mark = column - from + (from > indent ? 1 : 0);
  const shown = from > indent ? `…${excerpt}` : excerpt;
  return {
    line,
    column,
    found: text.slice(start, Math.min(end, start + longest)),
    length: end - start,
    excerpt: shown,
    mark: [mark, Math.min(mark + end - start, shown.length)],
  };
}

/** The start of the first word after an offset, so that an excerpt begins with a whole word. */
function wordStart(line: string, from: number, end: number): number {
  const space = line.indexOf(' ', from);
  return space >= 0 && space < end ? space + 1 : from;
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

import { sameLines } from '../merge/sameLines.ts';
import { deletedMarkdown } from './deletedQuote.ts';
import { quoteFor } from './quoteFor.ts';
import type { TextSpan } from './quoteWords.ts';

/**
 * The quote of a part of the first version of a page, by which it is placed in the second: lines that are in both are
 * quoted as such, others as deleted words beside the nearest line that is in both.
 */
export function formerQuote(before: string, after: string, span: TextSpan): string {
  const part = before.slice(span.start, span.end);
  if (part.trim() === '') return '';
  const [lines, present] = [before.split('\n'), after.split('\n')];
  const places = new Map<number, number>();
  for (const [at, former] of sameLines(lines, present).entries()) if (former !== undefined) places.set(former, at);
  const lineAt = (offset: number): number => before.slice(0, offset).split('\n').length - 1;
  const [first, last] = [lineAt(span.start), lineAt(span.end)];
  const hasWords = (line: number): boolean => (lines[line] ?? '').trim() !== '';
  const quoted = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(hasWords);
  if (quoted.every((line) => places.has(line))) {
    const [start, end] = [quoted[0] ?? first, quoted.at(-1) ?? last];
    return quoteFor(after, { start: startOf(present, places.get(start)!), end: endOf(present, places.get(end)!) });
  }
  const remaining = [...places.keys()].filter(hasWords);
  const nearest = remaining.findLast((line) => line < first) ?? remaining.find((line) => line > last);
  const at = nearest === undefined ? undefined : places.get(nearest)!;
  const beside = at === undefined ? '' : quoteFor(after, { start: startOf(present, at), end: endOf(present, at) });
  return deletedMarkdown({ beside, deleted: part });
}

function startOf(lines: readonly string[], line: number): number {
  return lines.slice(0, line).reduce((length, each) => length + each.length + 1, 0);
}

function endOf(lines: readonly string[], line: number): number {
  return startOf(lines, line) + (lines[line] ?? '').length;
}

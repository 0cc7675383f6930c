import { sameLines } from '../merge/sameLines.ts';
import { deletedMarkdown } from './deletedQuote.ts';
import { quoteFor } from './quoteFor.ts';
import { masked, wordsOf, type TextSpan } from './quoteWords.ts';

/** Of a long part, and above it, so many lines are looked for in what they became. */
const mostSought = 20;
/** So many lines are compared with each of them. */
const mostCandidates = 200;
/** The share of the words that a changed line still has. */
const leastLikeness = 0.5;

/**
 * The quote of a part of the first version of a page, by which it is placed in the second: lines that are in both are
 * quoted as such, others as deleted words beside the line that they became, else the nearest one that is in both.
 */
export function formerQuote(before: string, after: string, span: TextSpan): string {
  const part = before.slice(span.start, span.end);
  if (part.trim() === '') return '';
  const [lines, present] = [before.split('\n'), after.split('\n')];
  const places = new Map<number, number>();
  for (const [at, former] of sameLines(lines, present).entries()) if (former !== undefined) places.set(former, at);
  const [first, last] = [lineAt(before, span.start), lineAt(before, span.end)];
  const hasWords = (line: number): boolean => (lines[line] ?? '').trim() !== '';
  const quoted = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(hasWords);
  if (quoted.every((line) => places.has(line))) {
    const [start, end] = [quoted[0] ?? first, quoted.at(-1) ?? last];
    return quoteFor(after, { start: startOf(present, places.get(start)!), end: endOf(present, places.get(end)!) });
  }
  const same = [...places.keys()].filter(hasWords);
  const [above, below] = [same.findLast((line) => line < first), same.find((line) => line > last)];
  const [start, end] = [above, below].map((line) => (line === undefined ? undefined : places.get(line)));
  const changed = lines.slice((above ?? -1) + 1, first).filter((line) => line.trim() !== '');
  const former = [...quoted.map((line) => lines[line]!).slice(0, mostSought), ...changed.toReversed()];
  const at =
    changedLine(former.slice(0, 2 * mostSought), present, (start ?? -1) + 1, end ?? present.length) ?? start ?? end;
  const beside = at === undefined ? '' : quoteFor(after, { start: startOf(present, at), end: endOf(present, at) });
  return deletedMarkdown({ beside, deleted: part });
}

/** The line that one of the former ones became, between lines that are in both versions: the one most like it. */
function changedLine(
  former: readonly string[],
  present: readonly string[],
  start: number,
  end: number,
): number | undefined {
  const candidates = present.slice(start, Math.min(end, start + mostCandidates)).map(countedWords);
  for (const line of former) {
    const likenesses = candidates.map(likenessTo(countedWords(line)));
    const best = Math.max(...likenesses);
    if (best >= leastLikeness) return start + likenesses.indexOf(best);
  }
  return undefined;
}

function countedWords(line: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of wordsOf(masked(line))) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The share of the words that two lines have in common. */
function likenessTo(line: ReadonlyMap<string, number>): (other: ReadonlyMap<string, number>) => number {
  const size = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (other) => {
    let common = 0;
    for (const [word, count] of line) common += Math.min(count, other.get(word) ?? 0);
    return common / Math.max(1, size(line), size(other));
  };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length - 1;
}

function startOf(lines: readonly string[], line: number): number {
  return lines.slice(0, line).reduce((length, each) => length + each.length + 1, 0);
}

function endOf(lines: readonly string[], line: number): number {
  return startOf(lines, line) + (lines[line] ?? '').length;
}

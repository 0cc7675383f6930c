import { lastSegmentOf } from '../shared/segment.ts';
import { lineAt, linesWithin } from './lines.ts';
import type { PageProblem } from './problem.ts';

/** A text and the problems found in it. */
export interface CheckedText {
  readonly text: string;
  readonly problems: readonly PageProblem[];
}

/**
 * The problems of the head that the base doesn't have. A problem is the same as one of the base if its kind and its own
 * words are the same, wherever it is now; of several of them, those on unchanged lines are the old ones.
 */
export function introducedProblems(head: CheckedText, base: CheckedText): PageProblem[] {
  const before = keysOf(base);
  const left = new Set(before.keys());
  const found = keysOf(head);
  const known = new Set<number>();
  for (const part of ['withLine', 'alone'] as const) {
    const places = Map.groupBy([...left].reverse(), (index) => before[index]![part]);
    for (const [index, keys] of found.entries()) {
      const same = known.has(index) ? undefined : places.get(keys[part])?.pop();
      if (same === undefined) continue;
      left.delete(same);
      known.add(index);
    }
  }
  return head.problems.filter((_, index) => !known.has(index));
}

interface Keys {
  readonly alone: string;
  readonly withLine: string;
}

function keysOf({ text, problems }: CheckedText): Keys[] {
  const lines = linesWithin(text);
  return problems.map((problem) => {
    const line = lines[lineAt(lines, problem.start)]!;
    const start = Math.max(line.start, problem.start - farthest);
    const end = Math.min(line.end, problem.start + farthest);
    const alone = `${ruleOf(problem)} ${wordsOf(problem, text)}`;
    return { alone, withLine: `${alone} ${comparable(text.slice(start, end))}` };
  });
}

/** In UTF-16 units. A long line with many problems would be compared again for each of them. */
const farthest = 300;

export function ruleOf(problem: PageProblem): string {
  return problem.kind === 'lint' ? problem.rule : problem.kind;
}

function wordsOf(problem: PageProblem, text: string): string {
  // The path to a page is another one after the page with the link was moved.
  if ('written' in problem) return `${problem.page ?? ''} ${lastSegmentOf(problem.written)}`;
  return comparable(text.slice(problem.start, Math.min(problem.end, problem.start + farthest)));
}

/** Without what changes when pages move or lines are wrapped: folders in front of names, and white space. */
function comparable(text: string): string {
  return text.replace(/[^\s()"'<>]+/g, lastSegmentOf).replace(/\s+/g, ' ');
}

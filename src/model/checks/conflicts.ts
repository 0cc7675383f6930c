import type { Root } from 'mdast';
import { walk } from '../text/walk.ts';
import { linesWithin } from './lines.ts';
import type { ConflictProblem, Place } from './problem.ts';
import { isRawHtml } from './structure.ts';

/**
 * Conflicts that someone's Git left in a text, at their first markers, and single markers; in order. A line of `=` alone
 * underlines a heading, and several lines that start with `>` are a quote.
 */
export function conflictProblems(text: string, tree: Root): ConflictProblem[] {
  if (!/^[<>]{7}/m.test(text)) return [];
  const code = codeIn(text, tree);
  const lines = linesWithin(text);
  const problems: ConflictProblem[] = [];
  let [next, isOpen] = [0, false];
  for (const [index, { start, end }] of lines.entries()) {
    const [mark] = /^(?:<{7}|>{7})(?=\s|$)/.exec(text.slice(start, Math.min(end, start + 8))) ?? [];
    if (mark === undefined) continue;
    while ((code[next]?.end ?? Infinity) <= start) next++;
    if ((code[next]?.start ?? Infinity) <= start) continue;
    const isFirst = mark.startsWith('<');
    const isQuote = [lines[index - 1], lines[index + 1]].some((line) => line && text[line.start] === '>');
    if (isFirst || (!isOpen && !isQuote)) problems.push({ kind: 'conflict', start, end });
    isOpen = isFirst;
  }
  return problems;
}

/** In order, and apart from each other. */
function codeIn(text: string, tree: Root): Place[] {
  const code: Place[] = [];
  walk(tree, (node) => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    const isCode = node.type === 'code' || node.type === 'inlineCode';
    if (isCode || (node.type === 'html' && isRawHtml(text.slice(start, end)))) code.push({ start, end });
  });
  return code;
}

import type { Heading, Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import type { Place, AltProblem, LevelProblem } from './problem.ts';

/**
 * Headings that skip a level, and images without alternative text, in order. The first heading may have any level, and
 * so may the first one in a block of tags such as a step or a tab, which has a title of its own.
 */
export function structureProblems(text: string, tree: Nodes, blocks: readonly Place[]): (LevelProblem | AltProblem)[] {
  const problems: (LevelProblem | AltProblem)[] = [];
  const blockOf = innermostOf(blocks);
  /** The level of the last heading, by block. */
  const levels = new Map<Place | undefined, number>();
  visit(tree, (node) => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    if (node.type === 'heading') {
      const block = blockOf(start);
      const before = levels.get(block);
      levels.set(block, node.depth);
      if (before !== undefined && node.depth > before + 1) problems.push(skipped(node, { start, end }, before + 1));
    }
    if (node.type === 'image' || node.type === 'imageReference') {
      if (!node.alt?.trim()) problems.push({ kind: 'alt', start, end, at: start + 2, around: ['', ''] });
    }
    if (node.type === 'html' && !node.value.startsWith('<!')) problems.push(...imagesIn(text.slice(start, end), start));
  });
  return problems;
}

function skipped({ depth: level }: Heading, place: Place, right: number): LevelProblem {
  return { kind: 'level', ...place, level, right };
}

/** An empty `alt` says that the picture is only decoration. */
function imagesIn(html: string, offset: number): AltProblem[] {
  const problems: AltProblem[] = [];
  const tag = /<img(?=[\s/>])/gi;
  for (let match = tag.exec(html); match; match = tag.exec(html)) {
    const attribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?/y;
    attribute.lastIndex = tag.lastIndex;
    const at = tag.lastIndex;
    let hasText = false;
    for (let each = attribute.exec(html); each; each = attribute.exec(html)) {
      tag.lastIndex = attribute.lastIndex;
      hasText ||= /^(?:alt|aria-label|aria-labelledby|aria-hidden)$/i.test(each[1] ?? '');
    }
    const end = html.indexOf('>', tag.lastIndex);
    // A tag that never ends is text.
    if (end < 0) break;
    tag.lastIndex = end;
    if (hasText) continue;
    problems.push({
      kind: 'alt',
      start: offset + match.index,
      end: offset + end + 1,
      at: offset + at,
      around: [' alt="', '"'],
    });
  }
  return problems;
}

/** Finds the innermost of nested blocks that holds an offset; offsets have to increase. */
function innermostOf(blocks: readonly Place[]): (offset: number) => Place | undefined {
  const coming = blocks.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const open: Place[] = [];
  let next = 0;
  return (offset) => {
    for (let block = coming[next]; block && block.start <= offset; block = coming[++next]) open.push(block);
    while (open.length > 0 && open.at(-1)!.end <= offset) open.pop();
    return open.at(-1);
  };
}

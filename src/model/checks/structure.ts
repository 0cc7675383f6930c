import type { Heading, Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import { filesDirectory } from '../pages/fileNames.ts';
import type { AltProblem, InHtmlProblem, LevelProblem, Place } from './problem.ts';

/**
 * Headings that skip a level, images without alternative text, and links to files that HTML swallows, in order. The first heading may have any level, and
 * so may the first one in a block of tags such as a step or a tab, which has a title of its own.
 */
export function structureProblems(text: string, tree: Nodes, blocks: readonly Place[]): StructureProblem[] {
  const problems: StructureProblem[] = [];
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
    if (node.type === 'html' && !node.value.startsWith('<!')) {
      const html = text.slice(start, end);
      problems.push(...imagesIn(html, start), ...linksIn(html, start));
    }
  });
  return problems;
}

type StructureProblem = LevelProblem | AltProblem | InHtmlProblem;

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

const linkToFile = new RegExp(String.raw`!?\[[^[\]\n]*\]\((?:\.{0,2}/)*${filesDirectory}/[^()\s]*\)`, 'g');

/** HTML up to the next empty line is one block. Code in HTML is meant to be text. */
function linksIn(html: string, offset: number): InHtmlProblem[] {
  if (/^<(?:pre|script|style|textarea)\b/i.test(html)) return [];
  return [...html.matchAll(linkToFile)].map(({ 0: link, index }) => {
    const line = html.lastIndexOf('\n', index) + 1;
    const isAlone = line > 0 && html.slice(line, index).trim() === '';
    const start = offset + index;
    return { kind: 'inHtml', start, end: start + link.length, at: isAlone ? offset + line : undefined };
  });
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

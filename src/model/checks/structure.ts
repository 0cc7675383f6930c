import type { Heading, Nodes } from 'mdast';
import { idInBraces } from '../text/headingIds.ts';
import { ownAnchor, titleIn } from '../pages/text.ts';
import { filesDirectory } from '../pages/fileNames.ts';
import { walk } from '../text/walk.ts';
import type { AltProblem, IdProblem, InHtmlProblem, LevelProblem, Place } from './problem.ts';

/**
 * Headings that skip a level, images without alternative text, ids that occur twice, and links to files that HTML
 * swallows. The first heading may have any level, and so may the first one in a block of tags such as a step or a tab,
 * which has a title of its own.
 */
export function structureProblems(text: string, tree: Nodes, blocks: readonly Place[]): StructureProblem[] {
  const problems: StructureProblem[] = [];
  const blockOf = innermostOf(blocks);
  /** The level of the last heading, by block. */
  const levels = new Map<Place | undefined, number>();
  const ids = new Set<string>();
  walk(tree, (node) => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    if (node.type === 'heading') {
      const block = blockOf(start);
      const before = levels.get(block);
      levels.set(block, node.depth);
      if (before !== undefined && node.depth > before + 1) problems.push(skipped(node, { start, end }, before + 1));
      problems.push(...usedIds(braced(node, text.slice(start, end), start), ids));
    }
    if (node.type === 'image' || node.type === 'imageReference') {
      if (!node.alt?.trim()) problems.push({ kind: 'alt', start, end, at: start + 2, around: ['', ''] });
    }
    if (node.type === 'html' && !node.value.startsWith('<!')) {
      const html = text.slice(start, end);
      const elements = /^<(?:script|style|textarea)\b/i.test(html) ? [] : elementsIn(html, start);
      problems.push(
        ...elements.flatMap(imageWithoutText),
        ...usedIds(elements.flatMap(idOf), ids),
        ...linksIn(html, start),
      );
    }
  });
  return problems;
}

type StructureProblem = LevelProblem | AltProblem | IdProblem | InHtmlProblem;

function skipped({ depth: level }: Heading, place: Place, right: number): LevelProblem {
  return { kind: 'level', ...place, level, right };
}

interface Element extends Place {
  /** In lower case. */
  readonly name: string;
  /** The end of its name. */
  readonly at: number;
  readonly attributes: readonly (Place & { readonly name: string; readonly value: string })[];
}

/** The opening tags in HTML, without those in comments. Their offsets count from `offset`. */
function elementsIn(html: string, offset: number): Element[] {
  const elements: Element[] = [];
  const opening = /<(?:!--|([a-z][^\s/>]*))/gi;
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const at = opening.lastIndex;
    const attribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;
    const attributes: Element['attributes'][number][] = [];
    attribute.lastIndex = at;
    for (let each = match[1] && attribute.exec(html); each; each = attribute.exec(html)) {
      opening.lastIndex = attribute.lastIndex;
      const value = each[2] ?? each[3] ?? each[4] ?? '';
      const end = offset + attribute.lastIndex - (each[2] === undefined && each[3] === undefined ? 0 : 1);
      attributes.push({ name: each[1]!.toLowerCase(), value, start: end - value.length, end });
    }
    const end = html.indexOf(match[1] ? '>' : '-->', opening.lastIndex);
    // A tag that never ends is text.
    if (end < 0) break;
    opening.lastIndex = end;
    const place = { start: offset + match.index, end: offset + end + 1, at: offset + at };
    if (match[1]) elements.push({ ...place, name: match[1].toLowerCase(), attributes });
  }
  return elements;
}

/** An empty `alt` says that the picture is only decoration. */
function imageWithoutText({ name, attributes, start, end, at }: Element): AltProblem[] {
  const isDescribed = attributes.some((each) => /^(?:alt|aria-label|aria-labelledby|aria-hidden)$/.test(each.name));
  return name === 'img' && !isDescribed ? [{ kind: 'alt', start, end, at, around: [' alt="', '"'] }] : [];
}

interface Id extends Place {
  readonly value: string;
}

function idOf({ attributes }: Element): Id | [] {
  return attributes.find(({ name }) => name === 'id') ?? [];
}

/** The id in braces at the end of a heading. It has none if an anchor in it has one. */
function braced(heading: Heading, written: string, offset: number): Id[] {
  const value = written.includes('{#') && ownAnchor(written) === undefined ? idInBraces(titleIn(heading)) : undefined;
  if (value === undefined) return [];
  const start = written.lastIndexOf('{#') + 2;
  return [{ value, start: offset + start, end: offset + written.indexOf('}', start) }];
}

/** The ids that are known already. The others are added to them. */
function usedIds(ids: readonly Id[], known: Set<string>): IdProblem[] {
  return ids.flatMap(({ value: id, start, end }) => {
    if (id === '') return [];
    if (known.has(id)) return [{ kind: 'id', id, start, end }];
    known.add(id);
    return [];
  });
}

const linkToFile = new RegExp(String.raw`!?\[[^[\]\n]*\]\((?:\.{0,2}/)*${filesDirectory}/[^()\s]*\)`, 'g');

/** Whether the HTML is a comment, or text without Markdown. */
export function isRawHtml(html: string): boolean {
  return /^<(?:!|(?:pre|script|style|textarea)\b)/i.test(html);
}

/** HTML up to the next empty line is one block. Code in HTML is meant to be text. */
function linksIn(html: string, offset: number): InHtmlProblem[] {
  if (isRawHtml(html)) return [];
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

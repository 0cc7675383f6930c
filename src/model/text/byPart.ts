import type { Nodes, Root } from 'mdast';
import { walk } from './walk.ts';

/** A tree and places in its text. */
export interface Parsed<Place> {
  readonly tree: Root;
  readonly places: readonly Place[];
}

/** In UTF-16 units. The time of the parser grows with the square of the length. */
const smallestPart = 6000;

/**
 * Parses a long text in parts that end before headings, with the same result. A part is only taken if the parser, too, reads
 * the heading after it as one, so it isn't inside of code or HTML; otherwise, the rest is one part.
 */
export function parsedByPart<Place extends { start: number; end: number }>(
  text: string,
  parse: (text: string) => Parsed<Place>,
  smallest = smallestPart,
): Parsed<Place> {
  const starts = text.length < 2 * smallest ? [] : headingsIn(text, smallest);
  if (starts.length === 0) return parse(text);
  const labels = [...text.matchAll(definition)].map(([, label = '']) => label);
  if (lengthOf(labels) > smallestPart) return parse(text);
  const first = joined(text, starts, labels, parse);
  const found: string[] = [];
  walk(first.tree, (node) => {
    if (node.type !== 'definition') return;
    const { position, identifier } = node;
    const [, label] =
      text.slice(position?.start.offset, position?.end.offset).match(/^\[((?:[^[\]\\]|\\.)+)\]:/s) ?? [];
    found.push((label ?? identifier).replace(/[\r\n]+[ \t>]*/g, ' '));
  });
  const key = (all: readonly string[]) => [...new Set(all.map(identifierOf))].sort().join('\n');
  if (key(found) === key(labels)) return first;
  return lengthOf(found) > smallestPart ? parse(text) : joined(text, starts, found, parse);
}

/** That of the definitions: each part may need those of all others. */
function lengthOf(labels: readonly string[]): number {
  return labels.map(definitionOf).join('').length;
}

function definitionOf(label: string): string {
  return `[${label}]: x\n\n`;
}

const definition = /^[ \t>]*\[((?:[^[\]\\\r\n]|\\.)+)\]:/gm;

function identifierOf(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase();
}

/** Headings after an empty line that don't seem to be code. */
function headingsIn(text: string, smallest: number): number[] {
  const starts: number[] = [];
  let fence: string | undefined;
  for (const { 0: mark, index } of text.matchAll(/^(?: {0,3}(?:`{3}|~{3})|#{1,6}[ \t])/gm)) {
    const sign = mark.at(-1);
    if (sign === '`' || sign === '~') {
      if (fence === undefined || fence === sign) fence = fence === undefined ? sign : undefined;
    } else if (fence === undefined && index - (starts.at(-1) ?? 0) >= smallest) {
      if (/\n\r?\n$/.test(text.slice(Math.max(0, index - 3), index))) starts.push(index);
    }
  }
  return starts;
}

/** A reference is only read as one if it is defined, so each part gets the definitions that it mentions. */
function joined<Place extends { start: number; end: number }>(
  text: string,
  starts: readonly number[],
  labels: readonly string[],
  parse: (text: string) => Parsed<Place>,
): Parsed<Place> {
  const tree: Root = { type: 'root', children: [] };
  const places: Place[] = [];
  const words = new Map(labels.map((label) => [label, firstWords(`[${label}`)[0] ?? '']));
  let lines = 0;
  let next = 0;
  for (let from = 0; from < text.length;) {
    const to = starts[next] ?? text.length;
    const part = text.slice(from, to);
    const mentioned = new Set(firstWords(part));
    const defined = labels.filter((label) => mentioned.has(words.get(label) ?? '')).map(definitionOf);
    const before = defined.join('');
    const read = parse(before + part + (to < text.length ? '# Next' : ''));
    const begin = before.length;
    const end = begin + part.length;
    const heading = read.tree.children.find(({ position }) => position?.start.offset === end);
    if (to < text.length && heading?.type !== 'heading') {
      next = Infinity;
      continue;
    }
    const above = lines - 2 * defined.length;
    for (const child of read.tree.children) {
      const at = child.position?.start.offset ?? 0;
      if (at < begin || at >= end) continue;
      walk(child, (node) => shift(node, from - begin, above));
      tree.children.push(child);
    }
    for (const place of read.places)
      if (place.start >= begin && place.start < end)
        places.push({ ...place, start: place.start + from - begin, end: place.end + from - begin });
    lines = above + (heading?.position?.start.line ?? 1) - 1;
    from = to;
    next += 1;
  }
  const last = text.length - Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) - 1;
  const line = (text.match(/\r\n?|\n/g)?.length ?? 0) + 1;
  tree.position = { start: { line: 1, column: 1, offset: 0 }, end: { line, column: last + 1, offset: text.length } };
  return { tree, places };
}

/** Of everything in brackets, which may contain further brackets. */
function firstWords(text: string): string[] {
  return [...text.matchAll(/\[[\s>]*((?:\\\S|[^\s[\]])+)/g)].map(([, word = '']) => word.toLowerCase().toUpperCase());
}

function shift({ position }: Nodes, offset: number, lines: number): void {
  for (const point of position ? [position.start, position.end] : []) {
    point.offset = (point.offset ?? 0) + offset;
    point.line += lines;
  }
}

import type { Element, Root } from 'hast';
import { visit } from 'unist-util-visit';

/** Elements that HTML reopens in every paragraph until they are closed. */
const formatting = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));

const mostElements = 50_000;
const mostOpen = 200;
const mostAttributes = 500;

/**
 * Whether parsing a text as HTML could take long: the cost grows with the square of unclosed formatting elements, and
 * of the attributes of one element. Normal pages are far below the limit.
 */
export function isExpensiveToParse(html: string): boolean {
  let elements = 0;
  let open = 0;
  for (const [, slash, name = '', attributes = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)([^>]*)/gi)) {
    elements += 1;
    if (elements > mostElements || (attributes.length > mostAttributes && countOf(attributes) > mostAttributes))
      return true;
    if (formatting.has(name.toLowerCase())) open = Math.max(0, open + (slash === '' ? 1 : -1));
    if (open > mostOpen) return true;
  }
  return false;
}

function countOf(attributes: string): number {
  return attributes.match(/[\s/][^\s/=]/g)?.length ?? 0;
}

const mostCells = 100_000;

/**
 * Whether a table has more cells than people write. Markdown has no spanning cells and no short rows, so one spanning
 * cell, or one wide row above many, becomes any number of empty cells.
 */
export function hasHugeTable(tree: Root): boolean {
  let isHuge = false;
  visit(tree, 'element', (table) => {
    if (table.tagName === 'table') isHuge ||= cellsOf(table) > mostCells;
  });
  return isHuge;
}

/**
 * The number of cells if every row is as wide as the widest, and spanning cells are repeated in each row that they
 * cover.
 */
function cellsOf(table: Element): number {
  const rows: Element[] = [];
  visit(table, 'element', (element) => {
    if (element.tagName === 'tr') rows.push(element);
  });
  const ends = new Float64Array(rows.length + 1);
  let fromAbove = 0;
  let widest = 0;
  for (const [at, row] of rows.entries()) {
    fromAbove -= ends[at] ?? 0;
    let width = fromAbove;
    for (const cell of row.children) {
      if (cell.type !== 'element') continue;
      const columns = span(cell, 'colSpan');
      const end = Math.min(at + span(cell, 'rowSpan'), rows.length);
      width += columns;
      if (end <= at + 1) continue;
      fromAbove += columns;
      ends[end] = (ends[end] ?? 0) + columns;
    }
    widest = Math.max(widest, width);
  }
  return rows.length * widest;
}

function span(cell: Element, name: 'colSpan' | 'rowSpan'): number {
  return Math.max(1, Number.parseInt(String(cell.properties[name]), 10) || 1);
}

import type { Element, Root } from 'hast';
import { visit } from 'unist-util-visit';

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

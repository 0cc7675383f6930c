import type { ElementContent } from 'hast';
import { isInline } from './inlineDiff.ts';
import type { MarkedNode } from './marked.ts';

/** A stretch of a page in two versions, which are shown beside each other. */
export interface ChangedRow {
  /** Blocks that belong together: an unchanged or changed one, or deleted ones and those in their place. */
  readonly nodes: readonly MarkedNode[];
  readonly isChanged: boolean;
  /** The line of the source, from 0, at which it begins in the second version; or the one of the row before. */
  readonly line: number;
  /** The line after it, up to which it goes. */
  readonly end: number;
  /** Its line in the first version, if it is only there. */
  readonly formerLine?: number | undefined;
}

/** Rows that are shown, or unchanged ones that are folded. `from` and `to` are indexes; `to` isn't included. */
export interface RowStretch {
  readonly from: number;
  readonly to: number;
  readonly isFolded: boolean;
}

/** The rows of a compared page, from the top down. Its second version has `lineCount` lines. */
export function changedRows(nodes: readonly MarkedNode[], lineCount: number): ChangedRow[] {
  const rows: Omit<ChangedRow, 'end'>[] = [];
  let line = 0;
  for (const group of grouped(nodes)) {
    const own = group.filter(({ mark }) => mark !== 'deleted').map(lineOf);
    line = own.find((each) => each !== undefined) ?? line;
    const isChanged = !group.every((node) => node.kind === 'whole' && node.mark === 'same');
    const formerLine = own.length === 0 ? group.map(lineOf).find((each) => each !== undefined) : undefined;
    rows.push({ nodes: group, isChanged, line, ...(formerLine !== undefined && { formerLine }) });
  }
  return withEnds(rows, lineCount);
}

/** A row ends where the next one begins that is further down. */
function withEnds(rows: readonly Omit<ChangedRow, 'end'>[], lineCount: number): ChangedRow[] {
  const ended: ChangedRow[] = [];
  let [below, end] = [lineCount, lineCount];
  for (const row of rows.toReversed()) {
    if (row.line < below) end = below;
    below = Math.min(below, row.line);
    ended.push({ ...row, end: Math.max(end, row.line + 1) });
  }
  return ended.reverse();
}

/** What is folded, so that each change stands with `context` rows around it. One row alone isn't worth folding. */
export function foldedRows(rows: readonly Pick<ChangedRow, 'isChanged'>[], context: number): RowStretch[] {
  const isShown = rows.map(({ isChanged }) => isChanged);
  let last = -Infinity;
  for (const [index, { isChanged }] of rows.entries()) {
    if (isChanged) last = index;
    if (index - last <= context) isShown[index] = true;
  }
  last = Infinity;
  for (let index = rows.length - 1; index >= 0; index--) {
    if (rows[index]?.isChanged) last = index;
    if (last - index <= context) isShown[index] = true;
  }
  const stretches: RowStretch[] = [];
  for (let from = 0, to = 0; from < rows.length; from = to) {
    while (to < rows.length && isShown[to] === isShown[from]) to++;
    stretches.push({ from, to, isFolded: isShown[from] === false && to - from > 1 });
  }
  return stretches;
}

/** What was deleted stands beside what was inserted in its place; text without a block of its own stays together. */
function grouped(nodes: readonly MarkedNode[]): MarkedNode[][] {
  const groups: MarkedNode[][] = [];
  /** Groups of deleted blocks that nothing stands beside yet. */
  let deleted: MarkedNode[][] = [];
  for (const node of nodes) {
    const last = groups.at(-1);
    const beside = node.mark === 'inserted' && isReplaceable(node) ? deleted.shift() : undefined;
    if (last && isText(node) && isText(last.at(-1)!)) {
      last.push(node);
      deleted = [];
    } else if (beside) {
      beside.push(node);
    } else {
      const group = [node];
      groups.push(group);
      if (node.mark === 'deleted' && isReplaceable(node)) deleted.push(group);
      else deleted = [];
    }
  }
  return groups;
}

/** A moved block isn't replaced by whatever now stands where it was. */
function isReplaceable(node: MarkedNode): boolean {
  return node.move === undefined && !isText(node);
}

function isText(node: MarkedNode): boolean {
  return node.kind === 'whole' ? isInline(node.node) : node.piece !== undefined;
}

function lineOf(node: MarkedNode): number | undefined {
  const properties = node.kind === 'split' ? node.properties : propertiesOf(node.node);
  const line = Number(properties?.['dataLine'] ?? Number.NaN);
  return Number.isSafeInteger(line) ? line : undefined;
}

function propertiesOf(node: ElementContent) {
  return node.type === 'element' ? node.properties : undefined;
}

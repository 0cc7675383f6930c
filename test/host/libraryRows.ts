import assert from 'node:assert/strict';
import type { Row } from '../../src/extension/library/rows.ts';
import type { Testing } from '../../src/extension.ts';
import { shownRows, type ShownRow as Shown, type ShownRows } from './shownRows.ts';

/** A row of the Library as VS Code shows it. */
export type ShownRow = Shown<Row>;

function libraryRows({ tree }: Testing): ShownRows<Row> {
  assert.ok(tree);
  return shownRows(tree.provider);
}

/** The rows below a row, or the organizations. */
export async function rowsBelow(testing: Testing, parent?: ShownRow): Promise<ShownRow[]> {
  return libraryRows(testing).below(parent);
}

export async function labelsBelow(testing: Testing, parent?: ShownRow): Promise<string[]> {
  return (await rowsBelow(testing, parent)).map(({ label }) => label);
}

/** The row at the end of these labels, starting with an organization. */
export async function rowAt(testing: Testing, ...labels: string[]): Promise<ShownRow> {
  return libraryRows(testing).at(...labels);
}

/** All rows from top to bottom, as if everything was expanded. */
export async function everyRow(testing: Testing, parent?: ShownRow): Promise<ShownRow[]> {
  const all: ShownRow[] = [];
  for (const row of await rowsBelow(testing, parent)) {
    all.push(row);
    if (row.item.collapsibleState) all.push(...(await everyRow(testing, row)));
  }
  return all;
}

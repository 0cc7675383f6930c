import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Row } from '../../src/extension/library/rows.ts';
import type { Testing } from '../../src/extension.ts';

/** A row of the Library as VS Code shows it. */
export interface ShownRow {
  readonly row: Row;
  readonly item: vscode.TreeItem;
  readonly label: string;
  /** The gray text next to the label. */
  readonly marks: string;
  readonly context: string;
}

/** The rows below a row, or the organizations, requested as VS Code does when a row is expanded. */
export async function rowsBelow({ tree }: Testing, parent?: ShownRow): Promise<ShownRow[]> {
  assert.ok(tree);
  const rows = (await tree.provider.getChildren(parent?.row)) ?? [];
  return Promise.all(
    rows.map(async (row) => {
      const item = await tree.provider.getTreeItem(row);
      const label = typeof item.label === 'string' ? item.label : (item.label?.label ?? '');
      return { row, item, label, marks: String(item.description ?? ''), context: item.contextValue ?? '' };
    }),
  );
}

export async function labelsBelow(testing: Testing, parent?: ShownRow): Promise<string[]> {
  return (await rowsBelow(testing, parent)).map(({ label }) => label);
}

/** The row at the end of these labels, starting with an organization. */
export async function rowAt(testing: Testing, ...labels: string[]): Promise<ShownRow> {
  let found: ShownRow | undefined;
  for (const label of labels) {
    const rows = await rowsBelow(testing, found);
    found = rows.find((row) => row.label === label);
    assert.ok(found, `There is no ${label} in: ${rows.map((row) => row.label).join(', ')}`);
  }
  assert.ok(found);
  return found;
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

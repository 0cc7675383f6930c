import assert from 'node:assert/strict';
import type * as vscode from 'vscode';

/** A row of a view as VS Code shows it. */
export interface ShownRow<Row> {
  readonly row: Row;
  readonly item: vscode.TreeItem;
  readonly label: string;
  /** The gray text next to the label. */
  readonly marks: string;
  readonly context: string;
}

/** The rows of a view, requested as VS Code does when a row is expanded. */
export interface ShownRows<Row> {
  /** The rows below a row, or the first ones. */
  below(parent?: ShownRow<Row>): Promise<ShownRow<Row>[]>;
  /** The row at the end of these labels. */
  at(...labels: string[]): Promise<ShownRow<Row>>;
  /** The labels below the row at the end of these labels. */
  labels(...labels: string[]): Promise<string[]>;
}

export function shownRows<Row>(provider: vscode.TreeDataProvider<Row>): ShownRows<Row> {
  async function below(parent?: ShownRow<Row>): Promise<ShownRow<Row>[]> {
    const rows = (await provider.getChildren(parent?.row)) ?? [];
    return Promise.all(
      rows.map(async (row) => {
        const item = await provider.getTreeItem(row);
        const label = typeof item.label === 'string' ? item.label : (item.label?.label ?? '');
        return { row, item, label, marks: String(item.description ?? ''), context: item.contextValue ?? '' };
      }),
    );
  }

  async function at(...labels: string[]): Promise<ShownRow<Row>> {
    let found: ShownRow<Row> | undefined;
    for (const label of labels) {
      const rows = await below(found);
      found = rows.find((row) => row.label === label);
      assert.ok(found, `There is no ${label} in: ${rows.map((row) => `${row.label} ${row.marks}`).join(', ')}`);
    }
    return found ?? assert.fail('No row was named.');
  }

  return { below, at, labels: async (...labels) => (await below(await at(...labels))).map(({ label }) => label) };
}

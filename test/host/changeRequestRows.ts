import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Row } from '../../src/extension/ground/changeRequests/rows.ts';
import type { Testing } from '../../src/extension.ts';
import { until } from './until.ts';

/** A row of the Change Requests view as VS Code shows it. */
export interface ShownChangeRequestRow {
  readonly row: Row;
  readonly item: vscode.TreeItem;
  readonly label: string;
  /** The gray text next to the label. */
  readonly marks: string;
  readonly context: string;
}

/** The rows below a row, or the groups, requested as VS Code does when a row is expanded. */
export async function changeRequestRows(
  { changeRequests }: Testing,
  parent?: ShownChangeRequestRow,
): Promise<ShownChangeRequestRow[]> {
  assert.ok(changeRequests);
  const { provider } = changeRequests;
  const rows = (await provider.getChildren(parent?.row)) ?? [];
  return Promise.all(
    rows.map(async (row) => {
      const item = await provider.getTreeItem(row);
      const label = typeof item.label === 'string' ? item.label : (item.label?.label ?? '');
      return { row, item, label, marks: String(item.description ?? ''), context: item.contextValue ?? '' };
    }),
  );
}

/** The labels below a group, or those of the groups. */
export async function changeRequestLabels(testing: Testing, ...way: string[]): Promise<string[]> {
  const parent = way.length > 0 ? await changeRequestRow(testing, ...way) : undefined;
  return (await changeRequestRows(testing, parent)).map(({ label }) => label);
}

/** The rows of a group, including those with its status that need attention, which are in a group of their own. */
async function rowsInGroup(testing: Testing, group: ShownChangeRequestRow): Promise<ShownChangeRequestRow[]> {
  const rows = await changeRequestRows(testing, group);
  const status = { Open: 'open', Drafts: 'draft' }[group.label];
  const groups = await changeRequestRows(testing);
  const waiting = groups.find(({ label }) => label === 'Needs Attention');
  if (status === undefined || !waiting) return rows;
  const others = await changeRequestRows(testing, waiting);
  return [...rows, ...others.filter(({ context }) => context.startsWith(`changeRequest;${status};`))];
}

/**
 * The row at the end of these labels, or ends of labels, starting with a group. A change request that needs attention
 * is also found in the group of its status.
 */
export async function changeRequestRow(testing: Testing, ...labels: string[]): Promise<ShownChangeRequestRow> {
  let found: ShownChangeRequestRow | undefined;
  for (const label of labels) {
    const rows = found ? await rowsInGroup(testing, found) : await changeRequestRows(testing);
    found = rows.find((row) => row.label === label || row.label.endsWith(` ${label}`) || fileOf(row) === label);
    assert.ok(found, `There is no ${label} in: ${rows.map((row) => `${row.label} ${row.marks}`).join(', ')}`);
  }
  assert.ok(found);
  return found;
}

/**
 * Waits until a group contains a change request with this subject, or no longer does. One that needs attention counts
 * for its status.
 */
export async function untilListed(testing: Testing, group: string, subject: string, isListed = true): Promise<void> {
  await until(`${subject} ${isListed ? 'in' : 'out of'} ${group}`, async () => {
    const rows = await rowsInGroup(testing, await changeRequestRow(testing, group));
    return rows.some(({ label }) => label.endsWith(` ${subject}`)) === isListed;
  });
}

/** The name of a changed page's file. */
function fileOf({ row }: ShownChangeRequestRow): string | undefined {
  const path = row.kind === 'changedPage' ? (row.change.after ?? row.change.before)?.path : undefined;
  return path?.slice(path.lastIndexOf('/') + 1);
}

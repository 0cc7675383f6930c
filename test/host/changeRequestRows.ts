import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Row } from '../../src/extension/changeRequests/shared/rows.ts';
import type { Testing } from '../../src/extension.ts';
import { until } from './until.ts';

/** A row of the Change Requests view as VS Code shows it. */
export interface ShownChangeRequestRow {
  readonly row: Row;
  readonly item: vscode.TreeItem;
  readonly label: string;
  /** What stands in grey beside the label. */
  readonly marks: string;
  readonly context: string;
}

/** The rows below one, or the groups; asked for as VS Code asks when one expands it. */
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

/** Labels below a group, or of the groups. */
export async function changeRequestLabels(testing: Testing, ...way: string[]): Promise<string[]> {
  const parent = way.length > 0 ? await changeRequestRow(testing, ...way) : undefined;
  return (await changeRequestRows(testing, parent)).map(({ label }) => label);
}

/** The rows of a group, and those of its status that wait on the person: they stand in a group of their own. */
async function rowsInGroup(testing: Testing, group: ShownChangeRequestRow): Promise<ShownChangeRequestRow[]> {
  const rows = await changeRequestRows(testing, group);
  const status = { Open: 'open', Drafts: 'draft' }[group.label];
  const groups = await changeRequestRows(testing);
  const waiting = groups.find(({ label }) => label === 'Needs Me');
  if (status === undefined || !waiting) return rows;
  const others = await changeRequestRows(testing, waiting);
  return [...rows, ...others.filter(({ context }) => context.startsWith(`changeRequest;${status};`))];
}

/**
 * The row that these labels, or ends of labels, lead to, from a group on. What waits on the person is found by the group of its
 * status, too.
 */
export async function changeRequestRow(testing: Testing, ...labels: string[]): Promise<ShownChangeRequestRow> {
  let found: ShownChangeRequestRow | undefined;
  for (const label of labels) {
    const rows = found ? await rowsInGroup(testing, found) : await changeRequestRows(testing);
    found = rows.find((row) => row.label === label || row.label.endsWith(` ${label}`) || fileOf(row) === label);
    assert.ok(found, `There is no ${label} in: ${rows.map((row) => row.label).join(', ')}`);
  }
  assert.ok(found);
  return found;
}

/** Waits until a group has, or has no more, a change request of this subject; one that waits on the person counts as of its status. */
export async function untilListed(testing: Testing, group: string, subject: string, isListed = true): Promise<void> {
  await until(`${subject} ${isListed ? 'in' : 'out of'} ${group}`, async () => {
    const rows = await rowsInGroup(testing, await changeRequestRow(testing, group));
    return rows.some(({ label }) => label.endsWith(` ${subject}`)) === isListed;
  });
}

/** The name of the file that a changed page is in. */
function fileOf({ row }: ShownChangeRequestRow): string | undefined {
  const path = row.kind === 'changedPage' ? (row.change.after ?? row.change.before)?.path : undefined;
  return path?.slice(path.lastIndexOf('/') + 1);
}

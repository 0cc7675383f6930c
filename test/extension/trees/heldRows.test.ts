import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { holdRows } from '../../../src/extension/trees/heldRows.ts';

interface Row {
  readonly key: string;
  readonly parent?: Row;
}

const site: Row = { key: 'site' };
const section: Row = { key: 'site/section', parent: site };
const space: Row = { key: 'site/section/space', parent: section };
const other: Row = { key: 'other' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('of rows that change together, those below another are not asked for by themselves', () => {
  const asked: Row[] = [];
  const rows = holdRows<Row>((row) => asked.push(row));

  for (const row of [space, other, site, space, other]) rows.later(row);
  vi.runAllTimers();

  assert.deepEqual(asked, [other, site]);
});

test('rows of a tree that was left are not asked for', () => {
  const asked: Row[] = [];
  const rows = holdRows<Row>((row) => asked.push(row));
  rows.later(site);

  rows.dispose();
  vi.runAllTimers();

  assert.deepEqual(asked, []);
});

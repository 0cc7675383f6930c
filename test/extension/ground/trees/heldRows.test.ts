import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import type { ApiError } from '../../../../src/model/shared/failure.ts';
import { holdRows } from '../../../../src/extension/ground/trees/heldRows.ts';

interface Row {
  readonly kind: 'row';
  readonly key?: string;
  readonly parent?: Row;
}

const site = { kind: 'row', key: 'site' } as const;
const section = { kind: 'row', key: 'site/section', parent: site } as const;
const space = { kind: 'row', key: 'site/section/space', parent: section } as const;
const other = { kind: 'row', key: 'other' } as const;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("doesn't request rows below another row that changes with them", () => {
  const asked: Row[] = [];
  const rows = holdRows<Row>((row) => asked.push(row));

  for (const row of [space, other, site, space, other]) rows.later(row);
  vi.runAllTimers();

  assert.deepEqual(asked, [other, site]);
});

test("doesn't request rows of a disposed tree", () => {
  const asked: Row[] = [];
  const rows = holdRows<Row>((row) => asked.push(row));
  rows.later(site);

  rows.dispose();
  vi.runAllTimers();

  assert.deepEqual(asked, []);
});

test('drops a failed refresh with its row, or with one above it', () => {
  const failure = new Error('The server is gone.') as ApiError;
  let shown: number[] = [];
  const rows = holdRows<Row>(
    () => undefined,
    (stale) => (shown = [...stale].map(({ asOf }) => asOf)),
  );
  rows.hold(undefined, [site, other]);
  rows.hold(site, [section]);
  rows.noteAge(section, { asOf: 2, failure });
  rows.hold(section, [space]);
  rows.noteAge(space, { asOf: 1, failure });
  assert.deepEqual(shown, [2, 1]);
  assert.deepEqual([rows.isStale(), rows.isStale(section), rows.isStale(site)], [true, true, false]);

  rows.noteAge(site, { asOf: 9 });
  rows.hold(site, []);

  assert.deepEqual(shown, []);
  assert.equal(rows.isStale(), false);
  assert.deepEqual([rows.get(site.key), rows.get(section.key), rows.get(space.key)], [site, undefined, undefined]);
});

test("doesn't hold rows without a key, which replace those that were there", () => {
  const rows = holdRows<Row>(() => undefined);
  rows.hold(undefined, [site]);

  rows.hold(undefined, [{ kind: 'row' }]);

  assert.deepEqual([...rows.values()], []);
});

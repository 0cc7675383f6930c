import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import { createRefreshes } from '../../../../src/extension/ground/trees/refreshes.ts';

interface Row {
  readonly kind: 'page';
  readonly key: string;
}

const row: Row = { kind: 'page', key: 'a' };
const other: Row = { kind: 'page', key: 'b' };

describe('a refresh', () => {
  let fired: (Row | undefined)[];
  let refreshes: ReturnType<typeof createRefreshes<Row>>;
  let isVisible: boolean;

  beforeEach(() => {
    vi.useFakeTimers();
    fired = [];
    const fire = (each: Row | undefined) => void fired.push(each);
    isVisible = true;
    const rowNow = (key: string) => [row, other].find((each) => each.key === key);
    refreshes = createRefreshes<Row>({ fire }, rowNow, () => isVisible);
  });

  afterEach(() => void vi.useRealTimers());

  test('happens once if nothing is loading', () => {
    refreshes.refresh(row);
    refreshes.refresh(undefined);
    vi.advanceTimersByTime(60_000);

    assert.deepEqual(fired, [row, undefined]);
  });

  test('is repeated when VS Code has the children that were loading', async () => {
    const loading = Promise.withResolvers<string>();
    const loaded = refreshes.load(row, () => loading.promise);
    refreshes.refresh(row);
    await vi.advanceTimersByTimeAsync(60_000);
    assert.deepEqual(fired, [row]);

    loading.resolve('children');
    assert.equal(await loaded, 'children');
    assert.deepEqual(fired, [row]);
    await vi.advanceTimersByTimeAsync(60_000);

    assert.deepEqual(fired, [row, row]);
  });

  test('is repeated once after a load that failed', async () => {
    await assert.rejects(refreshes.load(row, () => Promise.reject(new Error('Offline'))));
    refreshes.refresh(row);
    refreshes.refresh(row);
    assert.deepEqual(fired, [row, row]);
    await vi.advanceTimersByTimeAsync(5000);

    assert.deepEqual(fired, [row, row, row]);
  });

  test('is not repeated if VS Code loads the children again', async () => {
    await refreshes.load(undefined, async () => 1);
    refreshes.refresh(undefined);
    await vi.advanceTimersByTimeAsync(400);
    await refreshes.load(undefined, async () => 2);
    await vi.advanceTimersByTimeAsync(60_000);

    assert.deepEqual(fired, [undefined]);
  });

  test('of all rows is repeated for rows whose children were loading, which VS Code discards', async () => {
    const loading = Promise.withResolvers<string>();
    const loaded = refreshes.load(row, () => loading.promise);
    refreshes.refresh(undefined);
    loading.resolve('children');
    await loaded;
    await vi.advanceTimersByTimeAsync(60_000);

    assert.deepEqual(fired, [undefined, row]);
  });

  test('of all rows is repeated once if all rows are loading, because that loads the others, too', async () => {
    const rows = [undefined, row, other];
    const loading = Promise.withResolvers<string>();
    for (const each of rows) void refreshes.load(each, () => loading.promise);
    refreshes.refresh(undefined);
    loading.resolve('children');
    await vi.advanceTimersByTimeAsync(500);
    for (const each of rows) {
      await vi.advanceTimersByTimeAsync(20);
      await refreshes.load(each, async () => 'children');
    }
    await vi.advanceTimersByTimeAsync(60_000);

    assert.deepEqual(fired, [undefined, undefined]);
  });

  test('of all rows is repeated for a row that is still loading when all rows are loaded again', async () => {
    const loading = Promise.withResolvers<string>();
    await refreshes.load(undefined, async () => 'rows');
    void refreshes.load(row, () => loading.promise);
    refreshes.refresh(undefined);
    await vi.advanceTimersByTimeAsync(500);
    await refreshes.load(undefined, async () => 'rows');
    loading.resolve('children');
    await vi.advanceTimersByTimeAsync(60_000);

    assert.deepEqual(fired, [undefined, undefined, row]);
  });

  test('is not repeated after a load of another row', async () => {
    await refreshes.load(row, async () => 'children');
    refreshes.refresh(other);
    await vi.advanceTimersByTimeAsync(60_000);

    assert.deepEqual(fired, [other]);
  });

  test('of all rows happens if VS Code never asks for what is below an expanded row', async () => {
    refreshes.expect(row);
    refreshes.expect(other);
    await refreshes.load(other, async () => 'children');
    await vi.advanceTimersByTimeAsync(60_000);

    assert.deepEqual(fired, [undefined]);
  });

  test('of all rows happens a few times at most, and only for rows that are seen', async () => {
    for (let round = 0; round < 9; round++) {
      refreshes.expect(row);
      await vi.advanceTimersByTimeAsync(60_000);
    }
    refreshes.expect({ ...row });
    await vi.advanceTimersByTimeAsync(60_000);
    assert.deepEqual(fired, [undefined, undefined, undefined]);
  });

  test('of all rows waits while the view is hidden', async () => {
    isVisible = false;
    refreshes.expect(row);
    await vi.advanceTimersByTimeAsync(60_000);
    assert.deepEqual(fired, []);
  });
});

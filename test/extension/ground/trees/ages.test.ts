import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import { createAttention } from '../../../../src/extension/review/changeRequests/attention.ts';
import { createInboxRows } from '../../../../src/extension/comments/inbox/children.ts';

describe('the ages in rows follow the clock', () => {
  const minute = 60_000;
  let isWatched: boolean;
  let changed: unknown[];
  const view = { onDidChangeVisibility: () => ({ dispose: () => undefined }) };

  beforeEach(() => {
    vi.useFakeTimers();
    isWatched = true;
    changed = [];
  });

  afterEach(() => void vi.useRealTimers());

  const host = () => ({ isWatched: () => isWatched, changed: (row: unknown) => void changed.push(row) });

  test('of the Inbox, while somebody looks', () => {
    const rows = createInboxRows(host() as unknown as Parameters<typeof createInboxRows>[0]);
    vi.advanceTimersByTime(minute);
    assert.equal(changed.length, 1);

    isWatched = false;
    vi.advanceTimersByTime(5 * minute);
    rows.dispose();
    isWatched = true;
    vi.advanceTimersByTime(5 * minute);

    assert.equal(changed.length, 1);
  });

  test('of change requests, only when they say something else', () => {
    const row = (key: string, ago: number) => ({
      ...{ kind: 'changeRequest', key },
      changeRequest: { updatedAt: new Date(Date.now() - ago).toISOString() },
    });
    const rows = [row('new', 0), row('old', 300 * 24 * 60 * minute)];
    const parts = { ...host(), view, held: { values: () => rows } } as unknown as Parameters<typeof createAttention>[0];
    const stores = { store: () => undefined } as unknown as Parameters<typeof createAttention>[1];
    const attention = createAttention(parts, stores);

    vi.advanceTimersByTime(3 * minute);
    attention.dispose();

    assert.deepEqual(new Set(changed), new Set([rows[0]]));
  });
});

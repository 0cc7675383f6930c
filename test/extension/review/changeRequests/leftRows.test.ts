import assert from 'node:assert/strict';
import { test } from 'vitest';
import { followConflicts } from '../../../../src/extension/ground/changeRequests/followConflicts.ts';
import { createUnsentMarks } from '../../../../src/extension/review/changeRequests/unsentMarks.ts';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';
import type { ChangeRequestEdits } from '../../../../src/store/editing/edits.ts';

const account: Account = { key: 'a', kind: 'server', base: 'https://one.example', label: 'One' };

/** An event, and the number of its current listeners. */
function received() {
  const listeners = new Set<object>();
  const onDidChange = (listener: () => void) => {
    const one = { listener };
    listeners.add(one);
    return { dispose: () => void listeners.delete(one) };
  };
  return { onDidChange, count: () => listeners.size };
}

test('ignores conflicts that arrive after the rows were disposed', async () => {
  const { onDidChange, count } = received();
  const conflicts = { onDidChange, load: async () => undefined };
  const stores = Object.assign(() => ({ conflicts: async () => conflicts }), {
    onDidChange,
  }) as unknown as Services['stores'];
  const edge = { note: assert.fail, explain: assert.fail } as unknown as Services['edge'];
  const open = () => followConflicts({ stores, edge }, () => undefined);

  const stored = open();
  await stored.load(account);
  assert.equal(count(), 1);
  stored.dispose();
  const left = open();
  const loading = left.load(account);
  left.dispose();
  await loading;

  assert.equal(count(), 0);
});

test('ignores drafts that arrive after the rows were disposed', () => {
  const { onDidChange, count } = received();
  const edits = { drafts: { onDidChange, cached: () => [] } } as unknown as ChangeRequestEdits;
  const marks = createUnsentMarks(() => undefined);
  marks.follow(edits);
  marks.follow(edits);
  assert.equal(count(), 1);

  marks.dispose();
  marks.follow(edits);

  assert.equal(count(), 0);
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { oncePerTurn } from '../../../../src/extension/ground/services/oncePerTurn.ts';

test('returns one value to all callers in the same turn, and another one later', async () => {
  let count = 0;
  const value = oncePerTurn(() => ({ number: ++count }));

  const first = await Promise.all([1, 2, 3].map(async () => value().number));
  await Promise.resolve();

  assert.deepEqual([...first, value().number], [1, 1, 1, 2]);
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { disposeIfUsed, onFirstUse } from '../../../../src/extension/ground/commands/onFirstUse.ts';

test('loads again after a failure, and disposes only what was loaded', async () => {
  const disposed: number[] = [];
  let loads = 0;
  const files = onFirstUse(async () => {
    const number = ++loads;
    if (number === 1) throw new Error('The disk is away.');
    return { dispose: () => disposed.push(number) };
  });
  disposeIfUsed(files);
  assert.equal(loads, 0);

  const first = files();
  disposeIfUsed(files);
  await assert.rejects(first, /The disk is away/);
  await files();
  disposeIfUsed(files);
  await files();

  assert.deepEqual([loads, disposed], [2, [2]]);
});

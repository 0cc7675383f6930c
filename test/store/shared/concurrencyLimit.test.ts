import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createGate } from '../../../src/store/shared/concurrencyLimit.ts';

const never = new AbortController().signal;

test('no more work runs at the same time than the gate lets in, and all of it is done in its order', async () => {
  const gate = createGate(2);
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const work = (index: number) =>
    gate(async () => {
      begun.push(index);
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return index;
    }, never);

  assert.deepEqual(await Promise.all([0, 1, 2, 3, 4].map(work)), [0, 1, 2, 3, 4]);
  assert.deepEqual([most, begun], [2, [0, 1, 2, 3, 4]]);
});

test('work that fails, or is cancelled while it waits, lets the next one in', async () => {
  const gate = createGate(1);
  const stop = new AbortController();
  const failing = gate(async () => {
    throw new Error('no');
  }, never);
  const cancelled = gate(async () => assert.fail('It was cancelled.'), stop.signal);
  const last = gate(async () => 'done', never);
  stop.abort();

  await assert.rejects(failing, /no/);
  await assert.rejects(cancelled, { kind: 'cancelled' });
  assert.equal(await last, 'done');
});

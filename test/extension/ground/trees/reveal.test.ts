import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import { revealRow } from '../../../../src/extension/ground/trees/reveal.ts';

describe('a row', () => {
  const options = { focus: false, expand: true };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is revealed once', async () => {
    const reveal = vi.fn(async () => undefined);

    await revealRow({ reveal }, 'row', options);

    assert.deepEqual(reveal.mock.calls, [['row', { select: true, focus: false, expand: true }]]);
  });

  test('is revealed again if a refresh of the tree interrupted it', async () => {
    const reveal = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('Cannot resolve tree item'));

    const revealed = revealRow({ reveal }, 'row', options);
    await vi.advanceTimersByTimeAsync(500);
    await revealed;

    assert.equal(reveal.mock.calls.length, 2);
  });

  test("reports the error if it can't be revealed", async () => {
    const reveal = vi.fn(() => Promise.reject(new Error('Cannot resolve tree item')));

    const revealed = assert.rejects(revealRow({ reveal }, 'row', options), /Cannot resolve/);
    await vi.advanceTimersByTimeAsync(500);

    await revealed;
  });
});

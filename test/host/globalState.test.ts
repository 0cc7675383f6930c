import assert from 'node:assert/strict';
import { setTimeout as passing } from 'node:timers/promises';
import { suite, suiteTeardown, test } from 'mocha';
import type { Testing } from '../../src/extension.ts';
import { extensionUnderTest } from './extensionUnderTest.ts';

suite('State shared by all windows', () => {
  const names = Array.from({ length: 200 }, (_, index) => `test/${index}`);

  suiteTeardown(async () => {
    const { globalState } = await extensionUnderTest();
    for (const name of names) await globalState.update(name, undefined);
  });

  test('is stored, however quickly its values are written', async () => {
    const { context, globalState } = await extensionUnderTest();

    const writes: Thenable<void>[] = [];
    for (const [index, name] of names.entries()) {
      writes.push(globalState.update(name, index));
      assert.equal(globalState.get(name), index, 'known at once');
      await passing(index % 4);
    }
    await Promise.all(writes);

    assert.deepEqual(missing(context.globalState), []);
    assert.deepEqual(missing(globalState), []);
  });

  function missing(state: Pick<Testing['globalState'], 'get'>): string[] {
    return names.filter((name, index) => state.get(name) !== index);
  }
});

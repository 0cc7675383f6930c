import assert from 'node:assert/strict';
import { test } from 'vitest';
import { laterCommands } from '../../../src/extension/commands/laterCommands.ts';

const add = (one: unknown, other: unknown): number => Number(one) + Number(other);

test('loads a table of commands once, when the first of them runs', async () => {
  let loads = 0;
  const commands = laterCommands('docsPlatform.sums', ['add', 'subtract'], async () => {
    loads++;
    return { 'docsPlatform.sums.add': add, 'docsPlatform.sums.subtract': () => 0 };
  });
  assert.deepEqual([Object.keys(commands), loads], [['docsPlatform.sums.add', 'docsPlatform.sums.subtract'], 0]);

  const sums = await Promise.all([1, 2].map((one) => commands['docsPlatform.sums.add']?.(one, 2)));

  assert.deepEqual([sums, loads], [[3, 4], 1]);
});

test('loads a table again after it failed, when a command runs again', async () => {
  let loads = 0;
  const commands = laterCommands('docsPlatform', ['add'], async () => {
    if (++loads === 1) throw new Error('The disk is away.');
    return { 'docsPlatform.add': add };
  });
  await assert.rejects(async () => commands['docsPlatform.add']?.(1, 2), /The disk is away/);

  assert.equal(await commands['docsPlatform.add']?.(1, 2), 3);
});

test("doesn't compile if the names differ from the table", () => {
  // @ts-expect-error: the table lacks one.
  laterCommands('docsPlatform', ['add', 'subtract'], async () => ({ 'docsPlatform.add': add }));
  // @ts-expect-error: the names lack one.
  laterCommands('docsPlatform', ['add'], async () => ({ 'docsPlatform.add': add, 'docsPlatform.subtract': add }));
});

import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { contributedCommands } from '../../../../src/extension/ground/commands/contributed.ts';
import { laterCommands } from '../../../../src/extension/ground/commands/laterCommands.ts';
import type { Manifest } from '../../../../src/extension/ground/commands/manifest.ts';
import type { Testing } from '../../../../src/extension.ts';
import { signedIn } from '../../activated.ts';

const add = (one: unknown, other: unknown): number => Number(one) + Number(other);
const manifestOf = (...commands: string[]): Manifest => ({
  contributes: { commands: commands.map((command) => ({ command, title: '' })), menus: {}, views: {} },
});

test('loads a table of commands once, when the first of them runs, also as that of a row', async () => {
  let loads = 0;
  const sums = laterCommands(['sums.'], async () => {
    loads++;
    return { 'docsPlatform.sums.add': add };
  });
  const commands = contributedCommands(manifestOf('docsPlatform.sums.add', 'docsPlatform.sums.add.row'), [sums]);
  assert.deepEqual([Object.keys(commands), loads], [['docsPlatform.sums.add', 'docsPlatform.sums.add.row'], 0]);

  const run = (id: keyof typeof commands) => commands[id]?.(1, 2);
  const found = await Promise.all([run('docsPlatform.sums.add'), run('docsPlatform.sums.add.row')]);

  assert.deepEqual([found, loads], [[3, 3], 1]);
});

test('loads a table again after it failed, when a command runs again', async () => {
  let loads = 0;
  const table = laterCommands(['add'], async () => {
    if (++loads === 1) throw new Error('The disk is away.');
    return { 'docsPlatform.add': add };
  });
  const { 'docsPlatform.add': run } = contributedCommands(manifestOf('docsPlatform.add'), [table]);
  await assert.rejects(async () => run?.(1, 2), /The disk is away/);

  assert.equal(await run?.(1, 2), 3);
});

test('takes a command from the table that names it, else from the one with the longest beginning of its id', async () => {
  const named = (name: string) => async () => ({
    'docsPlatform.page.open': () => name,
    'docsPlatform.page.go': () => name,
  });
  const tables = [
    laterCommands([''], named('all')),
    laterCommands(['page.'], named('pages')),
    { 'docsPlatform.page.go': () => 'known' },
  ];

  const commands = contributedCommands(manifestOf('docsPlatform.page.open', 'docsPlatform.page.go'), tables);

  assert.equal(await commands['docsPlatform.page.open']?.(), 'pages');
  assert.equal(await commands['docsPlatform.page.go']?.(), 'known');
});

describe('The extension', () => {
  let testing: Testing;

  signedIn((given) => ({ testing } = given));

  test('has each contributed command in exactly one table, which is the one that its id leads to', async () => {
    const manifest = testing.context.extension.packageJSON as Manifest;
    const { commandTables: tables } = testing;
    const loaded = await Promise.all(tables.map(async (table) => ('beginnings' in table ? table.load() : table)));
    const owners = new Map(loaded.flatMap((table, at) => Object.keys(table).map((id) => [id, at] as const)));
    const named = tables.map((table, at) =>
      'beginnings' in table
        ? { ...table, load: async () => Object.fromEntries([...owners.keys()].map((id) => [id, () => at])) }
        : Object.fromEntries(Object.keys(table).map((id) => [id, () => at])),
    );

    const ids = manifest.contributes.commands.map(({ command }) => command.replace(/\.row$/, ''));
    const commands = Object.entries(contributedCommands(manifest, named));
    const leads = await Promise.all(
      commands.map(async ([id, run]) => [id.replace(/\.row$/, ''), await run()] as const),
    );

    assert.deepEqual(loaded.flatMap(Object.keys).toSorted(), [...new Set(ids)].toSorted());
    assert.deepEqual(
      leads.filter(([id, at]) => owners.get(id) !== at),
      [],
    );
  });
});

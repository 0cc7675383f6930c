import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { pickValue } from '../../../../src/extension/ground/prompts/pickValue.ts';
import { fake } from '../../../fakes/vscode/index.ts';

const items = [{ label: 'admin' }, { label: 'editor', description: 'may edit' }, { label: 'reader' }];

test('the present value is marked and comes first, where VS Code selects it', async () => {
  const offered: string[] = [];
  fake.pick = (given) => {
    offered.push(...given.map(({ label, description }) => `${label}: ${description ?? ''}`));
    return given[0];
  };

  const chosen = await pickValue(items, ({ label }) => label === 'editor', { title: 'Role' });

  assert.deepEqual(offered, ['editor: may edit · current', 'admin: ', 'reader: ']);
  assert.equal(chosen?.label, 'editor');
});

test('the order stays if no value is the present one', async () => {
  const offered: string[] = [];
  fake.pick = (given) => void offered.push(...given.map(({ label }) => label));

  await pickValue(items, () => false, { title: 'Role' });

  assert.deepEqual(offered, ['admin', 'editor', 'reader']);
});

test('every list that marks the present value selects it, except for the accounts to switch to', () => {
  const files = readdirSync('src/extension', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const marking = files.filter((file) =>
    readFileSync(path.join('src/extension', file), 'utf8').includes("vscode.l10n.t('current')"),
  );

  assert.deepEqual(marking.toSorted(), ['account/commands.ts', 'ground/prompts/pickValue.ts']);
});

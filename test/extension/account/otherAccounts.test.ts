import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import type * as code from 'vscode';
import { fake } from '../../fakes/vscode/index.ts';
import type { Account, AccountsChange } from '../../../src/extension/ground/services/accounts.ts';
import { markOtherAccounts } from '../../../src/extension/account/otherAccounts.ts';

let seen: { provider: ReturnType<typeof lastProvider>; asked: number };
const lastProvider = () => fake.decorations.at(-1);

const ada = { key: 'docs.example.com-ada', label: 'Ada · docs.example.com' } as Account;
const sample = { key: 'sample', label: 'Sample Workspace' } as Account;
let active: Account;
let changed: (change: AccountsChange) => unknown;

beforeEach(() => {
  active = sample;
  markOtherAccounts({
    get active() {
      return active;
    },
    byKey: (key) => [ada, sample].find((account) => account.key === key),
    onDidChange: (listener) => {
      changed = listener;
      return { dispose: () => undefined };
    },
  });
  seen = { provider: lastProvider(), asked: 0 };
  seen.provider?.onDidChangeFileDecorations?.(() => (seen.asked += 1));
});

async function tooltipOf(scheme: string, authority: string): Promise<string | undefined> {
  const uri = { scheme, authority, path: '/space/page.md' } as code.Uri;
  const mark = (await seen.provider?.provideFileDecoration(uri, {})) as code.FileDecoration | undefined;
  return mark?.tooltip;
}

test('marks documents of every kind of another account with its name', async () => {
  const whose = 'From another account: Ada · docs.example.com';

  assert.equal(await tooltipOf('docs-platform', ada.key), whose);
  assert.equal(await tooltipOf('docs-platform', `${ada.key}~before`), whose);
  assert.equal(await tooltipOf('docs-platform-edit', ada.key), whose);
  assert.equal(await tooltipOf('docs-platform-settings', ada.key), whose);
});

test('marks nothing of the active account, of signed-out accounts, or of other extensions', async () => {
  assert.equal(await tooltipOf('docs-platform', 'sample'), undefined);
  assert.equal(await tooltipOf('docs-platform', 'docs.example.com-jin'), undefined);
  assert.equal(await tooltipOf('file', ada.key), undefined);
});

test('marks the others after a switch', async () => {
  const before = seen.asked;
  active = ada;

  changed({ added: [], removed: [], changed: [], activeChanged: true });

  assert.equal(seen.asked, before + 1);
  assert.equal(await tooltipOf('docs-platform', 'sample'), 'From another account: Sample Workspace');
  assert.equal(await tooltipOf('docs-platform', ada.key), undefined);
});

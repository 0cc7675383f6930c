import assert from 'node:assert/strict';
import { beforeEach, test, vi } from 'vitest';
import type * as code from 'vscode';
import type { Account, AccountsChange } from '../../../src/extension/services/accounts.ts';

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
const seen = vi.hoisted(() => ({ provider: undefined as code.FileDecorationProvider | undefined, asked: 0 }));
vi.mock('vscode', () => ({
  EventEmitter: class {
    event = () => ({ dispose: () => undefined });
    fire = () => (seen.asked += 1);
    dispose = () => undefined;
  },
  Disposable: { from: () => ({ dispose: () => undefined }) },
  FileDecoration: class {
    readonly tooltip: string;
    constructor(_: string, tooltip: string) {
      this.tooltip = tooltip;
    }
  },
  ThemeColor: class {},
  l10n: { t: (text: string, value: string) => text.replace('{0}', value) },
  window: { registerFileDecorationProvider: (provider: code.FileDecorationProvider) => (seen.provider = provider) },
}));

const { markOtherAccounts } = await import('../../../src/extension/account/otherAccounts.ts');

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
});

async function tooltipOf(scheme: string, authority: string): Promise<string | undefined> {
  const uri = { scheme, authority, path: '/space/page.md' } as code.Uri;
  return (await seen.provider?.provideFileDecoration(uri, {} as code.CancellationToken))?.tooltip;
}

test('marks documents of every kind of another account with its name', async () => {
  const whose = 'From another account: Ada · docs.example.com';

  assert.equal(await tooltipOf('docs-platform', ada.key), whose);
  assert.equal(await tooltipOf('docs-platform', `${ada.key}~before`), whose);
  assert.equal(await tooltipOf('docs-platform-edit', ada.key), whose);
  assert.equal(await tooltipOf('docs-platform-settings', ada.key), whose);
});

test('marks nothing of the active account, of accounts that were signed out, and of others', async () => {
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

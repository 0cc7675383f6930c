import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { SiteParts } from '../../../src/extension/sites/parts.ts';
import type * as vscode from 'vscode';

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  TreeItemCollapsibleState: {},
  ProgressLocation: {},
  Uri: { from: (parts: object) => parts },
  window: {
    showQuickPick: async (items: readonly { label: string; choice: string }[]) =>
      items.find(({ choice }) => choice === 'link'),
    setStatusBarMessage: () => undefined,
    showTextDocument: async () => undefined,
  },
  workspace: { openTextDocument: async () => undefined },
}));

test('a key that a site was shown with is forgotten with the one that was entered', async () => {
  const asked: (string | undefined)[] = [];
  const site = { id: 's', title: 'Guide', visibility: 'share-link', published: true };
  const urls = { published: 'https://docs.example/s/the-key' };
  const sites = {
    known: () => site,
    at: () => ({ shareLinks: { load: async () => [{ id: 'l', name: 'Partners', active: true, urls }] } }),
    published: async (_: unknown, key: string | undefined) => {
      asked.push(key);
      return { site, structure: { structure: [] } };
    },
  };
  const account = { key: 'a' };
  const parts = {
    accounts: { active: account, byKey: () => account },
    platforms: { sites: async () => sites },
    shareKeys: { get: async () => undefined, set: async () => undefined },
  } as unknown as SiteParts;
  const row = { kind: 'site', key: 'k', at: { organizationId: 'o', siteId: 's' } };
  const { showPublished, textOf } = await import('../../../src/extension/sites/documents.ts');
  const { forgetKey } = await import('../../../src/extension/sites/shareLinkCommands.ts');
  const shown: vscode.Uri[] = [];
  await showPublished(parts, row, (uri) => shown.push(uri));

  await forgetKey(parts, row);
  await textOf(parts, shown[0]!);

  assert.deepEqual(asked, ['the-key', undefined]);
});

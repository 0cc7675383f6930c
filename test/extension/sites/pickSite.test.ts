import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { SiteParts } from '../../../src/extension/sites/parts.ts';

const offered: string[] = [];

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  TreeItemCollapsibleState: {},
  window: {
    showQuickPick: async (items: readonly { label: string }[]) => void offered.push(...items.map(({ label }) => label)),
  },
}));

test('what changes a site is offered for the sites of organizations that the account administers', async () => {
  const organizations = [
    { id: 'mine', title: 'Mine', permissions: { admin: true } },
    { id: 'untold', title: 'Untold' },
    { id: 'theirs', title: 'Theirs', permissions: { admin: false } },
  ];
  const sites = {
    sites: async (id: string) => ({ sites: [{ id, title: `Guide ${id}`, visibility: 'public', published: true }] }),
  };
  const parts = {
    accounts: { active: { key: 'a' } },
    platforms: { sites: async () => sites, library: async () => ({ organizations: async () => organizations }) },
  } as unknown as SiteParts;
  const { pickSite, pickSiteToChange } = await import('../../../src/extension/sites/pickSite.ts');

  await pickSiteToChange(parts, undefined, 'Rename which site?');
  assert.deepEqual(offered.splice(0), ['Guide mine', 'Guide untold']);

  await pickSite(parts, undefined, 'Show which site?');
  assert.deepEqual(offered, ['Guide mine', 'Guide untold', 'Guide theirs']);
});

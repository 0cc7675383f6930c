import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fake } from '../../fakes/vscode/index.ts';
import { pickSite, pickSiteToChange } from '../../../src/extension/sites/pickSite.ts';
import type { SitesContext } from '../../../src/extension/sites/context.ts';

test('offers an action that changes a site for the sites of organizations that the account administers', async () => {
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
    stores: () => ({ sites: async () => sites, library: async () => ({ organizations: async () => organizations }) }),
  } as unknown as SitesContext;
  const offered: string[] = [];
  fake.pick = (items) => void offered.push(...items.map(({ label }) => label));

  await pickSiteToChange(parts, undefined, 'Select a site to rename');
  assert.deepEqual(offered.splice(0), ['Guide mine', 'Guide untold']);

  await pickSite(parts, undefined, 'Show which site?');
  assert.deepEqual(offered, ['Guide mine', 'Guide untold', 'Guide theirs']);
});

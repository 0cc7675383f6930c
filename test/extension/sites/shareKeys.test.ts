import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fake } from '../../fakes/vscode/index.ts';
import { showPublished, textOf } from '../../../src/extension/sites/documents.ts';
import { siteOf } from '../../../src/extension/sites/pickSite.ts';
import { forgetKey } from '../../../src/extension/sites/shareLinkCommands.ts';
import type { SitesContext } from '../../../src/extension/sites/context.ts';
import type * as vscode from 'vscode';

test('forgets the key that a site was shown with when the entered one is removed', async () => {
  const asked: (string | undefined)[] = [];
  const site = { id: 's', title: 'Guide', visibility: 'share-link', published: true };
  const urls = { published: 'https://docs.example/s/the-key' };
  const sites = {
    cached: () => site,
    at: () => ({ shareLinks: { load: async () => [{ id: 'l', name: 'Partners', active: true, urls }] } }),
    published: async (_: unknown, key: string | undefined) => {
      asked.push(key);
      return { site, structure: { structure: [] } };
    },
  };
  const account = { key: 'a' };
  const parts = {
    accounts: { active: account, byKey: () => account },
    stores: () => ({ sites: async () => sites }),
    shareKeys: { get: async () => undefined, set: async () => undefined },
  } as unknown as SitesContext;
  const row = { kind: 'site', key: 'k', at: { organizationId: 'o', siteId: 's' }, mayChange: true } as const;
  const picked = (await siteOf(parts, row))!;
  fake.pick = (items) => items.find((item) => 'choice' in item && item.choice === 'link');
  const shown: vscode.Uri[] = [];
  await showPublished(parts, picked, (uri) => shown.push(uri));

  await forgetKey(parts, picked);
  await textOf(parts, shown[0]!);

  assert.deepEqual(asked, ['the-key', undefined]);
});

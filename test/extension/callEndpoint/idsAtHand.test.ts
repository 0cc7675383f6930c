import assert from 'node:assert/strict';
import { beforeEach, test, vi } from 'vitest';
import type { Account } from '../../../src/extension/account/accounts.ts';
import { idsAtHand } from '../../../src/extension/callEndpoint/idsAtHand.ts';
import type { Platforms } from '../../../src/extension/platforms.ts';
import { uriOf } from '../../../src/model/address.ts';
import { settingsUriOf } from '../../../src/model/settingsAddress.ts';

const window = vi.hoisted((): { activeTextEditor: unknown } => ({ activeTextEditor: undefined }));

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', () => ({ window }));

const account = { key: 'docs.example' } as Account;
const platforms = {
  library: async () => ({
    entry: async () => ({ kind: 'page', node: { id: 'open page' } }),
    knownSpaces: () => [
      { id: 'open', organization: 'north' },
      { id: 'other', organization: 'south' },
    ],
    organizations: async () => [{ id: 'north' }, { id: 'south' }],
  }),
} as unknown as Platforms;

beforeEach(() => {
  const uri = uriOf({ account: account.key, space: 'open', path: 'start.md' });
  window.activeTextEditor = { document: { uri } };
});

test('a request is about the page that is open', async () => {
  const ids = await idsAtHand({ platforms }, account, undefined);

  assert.deepEqual(ids, { spaceId: 'open', pageId: 'open page', organizationId: 'north' });
});

test('a request is about the row that it was called on, whatever page is open', async () => {
  const row = {
    kind: 'space',
    key: 'other',
    space: { id: 'other' },
    parent: { kind: 'organization', key: 'south', organization: { id: 'south' } },
  };

  const ids = await idsAtHand({ platforms }, account, row);

  assert.deepEqual(ids, { spaceId: 'other', organizationId: 'south' });
});

test('a request is about what a row of another view has settings of', async () => {
  const row = { kind: 'site', key: 's1', settings: { kind: 'site', ids: { organizationId: 'south', siteId: 's1' } } };

  assert.deepEqual(await idsAtHand({ platforms }, account, row), { organizationId: 'south', siteId: 's1' });
});

test('a request is about the settings that are open, unless they are of another account', async () => {
  const ids = { spaceId: 'other' };
  const openSettings = (of: string) => {
    const uri = settingsUriOf({ account: of, kind: 'space', ids, title: 'Other' });
    window.activeTextEditor = { document: { uri } };
  };

  openSettings(account.key);
  const own = await idsAtHand({ platforms }, account, undefined);
  openSettings('elsewhere.example');
  const foreign = await idsAtHand({ platforms }, account, undefined);

  assert.deepEqual([own, foreign], [{ spaceId: 'other', organizationId: 'south' }, { organizationId: 'north' }]);
});

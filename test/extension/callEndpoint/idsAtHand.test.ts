import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../src/extension/services/accounts.ts';
import { idsAtHand } from '../../../src/extension/callEndpoint/idsAtHand.ts';
import type { Services } from '../../../src/extension/services/services.ts';
import type { SelectedRow } from '../../../src/extension/services/selectedRow.ts';
import { uriOf } from '../../../src/model/shared/address.ts';
import { settingsUriOf } from '../../../src/model/settings/address.ts';

const account = { key: 'docs.example' } as Account;
const stores = (() => ({
  library: async () => ({
    entry: async () => ({ kind: 'page', node: { id: 'open page' } }),
    cachedSpaces: () => [
      { id: 'open', organization: 'north' },
      { id: 'other', organization: 'south' },
    ],
    organizations: async () => [{ id: 'north' }, { id: 'south' }],
  }),
})) as unknown as Services['stores'];

let selection: ReturnType<SelectedRow['now']>;
const selected = { now: () => selection } as SelectedRow;

const organizationRow = { kind: 'organization', key: 'south', organization: { id: 'south' } };
const spaceRow = { kind: 'space', key: 'other', space: { id: 'other' }, parent: organizationRow };

beforeEach(() => {
  selection = undefined;
  const uri = uriOf({ account: account.key, space: 'open', path: 'start.md' });
  Object.assign(vscode.window, { activeTextEditor: { document: { uri } } });
});

test('a request is about the page that is open', async () => {
  const ids = await idsAtHand({ stores, selected }, account, undefined);

  assert.deepEqual(ids, { spaceId: 'open', pageId: 'open page', organizationId: 'north' });
});

test('a request is about the row that it was called on, whatever page is open', async () => {
  const ids = await idsAtHand({ stores, selected }, account, spaceRow);

  assert.deepEqual(ids, { spaceId: 'other', organizationId: 'south' });
});

test('a request is about what a row of another view has settings of', async () => {
  const row = { kind: 'site', key: 's1', settings: { kind: 'site', ids: { organizationId: 'south', siteId: 's1' } } };

  assert.deepEqual(await idsAtHand({ stores, selected }, account, row), { organizationId: 'south', siteId: 's1' });
});

test('a request is about the settings that are open, unless they are of another account', async () => {
  const ids = { spaceId: 'other' };
  const openSettings = (of: string) => {
    const uri = settingsUriOf({ account: of, kind: 'space', ids, title: 'Other' });
    Object.assign(vscode.window, { activeTextEditor: { document: { uri } } });
  };

  openSettings(account.key);
  const own = await idsAtHand({ stores, selected }, account, undefined);
  openSettings('elsewhere.example');
  const foreign = await idsAtHand({ stores, selected }, account, undefined);

  assert.deepEqual([own, foreign], [{ spaceId: 'other', organizationId: 'south' }, { organizationId: 'north' }]);
});

test('from the palette a request is about the row that is selected, whatever page is open', async () => {
  selection = { row: spaceRow, isLeft: false };

  assert.deepEqual(await idsAtHand({ stores, selected }, account, undefined), {
    spaceId: 'other',
    organizationId: 'south',
  });
});

test('who turned to a page elsewhere after a row was selected means the page', async () => {
  selection = { row: spaceRow, isLeft: true };

  assert.deepEqual(await idsAtHand({ stores, selected }, account, undefined), {
    spaceId: 'open',
    pageId: 'open page',
    organizationId: 'north',
  });
});

test('a page that is open adds to the row of its own space', async () => {
  selection = { row: { kind: 'space', key: 'open', space: { id: 'open' } }, isLeft: true };

  assert.deepEqual(await idsAtHand({ stores, selected }, account, undefined), {
    spaceId: 'open',
    pageId: 'open page',
    organizationId: 'north',
  });
});

test('a request is about the change request whose row, or the row of a page of it, is selected', async () => {
  const changeRequest = { kind: 'changeRequest', key: 'c', space: { id: 'other' }, changeRequest: { id: 'c1' } };
  const at = { space: 'other', changeRequest: { id: 'c1' } };
  const ids = { spaceId: 'other', changeRequestId: 'c1', organizationId: 'south' };

  selection = { row: changeRequest, isLeft: false };
  assert.deepEqual(await idsAtHand({ stores, selected }, account, undefined), ids);

  selection = { row: { kind: 'page', key: 'p', parent: changeRequest, at, node: { id: 'p1' } }, isLeft: false };
  assert.deepEqual(await idsAtHand({ stores, selected }, account, undefined), { ...ids, pageId: 'p1' });
});

test('a row that stands for nothing is none', async () => {
  selection = { row: { kind: 'note', key: 'n' }, isLeft: false };

  assert.equal((await idsAtHand({ stores, selected }, account, undefined))['spaceId'], 'open');
});

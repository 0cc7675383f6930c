import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import { idsAtHand } from '../../../../src/extension/organization/callEndpoint/idsAtHand.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';
import type { SelectedRow } from '../../../../src/extension/ground/services/selectedRow.ts';
import { main, uriOf } from '../../../../src/model/shared/address.ts';
import { settingsUriOf } from '../../../../src/model/settings/address.ts';

const account = { key: 'docs.example' } as Account;
const stores = (() => ({
  contents: async () => ({ entry: async () => ({ kind: 'page', node: { id: 'open page' } }) }),
  library: async () => ({
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
  const uri = uriOf({ account: account.key, space: 'open', version: main, path: 'start.md' });
  Object.assign(vscode.window, { activeTextEditor: { document: { uri } } });
});

test('a request uses the open page', async () => {
  const ids = await idsAtHand({ stores, selected }, account, undefined);

  assert.deepEqual(ids, { spaceId: 'open', pageId: 'open page', organizationId: 'north' });
});

test('a request uses the row it was called on, whatever page is open', async () => {
  const ids = await idsAtHand({ stores, selected }, account, spaceRow);

  assert.deepEqual(ids, { spaceId: 'other', organizationId: 'south' });
});

test('a request uses the resource of a row in another view', async () => {
  const row = { kind: 'site', key: 's1', settings: { kind: 'site', ids: { organizationId: 'south', siteId: 's1' } } };

  assert.deepEqual(await idsAtHand({ stores, selected }, account, row), { organizationId: 'south', siteId: 's1' });
});

test('a request uses the open settings, unless they belong to another account', async () => {
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

test('a request uses the selected row when called from the palette, whatever page is open', async () => {
  selection = { row: spaceRow, isLeft: false };

  assert.deepEqual(await idsAtHand({ stores, selected }, account, undefined), {
    spaceId: 'other',
    organizationId: 'south',
  });
});

test('a request uses the page if the user switched to it after selecting a row', async () => {
  selection = { row: spaceRow, isLeft: true };

  assert.deepEqual(await idsAtHand({ stores, selected }, account, undefined), {
    spaceId: 'open',
    pageId: 'open page',
    organizationId: 'north',
  });
});

test('a request adds an open page to a row of the same space', async () => {
  selection = { row: { kind: 'space', key: 'open', space: { id: 'open' } }, isLeft: true };

  assert.deepEqual(await idsAtHand({ stores, selected }, account, undefined), {
    spaceId: 'open',
    pageId: 'open page',
    organizationId: 'north',
  });
});

test('a request uses the change request of a selected row, or of the row of one of its pages', async () => {
  const changeRequest = { kind: 'changeRequest', key: 'c', space: { id: 'other' }, changeRequest: { id: 'c1' } };
  const at = { space: 'other', changeRequest: { id: 'c1' } };
  const ids = { spaceId: 'other', changeRequestId: 'c1', organizationId: 'south' };

  selection = { row: changeRequest, isLeft: false };
  assert.deepEqual(await idsAtHand({ stores, selected }, account, undefined), ids);

  selection = { row: { kind: 'page', key: 'p', parent: changeRequest, at, node: { id: 'p1' } }, isLeft: false };
  assert.deepEqual(await idsAtHand({ stores, selected }, account, undefined), { ...ids, pageId: 'p1' });
});

test('a request ignores a row without a resource', async () => {
  selection = { row: { kind: 'note', key: 'n' }, isLeft: false };

  assert.equal((await idsAtHand({ stores, selected }, account, undefined))['spaceId'], 'open');
});

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../../src/extension.ts';
import { spaceId, userId } from '../../../src/server/sample/seeding.ts';
import { forgetAllAccounts } from '../../host/extensionUnderTest.ts';
import { signIn, type Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { until } from '../../host/until.ts';
import { keepSampleWorkspace, signedIn } from '../activated.ts';

const { executeCommand } = vscode.commands;

describe('Accounts', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let mara: Account;

  signedIn((given) => {
    ({ testing, person, platform, account: mara } = given);
    keepSampleWorkspace(testing);
  });

  beforeEach(async () => {
    await forgetAllAccounts(testing);
    await signIn(person, platform.address, platform.token);
    person.startOver();
  });

  const keysShown = () => testing.accounts.all().map(({ key }) => key);
  const filesOf = (account: Account) =>
    globSync('**/*', { cwd: path.join(testing.context.globalStorageUri.fsPath, 'accounts', account.key) });
  const readPage = async (account: Account) => {
    const library = await testing.stores(account).library();
    const { byPath } = await library.pages(spaceId('operator-handbook'));
    const path = [...byPath.keys()].find((each) => each.endsWith('.md'));
    const uri = vscode.Uri.parse(`docs-platform://${account.key}/${spaceId('operator-handbook')}/${path}`);
    await vscode.workspace.fs.readFile(uri);
    await until('what is kept for the account', () => filesOf(account).length > 0);
  };

  test('two users of one server are two accounts, each with its own token', async () => {
    const jin = await signIn(person, platform.address, platform.tokenOf(userId('jin')));

    assert.deepEqual(keysShown(), [mara.key, jin.key]);
    assert.equal(testing.accounts.active?.key, jin.key);
    assert.equal(await testing.accounts.token(mara.key), platform.token);
    assert.equal(await testing.accounts.token(jin.key), platform.tokenOf(userId('jin')));
  });

  test('switching shows the documentation of the other account', async () => {
    const grace = await signIn(person, platform.address, platform.tokenOf(userId('grace')));
    person.picks('Mara');

    await executeCommand('docsPlatform.switchAccount');

    assert.equal(testing.accounts.active?.key, mara.key);
    const labels = async () => {
      const rows = (await testing.tree?.provider.getChildren()) ?? [];
      return rows.map((row) => (row.kind === 'organization' ? row.organization.title : row.kind));
    };
    assert.deepEqual(await labels(), ['Northwind Robotics', 'Harbor Labs']);
    await testing.accounts.activate(grace.key);
    assert.deepEqual((await labels()).toSorted(), ['Harbor Labs', 'Northwind Robotics']);
  });

  test('the switcher offers the account used before first and the active one last, also after a sign-out', async () => {
    const offered = async () => {
      person.startOver();
      await executeCommand('docsPlatform.switchAccount');
      return person.offered[0]?.map((label) => label.split(' ')[0]).slice(0, -3);
    };
    const jin = await signIn(person, platform.address, platform.tokenOf(userId('jin')));
    const grace = await signIn(person, platform.address, platform.tokenOf(userId('grace')));
    assert.deepEqual(await offered(), ['Jin', 'Mara', 'Grace']);

    await testing.accounts.activate(mara.key);
    assert.deepEqual(await offered(), ['Grace', 'Jin', 'Mara']);
    await testing.accounts.activate(mara.key);
    assert.deepEqual(await offered(), ['Grace', 'Jin', 'Mara']);

    person.startOver();
    person.presses('Sign Out');
    await executeCommand('docsPlatform.signOut', grace.key);
    assert.deepEqual(await offered(), ['Jin', 'Mara']);
    assert.notEqual(testing.context.globalState.get('previousAccount'), grace.key);

    await testing.accounts.activate(jin.key);
    person.picks('Mara');
    await executeCommand('docsPlatform.switchAccount');
    assert.equal(testing.accounts.active?.key, mara.key);
  });

  test('a dismissed switch changes nothing', async () => {
    await signIn(person, platform.address, platform.tokenOf(userId('grace')));
    const before = testing.accounts.active;

    await executeCommand('docsPlatform.switchAccount');

    assert.deepEqual(testing.accounts.active, before);
  });

  test('the switcher also offers to sign in and to open the sample workspace', async () => {
    person.picks('Sign In', 'Sample');
    person.types(platform.address, platform.tokenOf(userId('ada')));
    await executeCommand('docsPlatform.switchAccount');
    assert.match(testing.accounts.active?.label ?? '', /^Ada Park/);

    await executeCommand('docsPlatform.switchAccount');

    assert.equal(testing.accounts.active?.kind, 'sample');
  });

  test('a token can be replaced with another one of the same user', async () => {
    person.types('dp_wrong', platform.token);
    await testing.context.secrets.store(`token/${mara.key}`, 'dp_expired');

    await executeCommand('docsPlatform.replaceToken');

    assert.deepEqual(keysShown(), [mara.key]);
    assert.equal(await testing.accounts.token(mara.key), platform.token);
    assert.equal(person.questions[0]?.value, undefined);
    assert.equal(person.refusals.length, 1);
  });

  test("replacing the token of an inactive account doesn't activate it, and all accounts keep their order", async () => {
    const jin = await signIn(person, platform.address, platform.tokenOf(userId('jin')));
    const grace = await signIn(person, platform.address, platform.tokenOf(userId('grace')));
    await testing.context.secrets.store(`token/${jin.key}`, 'dp_expired');
    person.types(platform.tokenOf(userId('jin')));

    await executeCommand('docsPlatform.replaceToken', jin.key);

    assert.equal(await testing.accounts.token(jin.key), platform.tokenOf(userId('jin')));
    assert.equal(testing.accounts.active?.key, grace.key);
    assert.deepEqual(keysShown(), [mara.key, jin.key, grace.key]);
  });

  test('replacing it with a token of another user creates another account and leaves the first unchanged', async () => {
    person.types(platform.tokenOf(userId('jin')));

    await executeCommand('docsPlatform.replaceToken', mara.key);

    assert.equal(testing.accounts.all().length, 2);
    assert.match(testing.accounts.active?.label ?? '', /^Jin Watanabe/);
    assert.equal(await testing.accounts.token(mara.key), platform.token);
  });

  test('a dismissed or refused replacement keeps the token', async () => {
    person.types('dp_wrong');

    await executeCommand('docsPlatform.replaceToken', mara.key);

    assert.equal(await testing.accounts.token(mara.key), platform.token);
  });

  test('signing out asks, and dismissing the question keeps the user signed in', async () => {
    await executeCommand('docsPlatform.signOut');

    assert.equal(person.choices[0]?.modal, true);
    assert.match(person.choices[0]?.message ?? '', /Sign out of Mara Lindqvist/);
    assert.deepEqual(keysShown(), [mara.key]);
    assert.equal(await testing.accounts.token(mara.key), platform.token);
  });

  test("an argument from another extension doesn't skip the question", async () => {
    await executeCommand('docsPlatform.signOut', mara.key);

    assert.equal(person.choices.length, 1);
    assert.deepEqual(keysShown(), [mara.key]);
  });

  test('signing out removes the token and everything stored for the account', async () => {
    await readPage(mara);
    person.presses('Sign Out');

    await executeCommand('docsPlatform.signOut');

    assert.deepEqual(keysShown(), []);
    assert.deepEqual(await testing.context.secrets.keys(), []);
    assert.deepEqual(filesOf(mara), []);
    const { globalState } = testing.context;
    assert.ok(!globalState.keys().some((key) => JSON.stringify([key, globalState.get(key)]).includes(mara.key)));
  });

  test('signing out with two accounts asks which one, and keeps the other', async () => {
    const jin = await signIn(person, platform.address, platform.tokenOf(userId('jin')));
    person.picks('Mara');
    person.presses('Sign Out');

    await executeCommand('docsPlatform.signOut');

    assert.deepEqual(keysShown(), [jin.key]);
    assert.deepEqual(await testing.context.secrets.keys(), [`token/${jin.key}`]);
  });

  test('signing out of the active account activates the other, with its documentation', async () => {
    const jin = await signIn(person, platform.address, platform.tokenOf(userId('jin')));
    const organizations = async () => {
      const rows = (await testing.tree?.provider.getChildren()) ?? [];
      return rows.filter(({ kind }) => kind === 'organization').length;
    };
    assert.equal(await organizations(), 1);
    person.presses('Sign Out');

    await executeCommand('docsPlatform.signOut', jin.key);

    assert.equal(testing.accounts.active?.key, mara.key);
    assert.equal(await organizations(), 2);
  });

  test('a token that another window stored is used from the next request on', async () => {
    const tokens: (string | null)[] = [];
    platform.instead = (request, real) => {
      tokens.push(request.headers.get('authorization'));
      return real(request);
    };
    await testing.context.secrets.store(`token/${mara.key}`, platform.tokenOf(userId('jin')));
    tokens.length = 0;

    await executeCommand('docsPlatform.library.refresh');

    platform.instead = undefined;
    assert.deepEqual([...new Set(tokens)], [`Bearer ${platform.tokenOf(userId('jin'))}`]);
  });

  test('a user without an account is offered the two ways to one, and the command then continues', async () => {
    await testing.accounts.remove(mara.key);
    person.presses('Sign In…');
    person.types(platform.address, platform.token, `${platform.address}/nothing`);

    await executeCommand('docsPlatform.openFromUrl');

    assert.equal(testing.accounts.active?.key, mara.key);
    assert.equal(person.questions.at(-1)?.title, 'Open from URL');
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as vscode from 'vscode';
import { createAskAgain } from '../../../src/extension/account/askAgain.ts';
import type { Account } from '../../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../../src/extension.ts';
import { spaceId, userId } from '../../../src/server/sample/seeding.ts';
import type { Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { until } from '../../host/until.ts';
import { fake } from '../../fakes/vscode/index.ts';
import { signedInForEach } from '../activated.ts';

const { executeCommand } = vscode.commands;

describe('A token that is no longer accepted', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let jin: Account;
  const answerAlways = (status: number) => {
    platform.instead = () => Response.json({ error: { code: status, message: 'no' } }, { status });
  };
  const page = () => vscode.Uri.parse(`docs-platform://${jin.key}/${spaceId('rest-api')}/start.md`);
  const organizations = async () => {
    const rows = (await testing.tree?.provider.getChildren()) ?? [];
    return rows.filter(({ kind }) => kind === 'organization').length;
  };

  signedInForEach(
    async (given) => {
      ({ testing, person, platform, account: jin } = given);
      assert.equal(await organizations(), 1);
    },
    { as: userId('jin') },
  );

  test('causes one question, however many requests it fails', async () => {
    answerAlways(401);

    for (let time = 0; time < 3; time++) await executeCommand('docsPlatform.library.refresh');

    assert.equal(person.choices.length, 1);
    assert.match(person.choices[0]?.message ?? '', /no longer accepts the token of Jin Watanabe/);
    assert.equal(await organizations(), 1);
    assert.match(testing.tree?.view.message ?? '', /The server no longer accepts your token/);
  });

  test('is shown in the status bar, which leads to another token, until the server accepts one', async () => {
    const item = () =>
      fake.statusBarItems.find(({ text }) => text.endsWith(jin.label)) as unknown as vscode.StatusBarItem;
    await until('the account', () => item().text === `$(book) ${jin.label}`);
    answerAlways(401);

    await executeCommand('docsPlatform.library.refresh');

    assert.equal(item().text, `$(key) ${jin.label}`);
    assert.ok(item().backgroundColor);
    assert.match(JSON.stringify(item().tooltip), /no longer accepts the token of Jin Watanabe/);
    const { command, arguments: given } = item().command as vscode.Command;
    assert.deepEqual([command, given], ['docsPlatform.replaceToken', [jin.key]]);
    platform.instead = undefined;
    await executeCommand('docsPlatform.library.refresh');
    assert.equal(item().text, `$(book) ${jin.label}`);
    assert.equal(item().backgroundColor, undefined);
  });

  test('is no longer complained about in any view once the server accepts it again', async () => {
    answerAlways(401);
    await executeCommand('docsPlatform.library.refresh');
    const message = () => testing.tree?.view.message ?? '';
    await until('a message', () => message().includes('no longer accepts your token'));
    platform.instead = undefined;

    await executeCommand('docsPlatform.sites.refresh');

    await until('the Library without a message', () => testing.tree?.view.message === undefined);
  });

  test("isn't reported again by the failed command while the question is shown", async () => {
    const before = { ...testing.prompts };
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<undefined>();
    testing.prompts.choose = () => {
      asked.resolve();
      return answered.promise;
    };
    answerAlways(401);

    await executeCommand('docsPlatform.page.refresh', page());
    await asked.promise;
    assert.deepEqual(person.messages, []);
    answered.resolve(undefined);
    Object.assign(testing.prompts, before);
    await until('the question to be gone', async () => {
      await executeCommand('docsPlatform.page.refresh', page());
      return person.messages.length > 0;
    });

    assert.match(person.messages[0] ?? '', /token/);
    assert.deepEqual(person.choices, []);
  });

  test('can be replaced from the question, and the tree then works', async () => {
    platform.instead = (request, real) =>
      request.headers.get('authorization') === `Bearer ${platform.tokenOf(userId('jin'))}`
        ? Response.json({ error: { code: 401, message: 'no' } }, { status: 401 })
        : real(request);
    person.presses('Replace Token…');
    person.types(platform.token);

    await executeCommand('docsPlatform.library.refresh');

    await until('the new account', () => testing.accounts.active?.label.startsWith('Mara'));
    assert.equal(await organizations(), 2);
    assert.equal(testing.tree?.view.message, undefined);
  });

  test('can be removed from the question, which asks once more', async () => {
    answerAlways(401);
    person.presses('Sign Out…', 'Sign Out');

    await executeCommand('docsPlatform.library.refresh');

    await until('signing out', () => testing.accounts.byKey(jin.key) === undefined);
    assert.equal(person.choices.length, 2);
  });

  test("isn't confused with a missing permission, which causes no question", async () => {
    answerAlways(403);

    await executeCommand('docsPlatform.library.refresh');

    assert.deepEqual(person.choices, []);
    assert.equal(await organizations(), 1);
    assert.match(testing.tree?.view.message ?? '', /^Couldn't refresh\. /);
  });

  test('causes no question if the user has signed out in the meantime', async () => {
    const asked = Promise.withResolvers<void>();
    const signedOut = Promise.withResolvers<void>();
    platform.instead = async () => {
      asked.resolve();
      await signedOut.promise;
      return Response.json({ error: { code: 401, message: 'no' } }, { status: 401 });
    };
    const library = await testing.stores(jin).library();
    const refreshed = library.refresh();
    await asked.promise;

    await testing.accounts.remove(jin.key);
    signedOut.resolve();

    await refreshed;
    assert.deepEqual(person.choices, []);
  });

  test('causes another question after some time, and one for each account', async () => {
    let now = 0;
    const asked: string[] = [];
    const askAgain = createAskAgain(
      {
        ask: async () => undefined,
        choose: async ({ message }) => void asked.push(message),
      },
      () => now,
    );
    const refuse = async (account: Account) => {
      askAgain.refused(account);
      await new Promise(setImmediate);
    };

    await refuse(jin);
    await refuse(jin);
    await refuse({ ...jin, key: 'other', label: 'Other' });
    now += 6 * 60_000;
    await refuse(jin);

    assert.deepEqual(
      asked.map((message) => /token of (\w+)/.exec(message)?.[1]),
      ['Jin', 'Other', 'Jin'],
    );
  });
});

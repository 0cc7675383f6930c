import assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { InboxRow } from '../../src/extension/comments/inbox/rows.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId, userId } from '../../src/server/sample/seeding.ts';
import type { Threads } from '../../src/store/comments/threads.ts';
import { extensionUnderTest, forgetAllAccounts } from './extensionUnderTest.ts';
import { signIn, sitDown, type Person } from './person.ts';
import { servePlatform, type ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');
const place = { space: handbook };

suite('The Inbox', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;
  let threads: Threads;

  suiteSetup(async () => {
    testing = await extensionUnderTest();
    person = sitDown(testing);
  });

  setup(async () => {
    platform = await servePlatform();
    account = await signIn(person, platform.address, platform.token);
    threads = await testing.stores(account).comments();
    person.startOver();
  });

  teardown(async () => {
    await forgetAllAccounts(testing);
    person.startOver();
    await platform.close();
  });

  suiteTeardown(() => person.leave());

  interface Shown {
    readonly row: InboxRow;
    readonly label: string;
    readonly description: string;
    readonly context: string;
  }

  async function rows(parent?: InboxRow): Promise<Shown[]> {
    const provider = testing.inbox?.provider;
    assert.ok(provider);
    const found = (await provider.getChildren(parent)) ?? [];
    return Promise.all(
      found.map(async (row) => {
        const item = await provider.getTreeItem(row);
        return {
          row,
          label: typeof item.label === 'string' ? item.label : '',
          description: String(item.description),
          context: item.contextValue ?? '',
        };
      }),
    );
  }

  const labels = async (parent?: InboxRow) => (await rows(parent)).map(({ label }) => label);

  async function as(who: string, path: string, body: object): Promise<{ id: string }> {
    const response = await platform.call('POST', path, body, userId(who));
    assert.ok(response.ok, String(response.status));
    return (await response.json()) as { id: string };
  }

  /** Each refresh requests the next list. */
  async function lookAround(): Promise<void> {
    for (let turn = 0; turn < 6; turn++) await executeCommand('docsPlatform.inbox.refresh');
  }

  test('opens the thread of a row, which is then read', async () => {
    const own = await threads.send({ kind: 'thread', place }, 'Which dock?');
    await lookAround();
    await as('ada', `/spaces/${handbook}/comments/${own}/replies`, { body: { markdown: 'The left one.' } });
    await lookAround();
    const row = (await rows()).find(({ label }) => label === 'The left one.');

    await executeCommand('docsPlatform.inbox.open', row?.row);

    await until('the panel', () =>
      vscode.window.tabGroups.all.some(({ tabs }) =>
        tabs.some(({ label }) => label.includes('Heron Operator Handbook')),
      ),
    );
    assert.equal((await labels()).includes('The left one.'), false);
  });
});

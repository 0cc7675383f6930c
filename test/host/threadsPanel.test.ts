import assert from 'node:assert/strict';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { rowAt } from './libraryRows.ts';
import { signIn, type Person } from './person.ts';
import { servePlatform, type ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');
const handbookRow = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'] as const;

suite('Comment threads in a panel', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  signedIn((given) => ({ testing, person, platform, account } = given));

  teardown(async () => {
    await executeCommand('workbench.action.closeAllEditors');
    person.startOver();
  });

  const tabs = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('docsPlatform.threads'))
      .map(({ label }) => label);
  const panel = (label: string) => until(label, () => tabs().includes(label));

  test('open for a space from its row: one panel, however often it is opened', async () => {
    const { row } = await rowAt(testing, ...handbookRow);

    await executeCommand('docsPlatform.openThreads', row);
    await panel('Comments: Heron Operator Handbook');
    await executeCommand('docsPlatform.openThreads', row);

    assert.deepEqual(tabs(), ['Comments: Heron Operator Handbook']);
  });

  test('start their webview under its policy, and request the comments', async () => {
    const { row } = await rowAt(testing, ...handbookRow);
    const threads = await testing.stores(account).comments();

    await executeCommand('docsPlatform.openThreads', row);

    await until('the comments', () => threads.of({ space: handbook }).cached().asOf > 0);
  });

  test('open for the open page, and for the row of a page', async () => {
    const { row } = await rowAt(testing, ...handbookRow, 'Get started', 'First mission');
    await executeCommand('docsPlatform.openThreads', row);
    await panel('Comments: Heron Operator Handbook');
    await executeCommand('workbench.action.closeAllEditors');
    await vscode.window.showTextDocument(
      vscode.Uri.from({
        scheme: 'docs-platform',
        authority: account.key,
        path: `/${handbook}/why-does-my-heron-stop.md`,
      }),
    );

    await executeCommand('docsPlatform.openThreads');

    await panel('Comments: Heron Operator Handbook');
  });

  test('open for a change request, from a row of it', async () => {
    const { changeRequest, space } = await openChangeRequest();

    await executeCommand('docsPlatform.openThreads', { space, changeRequest });

    await panel(`Comments on #${changeRequest.number}`);
  });

  test('open at a thread from a notification', async () => {
    const threads = await testing.stores(account).comments();
    const known = await threads.of({ space: handbook }).load();

    await executeCommand('docsPlatform.openThreads', {
      account: account.key,
      place: { space: handbook },
      thread: known.threads[0]?.id,
    });

    await panel('Comments: Heron Operator Handbook');
  });

  test('open for a space that the user picks in the palette', async () => {
    // A hidden view has no selected row.
    await executeCommand('workbench.view.explorer');
    await until('the Library to be hidden', () => testing.tree?.view.visible !== true);
    person.picks('Firmware Guide');

    await executeCommand('docsPlatform.openThreads');

    await until('the panel', () => tabs().some((label) => label.includes('Firmware Guide')));
  });

  test('say what is missing', async () => {
    await executeCommand('docsPlatform.openThreads', { space: 'nowhere' });

    await until('the message', () => person.messages.length > 0);
    assert.deepEqual(tabs(), []);
  });

  test('load pictures only from the public web', async () => {
    platform.taken();

    await assert.rejects(testing.fetchImage(`${platform.address}/picture.png`), /fileInPrivateNetwork/);
    await assert.rejects(testing.fetchImage('http://images.example/picture.png'), /fileNotHttps/);

    assert.deepEqual(platform.taken(), []);
  });

  test('stay open when their account is signed out, and load again after the next sign-in', async () => {
    const other = await servePlatform();
    const second = await signIn(person, other.address, other.token);
    await executeCommand('docsPlatform.openThreads', { account: second.key, place: { space: handbook } });
    await panel('Comments: Heron Operator Handbook');

    await testing.accounts.remove(second.key);
    assert.deepEqual(tabs(), ['Comments: Heron Operator Handbook']);
    const again = await signIn(person, other.address, other.token);

    const threads = await testing.stores(again).comments();
    await until('the comments', () => threads.of({ space: handbook }).cached().asOf > 0);
    assert.deepEqual(tabs(), ['Comments: Heron Operator Handbook']);
    await executeCommand('workbench.action.closeAllEditors');
    await testing.accounts.remove(again.key);
    await other.close();
    await testing.accounts.activate(account.key);
  });

  async function openChangeRequest() {
    const changeRequests = await testing.stores(account).changeRequests();
    const children = await changeRequests.children(undefined);
    for (const place of children.places) {
      const { places } = await changeRequests.children(place);
      const found = places.find(({ kind }) => kind === 'changeRequest');
      if (found?.kind === 'changeRequest') return found;
    }
    throw new Error('There are no change requests.');
  }
});

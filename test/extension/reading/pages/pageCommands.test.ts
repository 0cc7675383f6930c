import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import { organizationId, spaceId } from '../../../../src/server/sample/seeding.ts';
import type { Person } from '../../../host/person.ts';
import { signedIn } from '../../activated.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');
const inBrowser = `https://docs.northwind.example/o/${organizationId('northwind')}/s/${handbook}`;

describe('Page commands', () => {
  let person: Person;
  let account: Account;

  signedIn((given) => ({ person, account } = given), { appUrl: 'https://docs.northwind.example' });

  afterEach(async () => {
    await executeCommand('workbench.action.closeAllEditors');
    person.startOver();
  });

  const uriOf = (path: string) =>
    vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path: `/${handbook}/${path}` });
  const show = (path: string) => vscode.window.showTextDocument(uriOf(path));

  test("Open Page in Browser opens the page's address on the platform", async () => {
    await show('why-does-my-heron-stop.md');

    await executeCommand('docsPlatform.page.openInBrowser');

    assert.deepEqual(person.visited, [`${inBrowser}/why-does-my-heron-stop`]);
  });

  test("Copy Link copies the page's address on the platform", async () => {
    await show('why-does-my-heron-stop.md');

    await executeCommand('docsPlatform.page.copyLink');

    assert.equal(await vscode.env.clipboard.readText(), `${inBrowser}/why-does-my-heron-stop`);
  });

  test('Copy Link to Section copies the URL of the page with the anchor of the section that was clicked', async () => {
    await vscode.window.showTextDocument(uriOf('why-does-my-heron-stop.md'));

    await executeCommand('docsPlatform.page.copySectionLink', { webview: 'a', anchor: 'on-a-ramp' });
    assert.equal(await vscode.env.clipboard.readText(), `${inBrowser}/why-does-my-heron-stop#on-a-ramp`);
    await executeCommand('docsPlatform.page.copySectionLink', { webview: 'a', anchor: '' });
    assert.equal(await vscode.env.clipboard.readText(), `${inBrowser}/why-does-my-heron-stop`);
  });

  test('Copy Link of a row says that its page is gone', async () => {
    const row = { kind: 'page', key: 'gone', space: { id: handbook }, node: { id: 'gone', path: 'gone.md' } };

    await executeCommand('docsPlatform.page.copyLink', row);

    assert.deepEqual(person.messages, ['This page no longer exists on the server.']);
  });

  test('each command says what is missing when no page is open', async () => {
    const commands = ['preview', 'openInBrowser', 'copyLink', 'revealInLibrary', 'refresh'];

    for (const command of commands) await executeCommand(`docsPlatform.page.${command}`);

    assert.deepEqual(
      person.messages,
      commands.map(() => 'Open a page first, or select one in the Library.'),
    );
  });

  test('each command of a row does nothing without one', async () => {
    for (const command of ['loadMore', 'reveal', 'openLink', 'openInBrowser', 'copyLink']) {
      for (const given of [undefined, null, 7, {}, { kind: 'more' }]) {
        await executeCommand(`docsPlatform.library.${command}`, given);
      }
    }

    assert.deepEqual([person.messages, person.visited], [[], []]);
  });
});

import assert from 'node:assert/strict';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import type { Person } from './person.ts';
import { openQuickPick } from './quickPick.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

suite('Search and navigation', () => {
  let testing: Testing;
  let person: Person;
  let account: Account;

  signedIn((given) => ({ testing, person, account } = given), { appUrl: 'https://docs.northwind.example' });

  teardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    person.startOver();
  });

  const opened = (name: string) =>
    until(`${name} to be open`, () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.uri.path.endsWith(`/${name}`) ? editor : undefined;
    });
  test('Go to Page offers the pages of all spaces, and opens the chosen one', async () => {
    const picker = await openQuickPick('docsPlatform.goToPage');
    await until('all pages', () => picker.labels().length > 150);
    assert.ok(picker.labels().every((label) => !label.includes('$(')));
    picker.type('firstmission');
    await picker.baseOf(/^First mission$/);

    await picker.accept();

    const { document } = await opened('first-mission.md');
    assert.match(document.getText(), /^# First mission\n/);
  });

  test('Go to Page offers to search the text of pages if no title matches', async () => {
    const picker = await openQuickPick('docsPlatform.goToPage');
    await until('all pages', () => picker.labels().length > 150);
    picker.type('xqzzyq');

    await picker.baseOf(/^Search Page Text…$/);
    await until('it to be said', () => picker.prompt() === 'No page matches “xqzzyq”.');
    picker.type('firstmission');
    await picker.baseOf(/^First mission$/);
    await until('nothing to be said', () => !picker.prompt());

    picker.leave();
  });

  test('Search finds text in all organizations, and opens the page at the section', async () => {
    const picker = await openQuickPick('docsPlatform.search');
    await until('the scope', () => picker.title() === 'Search in Northwind Robotics, Harbor Labs');
    picker.type('battery charging');
    await picker.baseOf(/^E2xx: battery and charging$/);

    await picker.accept();

    const { document, selection } = await opened('error-codes-e100-to-e499.md');
    assert.equal(document.lineAt(selection.active.line).text, '## E2xx: battery and charging');
  });

  test('Open from URL opens the page, and selects it in the tree', async () => {
    const library = await testing.stores(account).library();
    const pages = [...(await library.pages(spaceId('operator-handbook'))).byId.values()];
    person.types(pages.find(({ title }) => title === 'First mission')?.page.urls?.app ?? assert.fail());

    await vscode.commands.executeCommand('docsPlatform.openFromUrl');

    assert.match((await opened('first-mission.md')).document.getText(), /^# First mission\n/);
    await until('the row', () => {
      const [row] = testing.tree?.view.selection ?? [];
      return row?.kind === 'page' && row.node.title === 'First mission';
    });
  });
});

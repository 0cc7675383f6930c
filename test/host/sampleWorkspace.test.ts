import assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { editUriOf } from '../../src/extension/ground/places/pageUri.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { extensionUnderTest, forgetAllAccounts } from './extensionUnderTest.ts';
import { sitDown, type Person } from './person.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;

suite('The sample workspace', () => {
  let testing: Testing;
  let person: Person;

  suiteSetup(async () => {
    testing = await extensionUnderTest();
    person = sitDown(testing);
  });

  suiteTeardown(() => person.leave());

  teardown(async () => {
    await executeCommand('workbench.action.closeAllEditors');
    await forgetAllAccounts(testing);
    person.startOver();
  });

  test('opens without a question, a token or an account of VS Code', async () => {
    await executeCommand('docsPlatform.openSample');

    assert.equal(testing.accounts.active?.kind, 'sample');
    assert.deepEqual([person.questions, person.choices, person.messages], [[], [], []]);
    assert.deepEqual(await testing.context.secrets.keys(), []);
    assert.deepEqual(await vscode.authentication.getAccounts('docs-platform'), []);
  });

  const readers = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .flatMap(({ input }) => (input instanceof vscode.TabInputCustom ? [`${input.viewType} ${input.uri.path}`] : []));

  test('opens the guide with its first page, also without an account', async () => {
    await executeCommand('docsPlatform.openGuide');

    assert.equal(testing.accounts.active?.kind, 'sample');
    assert.match(readers().join(), /^docsPlatform\.reader .*docs-platform-guide\.md$/);
    await until('the page in the Library', () =>
      JSON.stringify(testing.tree?.view.selection.map((row) => row.kind === 'page' && row.node.title)).includes(
        'Docs Platform Guide',
      ),
    );
    assert.deepEqual(person.choices, []);
  });

  test('closes the pages of deleted change requests after a reset, and keeps others open', async () => {
    await executeCommand('docsPlatform.openSample');
    const account = testing.accounts.active!;
    const id = spaceId('operator-handbook');
    const [library, changeRequests] = await Promise.all([
      testing.stores(account).library(),
      testing.stores(account).changeRequests(),
    ]);
    const space = await library.space(id);
    const { changeRequest } = await changeRequests.create(space, { subject: 'A second life' });
    const node = [...(await library.pages(id)).byId.values()].find(({ title }) => title === 'First mission');
    const path = node?.path ?? assert.fail();
    const uriIn = (number: number) =>
      editUriOf({ account: account.key, space: id, version: { kind: 'changeRequest', number }, path });
    const [gone, present] = [uriIn(changeRequest.number ?? assert.fail()), uriIn(1)];
    for (const uri of [present, gone]) await vscode.window.showTextDocument(uri, { preview: false });
    const open = () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : []));
    assert.deepEqual(open(), [present.toString(), gone.toString()]);
    person.presses('Reset');

    await executeCommand('docsPlatform.resetSample');

    await until('the page to be closed', () => !open().includes(gone.toString()));
    assert.deepEqual(open(), [present.toString()]);
    await executeCommand('workbench.action.closeAllEditors');
  });
});

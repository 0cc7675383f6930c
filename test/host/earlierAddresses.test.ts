import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { rowAt } from './libraryRows.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';

const { executeCommand } = vscode.commands;

suite('URIs of earlier versions, with ids of spaces', () => {
  let testing: Testing;
  let platform: ServedPlatform;
  let person: Person;
  let session: EditingWindow;

  signedIn((given) => ({ testing, platform, person } = given));

  suiteSetup(async () => {
    session = await openEditingWindow({ testing, platform, account: testing.accounts.active! });
  });

  setup(() => person.startOver());

  teardown(() => session.leave());

  const space = spaceId('operator-handbook');
  const name = 'why-does-my-heron-stop.md';
  const uriOf = (scheme: string, segment: string, path: string) =>
    vscode.Uri.from({ scheme, authority: session.account.key, path: `/${segment}/${path}` });
  const openUris = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs.map(({ input }) => input))
      .flatMap((input) => (input instanceof vscode.TabInputText ? [input.uri.path] : []));

  async function clickRow(): Promise<void> {
    const handbook = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'];
    const { item } = await rowAt(testing, ...handbook, 'Why does my Heron stop?');
    await executeCommand(item.command!.command, ...(item.command!.arguments as unknown[]));
  }

  test('open the page, which its row shows again in the same tab', async () => {
    await vscode.window.showTextDocument(uriOf('docs-platform', space, name), { preview: false });
    const text = vscode.window.activeTextEditor?.document.getText();

    await clickRow();

    assert.match(text ?? '', /^# Why does my Heron stop\?/);
    assert.deepEqual(openUris(), [`/${space}/${name}`]);

    await executeCommand('workbench.action.closeAllEditors');
    await until('the editor to close', () => openUris().length === 0);
    await clickRow();
    await until('the page', () => openUris().length === 1);
    assert.deepEqual(openUris(), [`/Heron-Operator-Handbook/${name}`]);
  });

  test('open an editable page, which is sent like any other', async () => {
    await session.propose('Opened by an earlier address');
    const [page] = session.pages;
    const uri = uriOf('docs-platform-edit', `${space}.change-request-${session.number}`, `${page!.path}.md`);
    const editor = await vscode.window.showTextDocument(uri);

    await session.append(editor.document, 'Written under an earlier address.\n');
    await executeCommand('workbench.action.files.save');

    await until('the save', () => !editor.document.isDirty);
    assert.match(await session.markdownOf(page!), /Written under an earlier address\./);
    assert.deepEqual(openUris(), [uri.path]);
  });
});

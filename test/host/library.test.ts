import assert from 'node:assert/strict';
import { setup, suite, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import { isUnreachableText } from '../../src/extension/ground/words/unreachablePage.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { labelsBelow, rowAt, rowsBelow } from './libraryRows.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;
const handbook = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'] as const;
const startHere = ['Northwind Robotics', '🧭 Start Here'] as const;

suite('The Library', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  signedIn((given) => ({ testing, person, platform, account } = given));

  setup(() => person.startOver());

  test('opens a page read-only on a click', async () => {
    const { item } = await rowAt(testing, ...handbook, 'Why does my Heron stop?');

    await executeCommand(item.command?.command ?? '', ...((item.command?.arguments ?? []) as unknown[]));

    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.languageId, 'markdown');
    assert.equal(document?.uri.path, '/Heron-Operator-Handbook/why-does-my-heron-stop.md');
    assert.equal(vscode.workspace.fs.isWritableFileSystem('docs-platform'), false);
  });

  test('selects a revealed row', async () => {
    await executeCommand('docsPlatform.library.focus');
    const library = await testing.stores(account).library();
    const page = [...(await library.pages(spaceId('runbooks'))).byId.values()].findLast(({ parent }) => parent);
    assert.ok(page);
    const place = await library.placeOf(spaceId('runbooks'), page.id);

    await executeCommand('docsPlatform.library.reveal', place);

    await until('the selection', () => {
      const [selected] = testing.tree?.view.selection ?? [];
      return selected?.kind === 'page' && selected.node.id === page.id;
    });
  });

  test('removes a deleted page when the user tries to open it', async () => {
    const space = await rowAt(testing, ...startHere);
    const page = (await rowsBelow(testing, space)).find(({ context }) => context.includes('document'));
    assert.ok(page?.row.kind === 'page');
    platform.edit(spaceId('start-here'), [{ operation: 'delete_page', page: page.row.node.id }]);

    const [uri] = (page.item.command?.arguments ?? []) as [vscode.Uri];
    await assert.rejects(async () => vscode.workspace.openTextDocument(uri), /no longer exists on the server/);

    await until('the row to go', async () => !(await labelsBelow(testing, space)).includes(page.label));
  });

  test("explains in the editor of a page that wasn't read before that the server is unreachable, and shows it afterwards", async () => {
    const folder = vscode.Uri.parse(`docs-platform://${account.key}/${spaceId('operator-handbook')}`);
    const files = await vscode.workspace.fs.readDirectory(folder);
    const [name] = files.find(([file]) => file.endsWith('.md')) ?? [''];
    const uri = vscode.Uri.joinPath(folder, name);
    await platform.goAway();

    const { document } = await vscode.window.showTextDocument(uri);

    assert.ok(isUnreachableText(document.getText()));
    assert.match(document.getText(), /^Can't reach the server, .*\n\n127.*refused the connection/);
    assert.deepEqual(person.messages, []);
    await platform.comeBack();
    await executeCommand('docsPlatform.retryConnection');
    await until('the page', () => document.getText().startsWith('#'));
    assert.equal(document.isDirty, false);
    assert.ok(!isUnreachableText(document.getText()));
  });
});

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../../src/extension.ts';
import { changeRequestRow } from '../../../host/changeRequestRows.ts';
import { rowAt } from '../../../host/libraryRows.ts';
import type { Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { until } from '../../../host/until.ts';
import { openEditingWindow, type EditingWindow } from '../../../host/editingWindow.ts';
import { signedIn } from '../../activated.ts';

const { executeCommand } = vscode.commands;

describe('Editing in a change request', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let session: EditingWindow;

  signedIn(async (given) => {
    ({ testing, person, platform } = given);
    session = await openEditingWindow(given);
  });

  beforeEach(() => {
    person.startOver();
    platform.taken();
  });

  afterEach(async () => {
    platform.instead = undefined;
    await session.leave();
  });

  const editor = () =>
    until('an editor to write in', () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.scheme === 'docs-platform-edit' && active;
    });

  test('offers the change request that was last edited first', async () => {
    await session.propose('One of mine');
    await session.propose('Another of mine');
    const row = await rowAt(testing, 'Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook');
    const library = await testing.stores(session.account).library();
    const place = await library.placeOf(session.space, session.pages[1]!.id);
    assert.ok(row && place);
    person.picks('One of mine');
    await executeCommand('docsPlatform.editing.edit', place);
    const number = (await editor()).document.uri.path.split('/')[1];
    await session.leave();
    let labels: string[] = [];
    const before = vscode.window.showQuickPick;
    Object.assign(vscode.window, {
      showQuickPick: (items: vscode.QuickPickItem[]) => {
        labels = items.map(({ label }) => label);
        return Promise.resolve(items[0]);
      },
    });

    await executeCommand('docsPlatform.editing.edit', place);

    Object.assign(vscode.window, { showQuickPick: before });
    assert.match(labels[0] ?? '', /One of mine/);
    assert.equal((await editor()).document.uri.path.split('/')[1], number);
  });

  test('starts at a changed page, in its change request', async () => {
    const page = session.pages[2]!;
    await session.propose('From its row');
    await session.change({ operation: 'update_page', page: page.id, document: { markdown: 'Changed before.\n' } });
    await (await testing.stores(session.account).changeRequests()).refresh();
    const name = `${page.path.slice(page.path.lastIndexOf('/') + 1)}.md`;
    const { row } = await changeRequestRow(testing, 'Drafts', 'From its row', name);

    await executeCommand('docsPlatform.editing.edit', row);

    const { document } = await editor();
    assert.match(document.uri.path, new RegExp(` #${session.number}/`));
    assert.match(document.getText(), /Changed before\./);
  });

  test('sends nothing if a page is saved as it was read', async () => {
    await session.propose('Nothing');
    await session.open(session.pages[3]!);
    platform.taken();

    await executeCommand('workbench.action.files.save');

    assert.deepEqual(
      platform.taken().filter((request) => !request.startsWith('GET')),
      [],
    );
  });

  test('updates the rows of the change request after a save', async () => {
    const page = session.pages[4]!;
    await session.propose('Rows follow');
    const { document } = await session.open(page);

    await session.append(document, 'More.');
    await executeCommand('workbench.action.files.save');

    const name = `${page.path.slice(page.path.lastIndexOf('/') + 1)}.md`;
    await until('its row', async () => {
      const { item } = await changeRequestRow(testing, 'Drafts', 'Rows follow', name);
      return item.contextValue?.startsWith('changedPage;modified');
    });
  });

  test('sends several pages together as one revision', async () => {
    await session.propose('Several at once');
    const [one, two] = [session.pages[5]!, session.pages[6]!];
    const first = await session.open(one);
    await session.append(first.document, 'First.');
    const second = await session.open(two);
    await session.append(second.document, 'Second.');
    platform.taken();

    await executeCommand('docsPlatform.editing.saveAll');

    assert.equal(person.messages.join(), `Saved 2 pages to #${session.number}.`);
    const sent = platform.taken().filter((request) => request.startsWith('POST'));
    assert.equal(sent.length, 1, sent.join());
    assert.match(await session.markdownOf(one), /First\.\s*$/);
    assert.match(await session.markdownOf(two), /Second\.\s*$/);
    assert.equal(first.document.isDirty || second.document.isDirty, false);
    assert.deepEqual(await session.drafts(), []);
  });

  test('sends more pages than fit into a revision only if the user agrees', async () => {
    await session.propose('Very many');
    const edits = await testing.stores(session.account).edits();
    const { number, space } = session;
    const made = await edits.send(
      { space, number },
      Array.from({ length: 49 }, (_, index) => ({ kind: 'insert', title: `Page ${index}`, text: 'Text.\n' }) as const),
    );
    const pages = [...made.inserted, session.pages[0]!.id, session.pages[1]!.id];
    assert.equal(pages.length, 51);
    for (const page of pages) {
      const { text } = await edits.page({ space, number, page });
      await edits.drafts.keep({ space, number, page }, `${text}\nMore.\n`, text);
    }
    await session.open(session.pages[2]!);

    await executeCommand('docsPlatform.editing.saveAll');

    assert.equal((await session.drafts()).length, 51);
    assert.match(person.choices[0]?.message ?? '', /51 pages as 2 revisions/);
    person.startOver();
    person.presses('Save as 2 Revisions', `Send to #${number}`);
    await executeCommand('docsPlatform.editing.saveAll');
    assert.deepEqual(await session.drafts(), [], person.messages.join());
    assert.match(await session.markdownOf(session.pages[1]!), /More\.\s*$/);
  });

  test("doesn't report the user's own save while its changes are open", async () => {
    const page = session.pages[3]!;
    await session.propose('Reviewed meanwhile');
    const { document } = await session.open(page);
    const content = await testing.stores(session.account).contents();
    const name = document.uri.path.slice(document.uri.path.lastIndexOf('/') + 1);
    for (const words of ['Once.', 'Twice.']) {
      await session.append(document, words);
      await vscode.window.showTextDocument(document);
      await executeCommand('workbench.action.files.save');
      person.picks('Open Changes');
      await executeCommand('docsPlatform.editing.nextSteps', document.uri);
    }
    await session.append(document, 'Three times.');

    await document.save();

    await until('its row', async () => {
      const changeRequest = await content.changeRequest(session.space, session.number);
      const row = await changeRequestRow(testing, 'Drafts', 'Reviewed meanwhile', name);
      return (
        row.item.contextValue?.startsWith('changedPage;modified') &&
        changeRequest.revision === (await session.revision())
      );
    });
    assert.deepEqual(person.messages, []);
  });

  test("reads images of the page, and can't write them", async () => {
    await session.propose('Images');
    const { document } = await session.open(session.pages[0]!);
    const files = vscode.Uri.joinPath(document.uri.with({ path: `/${document.uri.path.split('/')[1]}` }), '_files');
    const [[name] = ['']] = await vscode.workspace.fs.readDirectory(files.with({ scheme: 'docs-platform' }));
    const image = vscode.Uri.joinPath(files, name);

    assert.ok((await vscode.workspace.fs.readFile(image)).byteLength > 0);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(image, new Uint8Array(1)));
    await assert.rejects(async () => vscode.workspace.fs.delete(document.uri), /commands in the Change Requests view/);
  });
});

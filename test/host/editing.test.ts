import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { changeRequestRow } from './changeRequestRows.ts';
import { rowAt } from './libraryRows.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';
import { signedIn } from './signedIn.ts';

const { executeCommand } = vscode.commands;

suite('Editing in a change request', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let session: EditingWindow;

  signedIn(async (given) => {
    ({ testing, person, platform } = given);
    session = await openEditingWindow(given);
  });

  setup(() => {
    person.startOver();
    platform.taken();
  });

  teardown(async () => {
    platform.instead = undefined;
    await session.leave();
  });

  const editor = () =>
    until('an editor to write in', () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.scheme === 'docs-platform-edit' && active;
    });

  test('starts at the open page, in a change request created for it', async () => {
    const page = session.pages[0]!;
    const uri = vscode.Uri.from({
      scheme: 'docs-platform',
      authority: session.account.key,
      path: `/${session.space}/${page.path}.md`,
    });
    await vscode.window.showTextDocument(uri);
    person.picks('Create Change Request');
    person.types('Clearer words');

    await executeCommand('docsPlatform.editing.edit');

    const { document } = await editor();
    const { items } = await session.json<{ items: { subject: string; number: number }[] }>(
      'GET',
      `/spaces/${session.space}/change-requests?status=draft`,
    );
    const made = items.find(({ subject }) => subject === 'Clearer words');
    assert.equal(document.uri.path, `/Heron Operator Handbook #${made?.number}/${page.path}.md`);
    assert.equal(document.getText(), (await vscode.workspace.openTextDocument(uri)).getText());
    assert.equal(person.choices.length, 0, 'nothing else is asked');
    const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    assert.equal(tabs().length, 1, 'it takes the place of the preview');

    await vscode.window.showTextDocument(uri, { preview: false });
    await executeCommand('docsPlatform.editing.edit', document.uri.with({ scheme: 'docs-platform' }));
    assert.equal(tabs().length, 2, 'a kept editor stays');
    await session.leave();

    const other = vscode.Uri.from({ scheme: 'untitled', path: `/elsewhere/${page.path}.md` });
    await vscode.window.showTextDocument(other, { preview: true });
    await executeCommand('docsPlatform.editing.edit', document.uri.with({ scheme: 'docs-platform' }));
    assert.equal(tabs().length, 2, 'another document under the same path stays');
    await session.leave();

    const limit = vscode.workspace.getConfiguration('workbench.editor.limit');
    await limit.update('value', 1, true);
    await limit.update('enabled', true, true);
    try {
      await vscode.window.showTextDocument(uri);
      await executeCommand('docsPlatform.editing.edit', document.uri.with({ scheme: 'docs-platform' }));
      assert.equal(tabs().length, 1);
      assert.deepEqual(person.messages, []);
    } finally {
      await limit.update('enabled', undefined, true);
      await limit.update('value', undefined, true);
    }
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

  test('saves only that page by hand, as one revision', async () => {
    await session.propose('A sentence');
    const { document } = await session.open(session.pages[3]!);
    const before = await session.markdownOf(session.pages[3]!);
    const revision = await session.revision();

    await session.append(document, 'A sentence more.');
    await executeCommand('workbench.action.files.save');

    assert.equal(document.isDirty, false, person.messages.join());
    assert.equal((await session.markdownOf(session.pages[3]!)).trim(), `${before.trimEnd()}\n\nA sentence more.`);
    assert.notEqual(await session.revision(), revision);
    const { changes } = await session.json<{ changes: unknown[] }>(
      'GET',
      `/spaces/${session.space}/change-requests/${session.number}/changes`,
    );
    assert.equal(changes.length, 1);
    assert.deepEqual(await session.drafts(), []);
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

  test('lets the user discard unsent changes', async () => {
    await session.propose('Given up');
    const { document } = await session.open(session.pages[3]!);
    const before = document.getText();
    await session.append(document, 'Not so good.');
    person.presses('Discard');

    await executeCommand('docsPlatform.editing.discardDraft');

    assert.equal(document.isDirty, false);
    assert.equal(document.getText(), before);
    await session.append(document, 'Better.');
    await until('a state after the discard', () => document.isDirty);
    assert.ok(await document.save(), 'it can be saved again');
    assert.match(await session.markdownOf(session.pages[3]!), /Better\./);
  });

  test('compares unsent changes with the saved version', async () => {
    await session.propose('Compared');
    const { document } = await session.open(session.pages[3]!);
    await session.append(document, 'Mine.');

    await executeCommand('docsPlatform.editing.showDiff');

    const input = await until('a diff', () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputTextDiff && activeTab.input;
    });
    assert.equal(input.modified.toString(), document.uri.toString());
    assert.equal(input.original.scheme, 'docs-platform');
    assert.equal(input.original.path, document.uri.path);
  });

  test('offers the next steps', async () => {
    await session.propose('On and on');
    const { document } = await session.open(session.pages[3]!);
    await session.append(document, 'Not sent yet.');
    person.picks('Save All');
    await executeCommand('docsPlatform.editing.nextSteps');
    assert.equal(document.isDirty, false);

    person.picks('Open for Review');
    await executeCommand('docsPlatform.editing.nextSteps');

    const { status } = await session.json<{ status: string }>(
      'GET',
      `/spaces/${session.space}/change-requests/${session.number}`,
    );
    assert.equal(status, 'open');
    person.picks('Open Changes');
    await executeCommand('docsPlatform.editing.nextSteps');
    await until('the diff of all pages', () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes('On and on'),
    );
  });

  test("doesn't report the user's own save while its changes are open", async () => {
    const page = session.pages[3]!;
    await session.propose('Reviewed meanwhile');
    const { document } = await session.open(page);
    const content = await testing.stores(session.account).changeRequestContent();
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

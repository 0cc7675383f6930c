import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';
import { signedIn } from './signedIn.ts';

const { executeCommand } = vscode.commands;

suite('Editing in a change request', () => {
  let person: Person;
  let platform: ServedPlatform;
  let session: EditingWindow;

  signedIn(async (given) => {
    ({ person, platform } = given);
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
});

import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';
import { signedIn } from './signedIn.ts';

const { executeCommand } = vscode.commands;

suite('Editors of pages that are renamed, moved, deleted and reverted', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let session: EditingWindow;
  let count = 0;

  signedIn(async (given) => {
    ({ testing, person, platform } = given);
    session = await openEditingWindow(given);
  });

  setup(async () => {
    await session.propose(`Editors ${++count}`);
    person.startOver();
  });

  teardown(() => session.leave());

  const openPaths = (): string[] =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.path.replace(/^\/[^/]+\//, '')] : []));
  const untilOpen = (...paths: string[]) =>
    until(`${paths.join(', ')} to be open`, () => openPaths().join() === paths.join());
  const page = (index: number) => session.pages[index] ?? assert.fail();
  const folderOf = (index: number) => page(index).path.replace(/[^/]*$/, '');
  const pathOf = (index: number) => `${page(index).path}.md`;

  test("an editable page that wasn't read before explains that the server is unreachable, and shows its text afterwards", async () => {
    await platform.goAway();

    const { document } = await session.open(page(3));

    assert.match(document.getText(), /^Can't reach the server, .*\n\n127.*refused the connection/);
    await executeCommand('type', { text: 'typed' });
    assert.equal(document.isDirty, false, 'it can be typed in');
    assert.deepEqual(person.messages, []);
    await platform.comeBack();
    await executeCommand('docsPlatform.retryConnection');
    await until('the page', () => document.getText().startsWith('# '));
    await until('an editor to type in', async () => {
      await executeCommand('type', { text: 'x' });
      return document.isDirty;
    });
    await session.append(document, 'Typed afterwards.');
    await executeCommand('workbench.action.files.save');
    assert.match(await session.markdownOf(page(3)), /\n\nTyped afterwards\.\n*$/);
  });

  test('a new page opens with its title as its heading, and the cursor below it', async () => {
    await session.open(page(0));
    person.picks('After');
    person.types('Brand New');

    await executeCommand('docsPlatform.editing.newPage');

    const active = await until('its editor', () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.uri.path.endsWith('/brand-new.md') && editor;
    });
    assert.equal(active.document.uri.scheme, 'docs-platform-edit');
    assert.match(active.document.getText(), /^# Brand New\n/);
    assert.equal(active.selection.active.line, active.document.lineCount - 1);
    assert.ok(active.selection.active.line > 0);
  });

  test('a renamed page stays open, at its new path and with the same selection', async () => {
    await session.open(page(1));
    const editor = await session.open(page(0));
    editor.selection = new vscode.Selection(2, 1, 2, 1);
    person.types('Renamed Here', 'renamed-here');
    person.presses('Change Without Fixing');

    await executeCommand('docsPlatform.editing.renamePage', editor.document.uri);

    await untilOpen(pathOf(1), `${folderOf(0)}renamed-here.md`);
    const active = await until('the editor', () => vscode.window.activeTextEditor);
    assert.match(active.document.getText(), /^# Renamed Here\n/);
    assert.equal(active.selection.active.line, 2);
  });

  test('a moved page stays open, and so does the active editor', async () => {
    const { document } = await session.open(page(0));
    await session.open(page(1));
    person.picks('Top level', 'At the end');
    person.presses('Move Without Fixing');

    await executeCommand('docsPlatform.editing.movePage', document.uri);

    await untilOpen(pathOf(1), pathOf(0).slice(folderOf(0).length));
    await until('what was looked at', () => vscode.window.activeTextEditor?.document.uri.path.endsWith(pathOf(1)));
  });

  test('a page that someone else renames stays open at its new path', async () => {
    await session.open(page(0));
    await session.change({ operation: 'update_page', page: page(0).id, slug: 'by-somebody-else' });

    await (await testing.stores(session.account).contents()).refresh(session.space, session.number);

    await untilOpen(`${folderOf(0)}by-somebody-else.md`);
  });

  test('a page saved with another heading keeps its path and its editor', async () => {
    const { document } = await session.open(page(0));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, document.lineAt(0).range, '# Quite Another Heading');
    assert.ok(await vscode.workspace.applyEdit(edit));

    await executeCommand('workbench.action.files.save');

    await until('the page to be saved', () => !document.isDirty);
    assert.match(await session.markdownOf(page(0)), /^# Quite Another Heading/);
    assert.deepEqual(openPaths(), [pathOf(0)]);
  });

  test('a page that someone else renames while the user types in it stays where it is until it is saved', async () => {
    const { document } = await session.open(page(0));
    await session.append(document, 'Not saved yet.');
    await session.change({ operation: 'update_page', page: page(0).id, slug: 'renamed-meanwhile' });
    await (await testing.stores(session.account).contents()).refresh(session.space, session.number);
    assert.deepEqual(openPaths(), [pathOf(0)]);

    await executeCommand('workbench.action.files.save');

    await untilOpen(`${folderOf(0)}renamed-meanwhile.md`);
    assert.match(await session.markdownOf(page(0)), /Not saved yet\./);
  });

  test('the editor of a deleted page closes, and the question says what is lost', async () => {
    await session.open(page(1));
    const { document } = await session.open(page(0));
    await session.append(document, 'Not sent.');
    person.presses('Delete');

    await executeCommand('docsPlatform.editing.deletePage', document.uri);

    assert.match(person.choices[0]?.detail ?? '', /Unsent changes are also deleted\./);
    await untilOpen(pathOf(1));
    assert.deepEqual(await session.drafts(), []);
  });

  test('Undo restores the unsent changes of a deleted page', async () => {
    const { document } = await session.open(page(0));
    await session.append(document, 'Not sent.');
    person.presses('Delete', 'Undo');

    await executeCommand('docsPlatform.editing.deletePage', document.uri);

    await until('the draft', async () => (await session.drafts()).includes(page(0).id));
    assert.doesNotMatch(await session.markdownOf(page(0)), /Not sent\./);
    const restored = await session.open(page(0));
    await until('the unsent changes in the editor', () => restored.document.getText().includes('Not sent.'));
  });

  test('unsent changes of a page that someone else deleted stay when it is restored, and can be saved', async () => {
    const { document } = await session.open(page(0));
    await session.append(document, 'Typed too late.');
    await session.change({ operation: 'delete_page', page: page(0).id });
    await (await testing.stores(session.account).contents()).refresh(session.space, session.number);
    person.presses('Revert');

    await executeCommand('docsPlatform.editing.revertPage', {
      at: { account: { key: session.account.key }, space: session.space, changeRequest: { number: session.number } },
      change: { id: page(0).id },
    });

    assert.match(person.choices[0]?.message ?? '', /^Revert “/);
    assert.doesNotMatch(person.choices[0]?.detail ?? '', /lost/);
    assert.match(document.getText(), /Typed too late\./);
    await executeCommand('workbench.action.files.save');
    await until('the text on the platform', async () => /Typed too late\./.test(await session.markdownOf(page(0))));
  });

  test('the box for a new name offers the title that was just saved', async () => {
    const { document } = await session.open(page(0));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, document.lineAt(0).range, '# Called Otherwise');
    await vscode.workspace.applyEdit(edit);
    person.presses('Save and Rename');

    await executeCommand('docsPlatform.editing.renamePage', document.uri);

    assert.equal(person.questions[0]?.value, 'Called Otherwise');
  });

  test("the editor of a reverted page shows main's text, without unsent changes", async () => {
    await session.change({ operation: 'update_page', page: page(0).id, document: { markdown: 'Proposed.' } });
    const { document } = await session.open(page(0));
    await session.append(document, 'Not sent.');
    person.presses('Revert');

    await executeCommand('docsPlatform.editing.revertPage', document.uri);

    await until('the text of main', () => !/Proposed|Not sent/.test(document.getText()) && !document.isDirty);
    assert.deepEqual(await session.drafts(), []);
    assert.deepEqual(openPaths(), [pathOf(0)]);
  });

  test('unsent changes of a page stay when it is about to be renamed, until the user agrees to save them first', async () => {
    const { document } = await session.open(page(0));
    await session.append(document, 'Sent before.');
    const before = await session.revision();

    await executeCommand('docsPlatform.editing.renamePage', document.uri);

    assert.match(person.choices[0]?.message ?? '', /has unsent changes/);
    assert.deepEqual(person.questions, []);
    assert.equal(await session.revision(), before);
    assert.ok(document.isDirty);
    person.presses('Save and Rename', 'Change Without Fixing');
    person.types('Renamed After', 'renamed-after');

    await executeCommand('docsPlatform.editing.renamePage', document.uri);

    assert.match(await session.markdownOf(page(0)), /Sent before\./);
    await untilOpen(`${folderOf(0)}renamed-after.md`);
  });
});

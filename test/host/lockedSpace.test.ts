import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import type { Person } from './person.ts';
import { until } from './until.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';
import { signedIn } from './signedIn.ts';

const { executeCommand } = vscode.commands;
const sentence = 'The space is locked, so nobody can change its content. Unlock the space first.';

suite('A locked space', () => {
  let testing: Testing;
  let person: Person;
  let session: EditingWindow;

  signedIn(async (given) => {
    ({ testing, person } = given);
    session = await openEditingWindow(given);
  });

  setup(async () => {
    await session.propose('Proposed before');
    await session.change({
      operation: 'update_page',
      page: session.pages[1]!.id,
      document: { markdown: 'Proposed.\n' },
    });
    person.startOver();
  });

  teardown(async () => {
    await session.leave();
    await toggle('unlock');
  });

  const library = () => testing.stores(session.account).library();
  const toggle = async (which: 'lock' | 'unlock') =>
    executeCommand(`docsPlatform.space.${which}`, await (await library()).placeOf(session.space));
  const lockedElsewhere = () => session.json('PATCH', `/spaces/${session.space}`, { editMode: 'locked' });
  const offers = () => person.choices.map(({ message, actions }) => [message, ...actions]);
  /** What the user types, which a read-only editor doesn't accept. */
  const typed = async (editor: vscode.TextEditor) => {
    await editor.edit((text) => text.insert(new vscode.Position(0, 0), 'x'));
    return editor.document.isDirty;
  };

  test('opens a page read-only, says why, and allows editing once it is unlocked', async () => {
    await toggle('lock');

    const editor = await session.open(session.pages[3]!);

    await until('the sentence', () => offers().some(([message]) => message === sentence) || undefined);
    assert.equal((await vscode.workspace.fs.stat(editor.document.uri)).permissions, vscode.FilePermission.Readonly);
    assert.equal(await typed(editor), false);
    await toggle('unlock');
    await until('an editor that takes text', () => typed(editor));
  });

  test('keeps text typed before as a draft, which is sent once it is unlocked', async () => {
    const { document } = await session.open(session.pages[4]!);
    await session.append(document, 'Typed before.');
    const revision = await session.revision();
    await lockedElsewhere();

    await executeCommand('workbench.action.files.save').then(undefined, () => undefined);

    await until('the draft', async () => (await session.drafts()).includes(session.pages[4]!.id) || undefined);
    assert.match(document.getText(), /Typed before\./);
    assert.equal(await session.revision(), revision);
    person.presses('Unlock Space');
    await executeCommand('docsPlatform.editing.saveAll', document.uri);
    assert.match(await session.markdownOf(session.pages[4]!), /Typed before\./, person.messages.join());
    assert.deepEqual(await session.drafts(), []);
  });
});

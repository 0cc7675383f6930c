import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { changeRequestRow, changeRequestRows } from './changeRequestRows.ts';
import { forgetAllAccounts } from './extensionUnderTest.ts';
import { rowAt } from './libraryRows.ts';
import { signIn, type Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';
import { signedIn } from './signedIn.ts';

const { executeCommand } = vscode.commands;
const sentence = 'The space is locked, so nobody can change its content. Unlock the space first.';

suite('A locked space', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let session: EditingWindow;

  signedIn(async (given) => {
    ({ testing, person, platform } = given);
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
  const editMode = async () => (await session.json<{ editMode: string }>('GET', `/spaces/${session.space}`)).editMode;
  const offers = () => person.choices.map(({ message, actions }) => [message, ...actions]);
  /** What the user types, which a read-only editor doesn't accept. */
  const typed = async (editor: vscode.TextEditor) => {
    await editor.edit((text) => text.insert(new vscode.Position(0, 0), 'x'));
    return editor.document.isDirty;
  };
  const at = async () => {
    const { space, changeRequest } = await (
      await testing.stores(session.account).changeRequests()
    ).find(session.space, String(session.number));
    return { space, changeRequest };
  };

  test('offers no change of its content in menus, and still offers change requests', async () => {
    await toggle('lock');
    await (await testing.stores(session.account).changeRequests()).refresh();

    const space = await rowAt(testing, 'Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook');
    const row = await changeRequestRow(testing, 'Drafts', 'Proposed before');

    assert.match(space.context, /;locked;propose;/);
    const tooltip = (space.item.tooltip as vscode.MarkdownString).value.replaceAll('&nbsp;', ' ');
    assert.match(tooltip, /The space is locked, so nobody can change its content\. {2}\n/);
    assert.match(row.context, /;propose$/);
    for (const { context } of [space, row]) assert.doesNotMatch(context, /;(edit|merge)\b/);
    const below = await changeRequestRows(testing, row);
    assert.ok(below.some(({ context }) => context.startsWith('changedPage;')));
    assert.ok(!below.some(({ label, context }) => label === 'All Pages' || context.endsWith(';edit')));
    // The new text lacks headings that other pages link to.
    person.presses('Open for Review');
    await executeCommand('docsPlatform.changeRequest.openForReview', await at());
    assert.equal((await at()).changeRequest.status, 'open', person.messages.join());
  });

  for (const command of ['changeRequest.merge', 'changeRequest.update', 'editing.newPage'] as const) {
    test(`refuses ${command} with one sentence, and offers to unlock`, async () => {
      await toggle('lock');

      await executeCommand(`docsPlatform.${command}`, await at());

      assert.deepEqual(offers(), [[sentence, 'Unlock Space']], person.messages.join());
      assert.deepEqual(person.messages, []);
    });
  }

  test('refuses an import and an edit of a page with the same sentence', async () => {
    await toggle('lock');
    const place = await (await library()).placeOf(session.space, session.pages[0]!.id);

    await executeCommand('docsPlatform.importIntoSpace', await (await library()).placeOf(session.space));
    await executeCommand('docsPlatform.editing.edit', place);

    assert.deepEqual(offers(), [
      [sentence, 'Unlock Space'],
      [sentence, 'Unlock Space'],
    ]);
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  test('offers no button to users who may not unlock it', async () => {
    await toggle('lock');
    await forgetAllAccounts(testing);
    const ada = await session.json<{ items: { id: string; user: { displayName: string } }[] }>(
      'GET',
      `/orgs/${(await session.json<{ organization: string }>('GET', `/spaces/${session.space}`)).organization}/members?role=create`,
    );
    const account = await signIn(person, platform.address, platform.tokenOf(ada.items[0]!.id));
    const place = await (await testing.stores(account).library()).placeOf(session.space);
    person.startOver();

    await executeCommand('docsPlatform.importIntoSpace', place);

    assert.deepEqual(offers(), [[sentence]]);
    await forgetAllAccounts(testing);
    await signIn(person, platform.address, platform.token);
  });

  test('continues with the command once it is unlocked', async () => {
    await toggle('lock');
    person.presses('Unlock Space', 'Merge');

    await executeCommand('docsPlatform.changeRequest.merge', await at());

    assert.equal(await editMode(), 'live');
    assert.equal((await at()).changeRequest.status, 'merged', person.messages.join());
  });

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

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../../src/extension.ts';
import { changeRequestRow, changeRequestRows } from '../../../host/changeRequestRows.ts';
import { forgetAllAccounts } from '../../../host/extensionUnderTest.ts';
import { rowAt } from '../../../host/libraryRows.ts';
import { signIn, type Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { openEditingWindow, type EditingWindow } from '../../../host/editingWindow.ts';
import { signedIn } from '../../activated.ts';

const { executeCommand } = vscode.commands;
const sentence = 'The space is locked, so nobody can change its content. Unlock the space first.';

describe('A locked space', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let session: EditingWindow;

  signedIn(async (given) => {
    ({ testing, person, platform } = given);
    session = await openEditingWindow(given);
  });

  beforeEach(async () => {
    await session.propose('Proposed before');
    await session.change({
      operation: 'update_page',
      page: session.pages[1]!.id,
      document: { markdown: 'Proposed.\n' },
    });
    person.startOver();
  });

  afterEach(async () => {
    await session.leave();
    await toggle('unlock');
  });

  const library = () => testing.stores(session.account).library();
  const toggle = async (which: 'lock' | 'unlock') =>
    executeCommand(`docsPlatform.space.${which}`, await (await library()).placeOf(session.space));
  const editMode = async () => (await session.json<{ editMode: string }>('GET', `/spaces/${session.space}`)).editMode;
  const offers = () => person.choices.map(({ message, actions }) => [message, ...actions]);
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
});

import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { changeRequestRow } from './changeRequestRows.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';

const { executeCommand } = vscode.commands;

const base = 'First line.\n\nMiddle line.\n\nLast line.\n';

suite('Conflicts with main', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;
  let session: EditingWindow;
  let page: EditingWindow['pages'][number];
  let subject: string;
  let count = 0;

  signedIn((given) => ({ testing, person, platform, account } = given));

  setup(async () => {
    session = await openEditingWindow({ testing, platform, account });
    page = session.pages[count++ % session.pages.length]!;
    subject = `Better words ${count}`;
    await session.propose(subject);

    await publish(base);
    await session.json('POST', `${at()}/update`);
    person.startOver();
  });

  teardown(async () => {
    platform.instead = undefined;
    await session.leave();
  });

  const at = () => `/spaces/${session.space}/change-requests/${session.number}`;
  const published = async () =>
    (
      await session.json<{ markdown: string }>(
        'GET',
        `/spaces/${session.space}/content/page/${page.id}?format=markdown`,
      )
    ).markdown;
  const row = async () => (await changeRequestRow(testing, 'Drafts', subject)).row;
  const status = async () => (await session.json<{ status: string }>('GET', at())).status;

  /** Publishes a change by someone else. */
  async function publish(markdown: string): Promise<void> {
    platform.edit(session.space, [{ operation: 'update_page', page: page.id, markdown }]);
  }

  const reported = async () =>
    (await session.json<{ conflicts?: unknown[] }>('GET', `${at()}/changes`)).conflicts ?? [];

  for (const [choice, title] of [
    ['Accept Yours', 'My title'],
    ['Accept Main', 'Their title'],
  ] as const) {
    test(`of a title and its slug are resolved with ${choice}, and the platform forgets them`, async () => {
      const before = page.title;
      await session.change({ operation: 'update_page', page: page.id, title: 'My title', slug: 'mine' });
      platform.edit(session.space, [{ operation: 'update_page', page: page.id, title: 'Their title', slug: 'theirs' }]);
      await session.json('POST', `${at()}/update`);
      await executeCommand('docsPlatform.changeRequests.refresh');
      assert.equal((await reported()).length, 1);
      person.picks(choice, choice);

      await executeCommand('docsPlatform.editing.resolveConflicts', await row());
      const { document } = vscode.window.activeTextEditor!;
      if (document.getText().includes('<<<<<<<')) {
        const lenses = await executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 50);
        const command = lenses.find((each) => each.command?.title === choice)?.command;
        assert.ok(command);
        await executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
        await executeCommand('workbench.action.files.save');
      }

      await until('the platform to forget them', async () => (await reported()).length === 0);
      assert.match(await session.markdownOf(page), new RegExp(`^# ${title}\n`));
      const slug = choice === 'Accept Yours' ? 'mine' : 'theirs';
      const { path } = await session.json<{ path: string }>('GET', `${at()}/content/page/${page.id}`);
      assert.match(path, new RegExp(`(^|/)${slug}$`));
      platform.edit(session.space, [{ operation: 'update_page', page: page.id, title: before }]);
    });
  }

  test('unsent text is saved before a merge, after one question', async () => {
    const { document } = await session.open(page);
    await session.append(document, 'Typed just now.');
    person.presses('Save All and Merge');

    await executeCommand('docsPlatform.changeRequest.merge', await row());

    assert.equal(
      person.choices[0]?.message,
      `There is nothing to merge: #${session.number} ${subject} doesn't change any pages.`,
    );
    assert.match(person.choices[0]?.detail ?? '', new RegExp(`You have unsent changes to “${page.title}”`));
    assert.equal(await status(), 'merged', person.messages.join());
    assert.match(await published(), /Typed just now\./);
  });
});

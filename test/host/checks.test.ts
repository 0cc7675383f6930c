import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { changeRequestRow } from './changeRequestRows.ts';
import { openEditingWindow, type EditingWindow } from './editingWindow.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;

suite('The checks of a change request', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let session: EditingWindow;
  let first: EditingWindow['pages'][number];
  let second: EditingWindow['pages'][number];
  let subject: string;
  let count = 0;

  signedIn(async (given) => {
    ({ testing, person, platform } = given);
    session = await openEditingWindow(given);
    [first, second] = [session.pages[0]!, session.pages[1]!];
  });

  setup(async () => {
    subject = `Checked words ${++count}`;
    await session.propose(subject);
    person.startOver();
  });

  teardown(async () => {
    platform.instead = undefined;
    await vscode.workspace.getConfiguration('docsPlatform.checks').update('markdownlint', undefined, true);
    await vscode.workspace.getConfiguration('docsPlatform.checks').update('show', undefined, true);
    await session.leave();
  });

  const row = async () => (await changeRequestRow(testing, 'Drafts', subject)).row;
  const check = async () => executeCommand('docsPlatform.changeRequest.check', await row());

  async function write(page: EditingWindow['pages'][number], markdown: string): Promise<void> {
    await session.change({ operation: 'update_page', page: page.id, document: { markdown } });
    await executeCommand('docsPlatform.changeRequests.refresh');
  }

  /** The problems of this change request: by scheme and page, their codes and lines. */
  function shown(): string[] {
    return vscode.languages
      .getDiagnostics()
      .filter(([uri]) => uri.path.includes(`#${session.number}/`) || uri.path.includes(`-${session.number}/`))
      .flatMap(([uri, all]) =>
        all.map(({ code, range }) => {
          const name = typeof code === 'object' ? code.value : code;
          return `${uri.scheme} ${uri.path.split('/').at(-1)}:${range.start.line + 1} ${name}`;
        }),
      )
      .sort();
  }

  const nameOf = ({ path }: { path: string }) => `${path.split('/').at(-1)}.md`;
  const published = async (page: { id: string }) =>
    (
      await session.json<{ markdown: string }>(
        'GET',
        `/spaces/${session.space}/content/page/${page.id}?format=markdown`,
      )
    ).markdown;

  test('shows the problems that it introduces on read-only pages, and removes them when they are corrected', async () => {
    const before = await published(first);
    const line = before.trimEnd().split('\n').length + 2;
    await write(first, `${before.trimEnd()}\n\n#Wrong\n\n[a](no-such-page.md)\n`);

    await check();

    assert.deepEqual(shown(), [
      `docs-platform ${nameOf(first)}:${line} MD018`,
      `docs-platform ${nameOf(first)}:${line + 2} broken-page`,
    ]);
    assert.deepEqual(person.messages, [`#${session.number}: 2 new problems on 1 page.`]);
    const [uri] =
      vscode.languages.getDiagnostics().find(([each]) => each.path.endsWith(nameOf(first))) ?? assert.fail();
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.lineAt(line - 1).text, '#Wrong');

    await write(first, `${before.trimEnd()}\n\n# Right\n`);
    await until('no problems', () => shown().length === 0);
  });

  test('counts unsent changes, on the editable page', async () => {
    const edits = await testing.stores(session.account).edits();
    const target = { space: session.space, number: session.number, page: second.id };
    const { text } = await edits.page(target);
    await edits.drafts.keep(target, `${text}\n\n![](https://example.com/a.png)\n`, text);

    await check();

    assert.deepEqual(
      shown().map((each) => each.replace(/:\d+/, '')),
      [`docs-platform-edit ${nameOf(second)} alternative-text`],
    );
    await session.open(second);
    await until('the problems of the editor alone', () => shown().length === 1);
    await session.leave();
    await until('the problem again', () => shown().length === 1);
  });

  test('are checked again by the setting, also where they are shown', async () => {
    await write(first, `${await published(first)}\n\n#Wrong\n`);
    await session.open(first);
    await until('a problem', () => shown().length === 1);

    await vscode.workspace.getConfiguration('docsPlatform.checks').update('markdownlint', false, true);

    await until('none', () => shown().length === 0);
  });
});

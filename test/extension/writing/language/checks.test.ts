import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { longestCheck } from '../../../../src/extension/review/changeRequests/readiness.ts';
import type { Testing } from '../../../../src/extension.ts';
import { changeRequestRow } from '../../../host/changeRequestRows.ts';
import { openEditingWindow, type EditingWindow } from '../../../host/editingWindow.ts';
import type { Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { signedIn } from '../../activated.ts';
import { until } from '../../../host/until.ts';
import { longestTest } from '../../../patience.ts';

const { executeCommand } = vscode.commands;

describe('The checks of a change request', () => {
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

  beforeEach(async () => {
    subject = `Checked words ${++count}`;
    await session.propose(subject);
    person.startOver();
    // A busy computer takes longer for a check than a user would wait.
    const { setTimeout } = globalThis;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms?: number, ...given: []) =>
      setTimeout(run, ms === longestCheck ? longestTest : ms, ...given),
    );
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    platform.instead = undefined;
    await vscode.workspace.getConfiguration('docsPlatform.checks').update('markdownlint', undefined, true);
    await vscode.workspace.getConfiguration('docsPlatform.checks').update('show', undefined, true);
    await session.leave();
  });

  const row = async () => (await changeRequestRow(testing, 'Drafts', subject)).row;
  const check = async () => executeCommand('docsPlatform.changeRequest.check', await row());
  const asked = () => person.choices.map(({ message, actions }) => [message, actions]);
  const status = async () =>
    (await session.json<{ status: string }>('GET', `/spaces/${session.space}/change-requests/${session.number}`))
      .status;

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

  test('says when there are none, and how many pages it has read', async () => {
    await write(first, `${(await published(first)).trimEnd()}\n\nMore.\n`);

    await check();

    assert.deepEqual(person.messages, [`No new problems found in #${session.number} (1 page checked).`]);
  });

  test('shows all problems if the setting says so', async () => {
    const before = await published(first);
    await write(first, `${before.trimEnd()}\n\n![](https://example.com/a.png)\n`);
    await vscode.workspace.getConfiguration('docsPlatform.checks').update('show', 'all', true);

    await check();

    assert.match(person.messages.join(), /: \d+ problems? on \d+ pages?\.$/);
    assert.ok(shown().some((each) => each.endsWith('alternative-text')));
  });

  test('name pages that could not be read', async () => {
    await write(first, `${await published(first)}\n\n#Wrong\n`);
    await write(second, `${await published(second)}\n\n#Wrong\n`);
    platform.instead = async (request, real) =>
      request.url.includes(`/page/${first.id}`)
        ? Response.json({ error: { code: 500, message: 'Broken' } }, { status: 500 })
        : real(request);

    await check();

    assert.deepEqual(
      shown().map((each) => each.split(' ')[1]?.split(':')[0]),
      [nameOf(second)],
    );
    assert.match(person.messages.join(), new RegExp(`1 new problem on 1 page\\. Couldn't check “${first.title}”: `));
  });

  test('are removed when the change request is closed', async () => {
    await write(first, `${await published(first)}\n\n#Wrong\n`);
    await check();
    assert.equal(shown().length, 1);

    await executeCommand('docsPlatform.changeRequest.archive', await row());

    await until('no problems', () => shown().length === 0);
  });

  test('are offered when it is opened for review, only if there are problems', async () => {
    await write(first, `${await published(first)}\n\n#Wrong\n`);
    person.presses('Show Problems');
    await executeCommand('docsPlatform.changeRequest.openForReview', await row());

    const [choice] = person.choices;
    assert.equal(choice?.message, `Open #${session.number} ${subject} for review?`);
    assert.equal(choice?.detail, '1 new problem on 1 page.');
    assert.deepEqual(choice?.actions, ['Open for Review', 'Show Problems']);
    assert.equal(await status(), 'draft');
    assert.equal(shown().length, 1);

    person.presses('Open for Review');
    await executeCommand('docsPlatform.changeRequest.openForReview', await row());
    assert.equal(await status(), 'open');
  });

  test("don't hold up opening for review if nothing is wrong, or if they fail", async () => {
    await write(first, `${await published(first)}\n\nMore.\n`);
    await executeCommand('docsPlatform.changeRequest.openForReview', await row());
    assert.deepEqual(person.choices, []);
    assert.equal(await status(), 'open');

    subject = `Unchecked words ${count}`;
    await session.propose(subject);
    await write(first, `${await published(first)}\n\n#Wrong\n`);
    const draft = await row();
    platform.instead = async (request, real) =>
      request.url.includes('/page/') ? Response.json({}, { status: 500 }) : real(request);
    await executeCommand('docsPlatform.changeRequest.openForReview', draft);
    assert.equal(await status(), 'open');
    assert.deepEqual(asked(), [[`#${session.number} is open for review. Not fully checked.`, ['Check for Problems']]]);
  });

  test('of markdownlint follow the setting', async () => {
    await write(first, `${await published(first)}\n\n#Wrong\n`);
    await vscode.workspace
      .getConfiguration('docsPlatform.checks')
      .update('markdownlint', { MD018: false, MD013: { line_length: 5000 } }, true);
    await check();
    assert.deepEqual(shown(), []);

    await vscode.workspace.getConfiguration('docsPlatform.checks').update('markdownlint', 'nonsense', true);
    await check();
    assert.equal(shown().length, 1);
  });
});

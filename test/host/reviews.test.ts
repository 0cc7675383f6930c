import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { PlacedThread } from '../../src/extension/comments/shownThreads.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId, userId } from '../../src/server/sample/seeding.ts';
import { changeRequestRow } from './changeRequestRows.ts';
import { extensionUnderTest, forgetAllAccounts } from './extensionUnderTest.ts';
import { signIn, sitDown, type Person } from './person.ts';
import { servePlatform, type ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');
const subject = 'Add a page about call buttons';
const path = 'daily-work/missions.md';

interface Reported {
  readonly id: string;
  readonly body?: { readonly markdown?: string };
  readonly status?: string;
  readonly reviewer?: { readonly id: string };
}

suite('A review', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;
  let at: { readonly space: string; readonly id: string; readonly number: number };

  setup(async () => {
    testing = await extensionUnderTest();
    person = sitDown(testing);
    platform = await servePlatform();
    account = await signIn(person, platform.address, platform.token);
    person.startOver();
    const { row } = await changeRequestRow(testing, 'Needs Attention', subject);
    assert.ok('changeRequest' in row);
    at = { space: handbook, id: row.changeRequest.id, number: row.changeRequest.number };
  });

  teardown(async () => {
    await executeCommand('workbench.action.closeAllEditors');
    await forgetAllAccounts(testing);
    person.leave();
    await platform.close();
  });

  async function list(name: string): Promise<readonly Reported[]> {
    const response = await platform.call('GET', `/spaces/${at.space}/change-requests/${at.id}/${name}`);
    return ((await response.json()) as { items: Reported[] }).items;
  }
  const texts = (items: readonly Reported[]) => items.map(({ body }) => body?.markdown ?? '');
  const comments = async () => texts(await list('comments?format=markdown&limit=1000'));
  const ownReviews = async () =>
    (await list('reviews')).filter(({ reviewer }) => reviewer?.id === userId('mara')).map(({ status }) => status);
  const row = (group = 'Needs Attention') => changeRequestRow(testing, group, subject);

  async function openPage(): Promise<vscode.Uri> {
    const uri = vscode.Uri.from({
      scheme: 'docs-platform',
      authority: account.key,
      path: `/${at.space}.change-request-${at.number}/${path}`,
    });
    await vscode.window.showTextDocument(uri);
    const { inline } = await testing.comments();
    await until('the threads of the page', async () => (await inline.shown(uri)) !== undefined);
    return uri;
  }

  const placedIn = async (uri: vscode.Uri) => (await testing.comments()).inline.placedIn(uri);
  const labels = ({ widget }: PlacedThread) => widget.thread.comments.map(({ label }) => label);

  /** Types into the box of a new comment, and presses one of its buttons. */
  async function comment(uri: vscode.Uri, command: string, text: string): Promise<void> {
    const controller = vscode.comments.createCommentController('test', 'Test');
    const thread = controller.createCommentThread(uri, new vscode.Range(0, 0, 0, 1), []);
    await executeCommand(`docsPlatform.comments.${command}`, { thread, text });
    controller.dispose();
  }

  async function startReview(uri: vscode.Uri, text: string): Promise<PlacedThread> {
    await comment(uri, 'startReview', text);
    return until('the pending comment', async () =>
      (await placedIn(uri)).find((each) => labels(each)[0] === 'Pending'),
    );
  }

  async function inbox(): Promise<string[]> {
    const provider = testing.inbox?.provider ?? assert.fail();
    const [unsent] = (await provider.getChildren()) ?? [];
    const items = (await provider.getChildren(unsent)) ?? [];
    return Promise.all(items.map(async (each) => String((await provider.getTreeItem(each)).description)));
  }

  test('keeps comments and replies pending, visible only to their author, until it is submitted', async () => {
    const { id } = (await (
      await platform.call(
        'POST',
        `/spaces/${at.space}/change-requests/${at.id}/comments`,
        { body: { markdown: 'Who reads this?' }, page: await pageId() },
        userId('bo'),
      )
    ).json()) as { id: string };
    const uri = await openPage();
    const before = await comments();

    const begun = await startReview(uri, 'Which button?');
    const other = await until('the thread', async () => (await placedIn(uri)).find((each) => each.id === id));
    await executeCommand('docsPlatform.comments.addToReview', { thread: other.widget.thread, text: 'Operators.' });
    await until('the pending reply', () => labels(other).at(-1) === 'Pending');

    assert.match(begun.widget.thread.contextValue ?? '', /^thread;inReview/);
    assert.equal(begun.range?.start.line, 0);
    assert.deepEqual(await comments(), before);
    await until('the row', async () => (await row()).marks.startsWith('2 pending'));
    assert.match((await row()).context, /\breviewing\b/);
    assert.deepEqual(
      (await inbox()).map((words) => words.split(' · ')[0]),
      ['Pending reply', 'Pending comment'],
    );

    person.picks('Approve');
    person.types('Good, but for one question.');
    await executeCommand('docsPlatform.changeRequest.submitReview', (await row()).row);

    assert.deepEqual(person.refusals, []);
    assert.ok((await comments()).some((text) => text.endsWith('Which button?')));
    assert.deepEqual(texts(await list(`comments/${id}/replies?format=markdown`)), ['Operators.']);
    assert.deepEqual(await ownReviews(), ['approved']);
    await until('no pending comments', async () => !(await row('Open')).marks.includes('pending'));
    assert.ok(!(await placedIn(uri)).some((each) => labels(each).includes('Pending')));
  });

  async function pageId(): Promise<string> {
    const content = await testing.stores(account).contents();
    const entry = await content.entry(at.space, { kind: 'changeRequest', number: at.number }, path);
    assert.ok(entry?.kind === 'page');
    return entry.node.id;
  }
});

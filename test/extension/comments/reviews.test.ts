import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../src/extension/ground/services/accounts.ts';
import type { PlacedThread } from '../../../src/extension/comments/shownThreads.ts';
import type { Testing } from '../../../src/extension.ts';
import { spaceId, userId } from '../../../src/server/sample/seeding.ts';
import { changeRequestRow } from '../../host/changeRequestRows.ts';
import type { Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { until } from '../../host/until.ts';
import { signedInForEach } from '../activated.ts';

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

describe('A review', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;
  let at: { readonly space: string; readonly id: string; readonly number: number };

  signedInForEach(async (given) => {
    ({ testing, person, platform, account } = given);
    const { row } = await changeRequestRow(testing, 'Needs Attention', subject);
    assert.ok('changeRequest' in row);
    at = { space: handbook, id: row.changeRequest.id, number: row.changeRequest.number };
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

  test('is restored with its summary when its stores are created again, and can be changed', async () => {
    const uri = await openPage();
    await startReview(uri, 'Which button?');
    person.picks('Request Changes');
    platform.instead = (request, real) =>
      request.method === 'POST' ? new Response(null, { status: 503 }) : real(request);
    person.types('Name the button.');
    await executeCommand('docsPlatform.changeRequest.submitReview', (await row()).row);
    assert.match(person.refusals.join(), /^0 of 1 comment was sent\. The rest are still pending/);
    platform.instead = undefined;

    await testing.accounts.remove(account.key);
    await testing.accounts.add(account, platform.token);
    const again = await openPage();
    const pending = await until('the pending comment', async () =>
      (await placedIn(again)).find((each) => labels(each)[0]?.startsWith('Pending')),
    );
    const [first] = pending.widget.thread.comments;
    await executeCommand('docsPlatform.comments.edit', first);
    Object.assign(first ?? {}, { body: 'Which of the two buttons?' });
    await executeCommand('docsPlatform.comments.saveEdit', first);
    person.startOver();
    person.picks('Request Changes');
    await until('the row', async () => (await row()).marks.startsWith('1 pending'));
    person.types('Name the button.');
    await executeCommand('docsPlatform.changeRequest.submitReview', (await row()).row);

    assert.equal(person.questions[0]?.value, 'Name the button.');
    assert.equal((await comments()).filter((text) => text.endsWith('buttons?')).length, 1);
    assert.deepEqual(await ownReviews(), ['changes-requested']);
  });

  test('is discarded after a question that says how much is lost', async () => {
    const uri = await openPage();
    await startReview(uri, 'Which button?');
    await comment(uri, 'addToReview', 'And which lamp?');
    person.presses('Discard Review');

    await executeCommand('docsPlatform.changeRequest.discardReview', (await row()).row);

    assert.match(person.choices[0]?.detail ?? '', /^2 pending comments will be lost\./);
    await until('no pending comments', async () =>
      (await placedIn(uri)).every((each) => !labels(each).includes('Pending')),
    );
    assert.ok(!(await comments()).some((text) => /button\?|lamp\?/.test(text)));
  });

  test('keeps the text of a pending comment that is edited while the review is submitted', async () => {
    const uri = await openPage();
    const pending = await startReview(uri, 'Which button?');
    const [first] = pending.widget.thread.comments;
    await executeCommand('docsPlatform.comments.edit', first);
    person.picks('Comment');
    person.types('');

    await executeCommand('docsPlatform.changeRequest.submitReview', (await row()).row);
    await until('the comment', async () => (await comments()).some((text) => text.endsWith('Which button?')));

    assert.deepEqual(pending.widget.thread.comments, [first]);
    Object.assign(first ?? {}, { body: 'Which of the two buttons?' });
    await executeCommand('docsPlatform.comments.saveEdit', first);
    await until('the message', () => person.messages.length > 0);
    assert.match(person.messages.join(), /already sent or discarded\. Your text is in a new document/);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), 'Which of the two buttons?');
    await executeCommand('workbench.action.files.revert');
    assert.ok(!(await placedIn(uri)).some((each) => each.id === pending.id));
  });

  test('is listed first in the palette, and shown in the tooltip of its row', async () => {
    await startReview(await openPage(), 'Which button?');
    await executeCommand('workbench.action.closeAllEditors');

    await executeCommand('docsPlatform.changeRequest.submitReview');

    const [all] = person.offered;
    assert.ok((all?.length ?? 0) > 1);
    assert.match(all?.[0] ?? '', new RegExp(subject));
    const { row: shown, item } = await row();
    const { token } = new vscode.CancellationTokenSource();
    const { tooltip } = (await testing.changeRequests?.provider.resolveTreeItem?.(item, shown, token)) ?? {};
    const reported = tooltip instanceof vscode.MarkdownString ? tooltip.value.replaceAll('&nbsp;', ' ') : '';
    assert.match(reported, /Review not submitted yet: 1 pending comment\./);
  });

  test('is sent without a verdict if its change request has been merged in the meantime', async () => {
    await startReview(await openPage(), 'Which button?');
    await platform.call('POST', `/spaces/${at.space}/change-requests/${at.id}/merge`);
    await executeCommand('docsPlatform.changeRequests.refresh');
    const { row: merged, context } = await until('the merged row', async () => row('Merged').catch(() => undefined));
    person.types('Too late.');

    await executeCommand('docsPlatform.changeRequest.submitReview', merged);

    assert.match(context, /^changeRequest;merged;.*\breviewing\b.*\bcomment\b/);
    assert.deepEqual([person.offered, person.refusals], [[], []]);
    const sent = await comments();
    assert.ok(sent.includes('Too late.') && sent.some((text) => text.endsWith('Which button?')), sent.join('\n'));
  });

  test('keeps a summary on its row until it is submitted or discarded', async () => {
    const threads = await testing.stores(account).comments();
    const place = { space: at.space, changeRequest: at.id };
    await threads.drafts.keep(threads.reviews.summary(place), 'Good.');

    await until('the mark', async () => (await row()).marks.startsWith('review not submitted'));
    assert.match((await row()).context, /\breviewing\b/);
    person.presses('Discard Review');
    await executeCommand('docsPlatform.changeRequest.discardReview', (await row()).row);
    assert.match(person.choices[0]?.detail ?? '', /^Its summary will be lost\./);
    await until('no mark', async () => !(await row()).marks.includes('review not submitted'));
  });

  test('leaves a single comment to be sent at once', async () => {
    const uri = await openPage();
    await startReview(uri, 'Which button?');

    await comment(uri, 'addSingle', 'A typo.');

    assert.ok((await comments()).some((text) => text.endsWith('A typo.')));
    assert.ok(!(await comments()).some((text) => text.endsWith('Which button?')));
  });
});

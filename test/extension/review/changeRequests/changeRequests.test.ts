import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import { problemInWords } from '../../../../src/extension/ground/services/prompts.ts';
import type { Testing } from '../../../../src/extension.ts';
import { editUriOf } from '../../../../src/extension/ground/places/pageUri.ts';
import { spaceId, userId } from '../../../../src/server/sample/seeding.ts';
import {
  changeRequestLabels,
  changeRequestRow,
  changeRequestRows,
  untilListed,
} from '../../../host/changeRequestRows.ts';
import { forgetAllAccounts } from '../../../host/extensionUnderTest.ts';
import { rowAt } from '../../../host/libraryRows.ts';
import { signIn, type Person } from '../../../host/person.ts';
import { openQuickPick } from '../../../host/quickPick.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { until } from '../../../host/until.ts';
import { readManifest } from '../../../readManifest.ts';
import { holds } from '../../../whenClause.ts';
import { signedInForEach } from '../../activated.ts';

const { executeCommand } = vscode.commands;

const callButtons = 'Add a page about call buttons';
const docking = 'Explain what docking at 0.3 m/s looks like';
const notes = 'Release notes of 4.2.2';

describe('Change requests', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  signedInForEach((given) => ({ testing, person, platform, account } = given), { appUrl: 'https://app.docs.example' });

  /** The platform's record of a change request of the sample workspace. */
  async function onPlatform(space: string, subject: string): Promise<Record<string, unknown> & { id: string }> {
    for (const status of ['open', 'draft', 'merged', 'archived']) {
      const response = await platform.call('GET', `/spaces/${spaceId(space)}/change-requests?status=${status}`);
      const { items } = (await response.json()) as { items: (Record<string, unknown> & { id: string })[] };
      const found = items.find((item) => item['subject'] === subject);
      if (found) return found;
    }
    assert.fail(`The platform has no ${subject}.`);
  }

  const row = async (group: string, subject: string) => (await changeRequestRow(testing, group, subject)).row;

  test("are marked if the user's review is requested, and then have no inline merge action", async () => {
    const asked = await changeRequestRow(testing, 'Needs Attention', docking);
    const other = await changeRequestRow(testing, 'Merged', 'Show nwctl --json with an example');

    assert.match(asked.context, /^changeRequest;open;.*;requested;.*\breview\b/);
    assert.doesNotMatch(other.context, /\brequested\b/);
    const menu = menuOf(asked.context);
    assert.deepEqual(
      menu.filter(({ group }) => group.startsWith('0_')).map(({ command }) => command.split('.')[2]),
      ['approve', 'requestChanges'],
    );
    assert.ok(menu.some(({ command, group }) => command.endsWith('.submitReview') && group === 'inline@2'));
    const merging = menu.filter(({ command }) => /\.merge(\.row)?$/.test(command)).map(({ group }) => group);
    assert.deepEqual(merging, ['4_change@3']);
  });

  test('are at the top, with the number of their pages, while one of them is edited', async () => {
    const { number } = await onPlatform('operator-handbook', docking);
    const version = { kind: 'changeRequest', number: Number(number) } as const;
    const groups = await changeRequestLabels(testing);
    const path = 'why-does-my-heron-stop.md';

    await vscode.window.showTextDocument(
      editUriOf({ account: account.key, space: spaceId('operator-handbook'), version, path }),
    );

    const top = await until('the count', async () => {
      const [first] = await changeRequestRows(testing);
      return first?.marks.startsWith('2 pages · ') && first;
    });
    assert.ok(top.label.endsWith(docking), top.label);
    assert.equal((top.item.iconPath as vscode.ThemeIcon).id, 'edit');
    assert.match(top.item.accessibilityInformation?.label ?? '', /being edited/);
    assert.deepEqual((await changeRequestLabels(testing)).slice(1), groups);

    await executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(await changeRequestLabels(testing), groups);
  });

  test('show their reviews and pages on hover', async () => {
    const provider = testing.changeRequests?.provider;
    const { row, item } = await changeRequestRow(testing, 'Needs Attention', docking);
    const cancellation = new vscode.CancellationTokenSource();

    const full = await provider?.resolveTreeItem?.(item, row, cancellation.token);

    assert.ok(full?.tooltip instanceof vscode.MarkdownString);
    assert.equal(full.tooltip.isTrusted ?? false, false);
    const lines = full.tooltip.value.replaceAll('&nbsp;', ' ').split('  \n');
    assert.equal(lines.length, 5, full.tooltip.value);
    assert.match(lines[1] ?? '', /^Heron Operator Handbook · open · outdated · \d comments$/);
    assert.equal(lines[2], 'by Ada Park · changes 2 pages');
    assert.equal(lines[4], 'Bo Lind: approved · needs your review');
  });

  test('have their comments and reviews below them', async () => {
    const rows = await changeRequestRows(testing, await changeRequestRow(testing, 'Needs Attention', docking));
    const comments = rows.find(({ label }) => label === 'Comments');
    const reviews = rows.find(({ label }) => label === 'Reviews');
    assert.ok(reviews);

    const people = await changeRequestRows(testing, reviews);

    assert.match(comments?.marks ?? '', /^\d open$/);
    assert.equal(reviews.marks, '1 approved · 1 still to review');
    assert.deepEqual(
      people.map(({ label, marks }) => [label, marks.split(' · ')[0]]),
      [
        ['Bo Lind', 'approved'],
        ['Mara Lindqvist', 'needs your review'],
      ],
    );
  });

  test('can be grouped by space, and by status again', async () => {
    // Those that need attention aren't listed in their spaces, and the Library knows which spaces have only drafts.
    await changeRequestLabels(testing, 'Needs Attention');
    await rowAt(testing, 'Northwind Robotics', 'Engineering');
    await executeCommand('docsPlatform.changeRequests.groupBySpace');

    const labels = await changeRequestLabels(testing);
    const inside = await changeRequestLabels(testing, 'Heron Operator Handbook');
    const { marks } = await changeRequestRow(testing, 'Heron Operator Handbook');
    await executeCommand('docsPlatform.changeRequests.groupByStatus');

    assert.deepEqual(labels, [
      'Needs Attention',
      '🛠️ Engineering Handbook',
      '📘 Heron Operator Handbook',
      '📣 Release Notes',
      '🔌 REST API',
      '⛵ Skiff',
    ]);
    assert.ok(!inside.some((label) => label.endsWith(callButtons)) && inside.includes('Archived'), inside.join());
    assert.equal(marks, '1 draft');
    assert.ok((await changeRequestLabels(testing)).includes('Merged'));
  });

  test('can be filtered by several fields, each of which can be changed and removed', async () => {
    const described = () => testing.changeRequests?.view.description;
    person.picks('Author', 'Ada Park');
    await executeCommand('docsPlatform.changeRequests.filter');
    person.picks('Space', 'Heron Operator Handbook');
    await executeCommand('docsPlatform.changeRequests.filter');
    assert.equal(described(), 'author: Ada Park · in Heron Operator Handbook');

    person.picks('Author', 'Bo Lind');
    await executeCommand('docsPlatform.changeRequests.filter');
    assert.equal(described(), 'author: Bo Lind · in Heron Operator Handbook');

    person.picks('Author', 'Any author');
    await executeCommand('docsPlatform.changeRequests.filter');
    assert.equal(described(), 'in Heron Operator Handbook');

    person.picks('No filter');
    await executeCommand('docsPlatform.changeRequests.filter');
    assert.equal(described(), undefined);
  });

  test('can be filtered by creator, and the view says so', async () => {
    await until('the badge', () => testing.changeRequests?.view.badge?.value === 5);
    person.picks('Author', 'Ada Park');
    await executeCommand('docsPlatform.changeRequests.filter');

    const labels = await changeRequestLabels(testing, 'Open');
    const { marks: count } = await changeRequestRow(testing, 'Open');
    const { description, badge } = testing.changeRequests?.view ?? {};
    const waiting = await changeRequestLabels(testing, 'Needs Attention');
    const { marks: waits } = await changeRequestRow(testing, 'Needs Attention');
    await executeCommand('docsPlatform.changeRequests.clearFilter');

    assert.deepEqual(
      labels.map((label) => label.replace(/^.*?#\d+ /, '')),
      [notes],
    );
    assert.equal(count, '1 · 1 above');
    assert.equal(description, 'author: Ada Park');
    assert.equal(waiting.length, 1);
    assert.equal(waits, '1 of 5');
    assert.equal(badge?.value, 5);
    assert.equal((await changeRequestLabels(testing, 'Open')).length, 2);
  });

  test("that aren't listed yet are found by their id in a space", async () => {
    const { id } = await onPlatform('maintenance', 'Clean dock contacts without sandpaper');
    person.picks('Maintenance');
    const picker = await openQuickPick('docsPlatform.changeRequests.goTo');
    picker.type(id);
    await picker.baseOf(/^Find/);

    await picker.accept();

    await until('the row', () => selected()?.includes('Clean dock contacts'));
  });

  test("that don't exist are reported", async () => {
    person.picks('Maintenance');
    const picker = await openQuickPick('docsPlatform.changeRequests.goTo');
    picker.type('#987');
    await picker.baseOf(/^Find #987/);

    await picker.accept();

    await until('the message', () =>
      person.messages.join().startsWith("Change request 987 doesn't exist in this space"),
    );
  });

  test('are found by their URL in the browser', async () => {
    const made = await onPlatform('runbooks', 'Add a runbook for docks that do not charge');
    const { app } = made['urls'] as { app: string };
    const picker = await openQuickPick('docsPlatform.changeRequests.goTo');
    picker.type(`[#1](${app}/some-page).`);
    await picker.baseOf(/^Find/);

    await picker.accept();

    await until('the row', () => selected()?.includes('Add a runbook for docks'));
  });

  function selected(): string | undefined {
    const chosen = testing.changeRequests?.view.selection[0];
    return chosen?.kind === 'changeRequest' ? chosen.changeRequest.subject : undefined;
  }

  test('are created from the palette, which checks the subject and offers the next step', async () => {
    person.picks('Runbooks');
    person.types('', 'x'.repeat(101), 'Say who to call');

    await executeCommand('docsPlatform.changeRequests.create');

    assert.equal(person.refusals[0], 'Describe the change in a few words.');
    assert.equal(person.refusals[1], '1 character too many. A subject can have at most 100.');
    const check = person.questions[0]?.check;
    assert.match(problemInWords(check?.('x'.repeat(103)) ?? ''), /^3 characters too many/);
    assert.equal((await onPlatform('runbooks', 'Say who to call'))['status'], 'draft');
    await untilListed(testing, 'Drafts', 'Say who to call');
    const offer = await until('the offer', () => person.choices[0]);
    assert.deepEqual(offer.actions, ['Edit Page…', 'Edit in Browser']);
    assert.equal(selected(), 'Say who to call');
  });

  test('are created from a space in the Library, which counts them at once', async () => {
    const space = await rowAt(testing, 'Northwind Robotics', 'Release Notes').catch(() => undefined);
    const place = space ?? (await rowAt(testing, 'Northwind Robotics', '🧭 Start Here'));
    person.types('Tidy up');

    await executeCommand('docsPlatform.changeRequests.create', place.row);

    await untilListed(testing, 'Drafts', 'Tidy up');
    await executeCommand('docsPlatform.changeRequest.openForReview', await row('Drafts', 'Tidy up'));
    await until('the count in the Library', async () => {
      const now = await rowAt(testing, 'Northwind Robotics', place.label);
      return /change request/.test(now.marks) && now.marks !== place.marks;
    });
  });

  test("keep the typed text in the box if it couldn't be sent", async () => {
    person.picks('Runbooks');
    platform.instead = (request, real) =>
      request.method === 'POST'
        ? Response.json({ error: { code: 422, message: 'body.subject: not today' } }, { status: 422 })
        : real(request);
    person.types('Say who to call');

    await executeCommand('docsPlatform.changeRequests.create');

    assert.match(person.refusals[0] ?? '', /not today/);
  });

  test('are renamed', async () => {
    person.types('Explain call buttons');

    await executeCommand('docsPlatform.changeRequest.rename', await row('Open', callButtons));

    assert.equal(person.questions[0]?.value, callButtons);
    await onPlatform('operator-handbook', 'Explain call buttons');
    await untilListed(testing, 'Needs Attention', 'Explain call buttons');
  });

  test('open a page for editing in the account that created them, whichever is active then', async () => {
    const place = await rowAt(testing, 'Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook');
    person.types('Say how loud the horn is');
    person.picks('Missions');
    const before = { ...testing.prompts };
    testing.prompts.choose = async ({ actions }) => {
      Object.assign(testing.prompts, before);
      await signIn(person, platform.address, platform.tokenOf(userId('bo')));
      return actions.find((action) => action === 'Edit Page…');
    };

    await executeCommand('docsPlatform.changeRequests.create', place.row);

    const uri = await until('the page', () => {
      const { document } = vscode.window.activeTextEditor ?? {};
      return document?.uri.scheme === 'docs-platform-edit' && document.uri;
    });
    assert.equal(uri.authority, account.key);
    const { number } = await onPlatform('operator-handbook', 'Say how loud the horn is');
    assert.match(uri.path, new RegExp(`^/Heron Operator Handbook #${String(number)}/.*missions`));
    assert.notEqual(testing.accounts.active?.key, account.key);
  });

  test('are returned to draft, opened, archived with an undo, and reopened', async () => {
    const statusNow = async () => (await onPlatform('release-notes', notes))['status'];
    await executeCommand('docsPlatform.changeRequest.returnToDraft', await row('Open', notes));
    assert.equal(await statusNow(), 'draft');
    await executeCommand('docsPlatform.changeRequest.openForReview', await row('Drafts', notes));
    assert.equal(await statusNow(), 'open');
    person.presses('Undo');
    await executeCommand('docsPlatform.changeRequest.archive', await row('Open', notes));
    assert.equal(await statusNow(), 'open');
    await executeCommand('docsPlatform.changeRequest.archive', await row('Open', notes));
    assert.equal(await statusNow(), 'archived');

    await executeCommand('docsPlatform.changeRequest.reopen', await row('Archived', notes));

    assert.equal(await statusNow(), 'open');
    await untilListed(testing, 'Open', notes);
  });

  test('are picked in the palette from those that the command can act on', async () => {
    person.picks('Change hands on Monday');

    await executeCommand('docsPlatform.changeRequest.openForReview');

    assert.equal((await onPlatform('engineering-handbook', 'Change hands on Monday'))['status'], 'open');
  });

  test('are updated from main', async () => {
    await executeCommand('docsPlatform.changeRequest.update', await row('Open', docking));

    assert.equal((await onPlatform('operator-handbook', docking))['outdated'], false);
    const { context } = await changeRequestRow(testing, 'Open', docking);
    assert.ok(!context.includes('outdated'), context);
    assert.match(person.messages.join(), /now includes the latest changes from main/);
  });

  test('are merged after one question that names what will happen', async () => {
    person.presses('Merge');

    await executeCommand('docsPlatform.changeRequest.merge', await row('Open', callButtons));

    const [question] = person.choices;
    assert.equal(question?.modal, true);
    assert.match(question?.message ?? '', /^Merge #\d+ Add a page about call buttons into Heron Operator Handbook\?$/);
    assert.match(question?.detail ?? '', /^2 pages will change for readers/);
    assert.equal((await onPlatform('operator-handbook', callButtons))['status'], 'merged');
    await untilListed(testing, 'Needs Attention', callButtons, false);
    await untilListed(testing, 'Merged', callButtons);
    await until('the badge', () => testing.changeRequests?.view.badge?.value === 4);
    assert.match(person.messages.join(), /Merged #\d+ .*\.$/);
  });

  test('that are merged are reverted with a new change request, which is shown for review', async () => {
    const space = spaceId('operator-handbook');
    const pages = async () => {
      const response = await platform.call('GET', `/spaces/${space}/content/pages`);
      return JSON.stringify(((await response.json()) as { pages: unknown[] }).pages, ['title', 'path', 'pages']);
    };
    const before = await pages();
    person.presses('Merge');
    await executeCommand('docsPlatform.changeRequest.merge', await row('Open', callButtons));
    await untilListed(testing, 'Merged', callButtons);
    assert.notEqual(await pages(), before);
    const { row: merged, context } = await changeRequestRow(testing, 'Merged', callButtons);
    assert.ok(
      menuOf(context).some(({ command }) => command === 'docsPlatform.changeRequest.revert'),
      context,
    );
    person.startOver();

    await executeCommand('docsPlatform.changeRequest.revert', merged);

    const { number } = await onPlatform('operator-handbook', callButtons);
    const subject = `Revert #${String(number)} ${callButtons}`;
    assert.match(person.choices[0]?.message ?? '', new RegExp(`^#\\d+ reverts #${String(number)} ${callButtons}\\.`));
    const made = await onPlatform('operator-handbook', subject);
    assert.deepEqual([made['status'], person.choices[0]?.actions], ['draft', ['Open for Review']]);
    assert.match(vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '', /Revert/);
    await until('the new row to be selected', () => {
      const selected = testing.changeRequests?.view.selection[0];
      return selected !== undefined && 'changeRequest' in selected && selected.changeRequest.id === made.id;
    });
    await platform.call('POST', `/spaces/${space}/change-requests/${made.id}/merge`);
    assert.equal(await pages(), before);
  });

  test('are not merged if the question is dismissed', async () => {
    await executeCommand('docsPlatform.changeRequest.merge', await row('Open', callButtons));

    assert.equal((await onPlatform('operator-handbook', callButtons))['status'], 'open');
  });

  test('that are behind main are updated first, then merged', async () => {
    person.presses('Update First', 'Merge');

    await executeCommand('docsPlatform.changeRequest.merge', await row('Open', docking));

    assert.deepEqual(person.choices[0]?.actions, ['Update First', 'Merge Anyway']);
    assert.deepEqual(person.choices[1]?.actions, ['Merge']);
    assert.equal((await onPlatform('operator-handbook', docking))['status'], 'merged');
  });

  test('that were merged with conflicts are reported with the pages', async () => {
    const { id } = await onPlatform('release-notes', notes);
    const path = `/spaces/${spaceId('release-notes')}`;
    const changes = (await (await platform.call('GET', `${path}/change-requests/${id}/changes`)).json()) as {
      changes: { type: string; page?: { id: string; title: string } }[];
    };
    const edited = changes.changes.find(({ type }) => type === 'page_edited')?.page;
    assert.ok(edited);
    platform.edit(spaceId('release-notes'), [
      { operation: 'update_page', page: edited.id, markdown: 'Something else.\n' },
    ]);
    await executeCommand('docsPlatform.changeRequests.refresh');
    person.presses('Merge Anyway…', 'Merge and Discard Changes in 1 Page', 'Show Pages');

    await executeCommand('docsPlatform.changeRequest.merge', await row('Open', notes));

    assert.match(person.choices[0]?.detail ?? '', new RegExp(`Changed on both sides: “${edited.title}”`));
    assert.match(person.choices[2]?.message ?? '', new RegExp(`with conflicts.*“${edited.title}”`));
    await until('the page', () => vscode.window.activeTextEditor?.document.uri.path.endsWith('.md'));
  });

  test("whose merge wasn't confirmed are looked up, and never merged twice", async () => {
    let merges = 0;
    platform.instead = async (request, real) => {
      const response = await real(request);
      if (!request.url.endsWith('/merge')) return response;
      merges += 1;
      return new Response('<html>Bad gateway</html>', { status: 502 });
    };
    person.presses('Merge');

    await executeCommand('docsPlatform.changeRequest.merge', await row('Open', callButtons));

    assert.equal(merges, 1);
    assert.match(person.messages.join(), /Merged #\d+ .*\.$/);
  });

  test('that were not merged when the connection dropped are reported, with a way to merge again', async () => {
    platform.instead = (request, real) =>
      request.url.endsWith('/merge') ? new Response('<html>Bad gateway</html>', { status: 502 }) : real(request);
    person.presses('Merge');

    await executeCommand('docsPlatform.changeRequest.merge', await row('Open', callButtons));

    assert.match(
      person.choices[1]?.message ?? '',
      /^The connection dropped during the merge, and #\d+ .* wasn't merged\. Try again\.$/,
    );
    assert.deepEqual(person.choices[1]?.actions, ['Merge Again…']);
  });

  test("whose merge couldn't be looked up are checked again, and reported as merged or not", async () => {
    const isAsked = () => person.choices.some(({ message }) => message.includes("couldn't check whether"));
    let isDown = false;
    platform.instead = (request, real) => {
      isDown ||= request.url.endsWith('/merge');
      return isDown && !isAsked() ? new Response('<html>Bad gateway</html>', { status: 502 }) : real(request);
    };
    person.presses('Merge');
    person.presses('Check Again');

    await executeCommand('docsPlatform.changeRequest.merge', await row('Open', callButtons));

    assert.match(person.messages.join(), /#\d+ .* wasn't merged\. Its status is open\.$/);
  });

  test('that someone else merged in the meantime are reported, and appear in their group', async () => {
    const given = await row('Open', callButtons);
    const { id } = await onPlatform('operator-handbook', callButtons);
    await platform.call('POST', `/spaces/${spaceId('operator-handbook')}/change-requests/${id}/merge`);

    await executeCommand('docsPlatform.changeRequest.merge', given);

    assert.match(person.messages.join(), /is already merged\.$/);
    await untilListed(testing, 'Open', callButtons, false);
  });

  test('that someone else archived in the meantime have to be reopened before a merge', async () => {
    const given = await row('Open', callButtons);
    const { id } = await onPlatform('operator-handbook', callButtons);
    await platform.call('PATCH', `/spaces/${spaceId('operator-handbook')}/change-requests/${id}`, {
      status: 'archived',
    });

    await executeCommand('docsPlatform.changeRequest.merge', given);

    assert.match(person.choices[0]?.message ?? '', /is archived\. Reopen it to merge it\.$/);
    assert.deepEqual(person.choices[0]?.actions, ['Reopen']);
    assert.equal((await onPlatform('operator-handbook', callButtons)).status, 'archived');
  });

  test("that someone else archived in the meantime aren't returned to draft unnoticed", async () => {
    const given = await row('Open', callButtons);
    const { id } = await onPlatform('operator-handbook', callButtons);
    await platform.call('POST', `/spaces/${spaceId('operator-handbook')}/change-requests/${id}/merge`);

    await executeCommand('docsPlatform.changeRequest.returnToDraft', given);

    assert.match(
      person.messages.join(),
      /^Someone else already changed the status of #\d+ .* to merged\. Nothing was changed\.$/,
    );
    await untilListed(testing, 'Open', callButtons, false);
  });

  test('of a locked space say so', async () => {
    const given = await row('Open', notes);
    platform.instead = (request, real) =>
      request.url.includes(spaceId('release-notes'))
        ? Response.json({ error: { code: 404, message: 'gone' } }, { status: 404 })
        : real(request);
    person.types('x');

    await executeCommand('docsPlatform.changeRequest.rename', given);

    assert.match(person.refusals.join(), /no longer exists, or you no longer have access to it\.$/);
    await untilListed(testing, 'Open', notes, false);
  });

  test('are approved with a comment, and then need no attention', async () => {
    person.types('Good.');

    await executeCommand('docsPlatform.changeRequest.approve', await row('Needs Attention', callButtons));

    assert.deepEqual(await reviewsOf(callButtons), [['Mara Lindqvist', 'approved', 'Good.']]);
    await untilListed(testing, 'Needs Attention', callButtons, false);
  });

  test('that the user created need attention once they are approved', async () => {
    const { id } = await onPlatform('operator-handbook', callButtons);
    await platform.call('POST', `/spaces/${spaceId('operator-handbook')}/change-requests/${id}/reviews`, {
      status: 'approved',
    });
    await forgetAllAccounts(testing);
    await signIn(person, platform.address, platform.tokenOf(userId('bo')));
    await changeRequestLabels(testing);

    await untilListed(testing, 'Needs Attention', callButtons);

    assert.match((await changeRequestRow(testing, 'Needs Attention', callButtons)).marks, /^approved · Bo Lind/);
  });

  test('can be acted on from the title of a page, as far as their status allows it', async () => {
    const { number } = await onPlatform('operator-handbook', callButtons);
    const uri = vscode.Uri.from({
      scheme: 'docs-platform',
      authority: account.key,
      path: `/${spaceId('operator-handbook')}.change-request-${String(number)}/daily-work/missions.md`,
    });
    await executeCommand('docsPlatform.changeRequest.openForReview', uri);
    await executeCommand('docsPlatform.changeRequest.returnToDraft', uri);
    const status = (await onPlatform('operator-handbook', callButtons))['status'];
    person.presses('Merge');
    await executeCommand('docsPlatform.changeRequest.merge', uri);

    await executeCommand('docsPlatform.changeRequest.rename', uri);

    assert.equal(status, 'draft');
    const name = `#${String(number)} ${callButtons}`;
    assert.equal(person.messages[0], `The status of ${name} is already open.`);
    assert.equal(person.messages.at(-1), `${name} is merged and can no longer be changed.`);
  });

  test('are sent back with requested changes', async () => {
    person.types('', 'Say where they hang.');

    await executeCommand('docsPlatform.changeRequest.requestChanges', await row('Needs Attention', callButtons));

    assert.equal(person.refusals[0], 'Describe what should change.');
    assert.deepEqual(await reviewsOf(callButtons), [['Mara Lindqvist', 'changes-requested', 'Say where they hang.']]);
  });

  async function reviewsOf(subject: string): Promise<(string | undefined)[][]> {
    const { id } = await onPlatform('operator-handbook', subject);
    const path = `/spaces/${spaceId('operator-handbook')}/change-requests/${id}/reviews`;
    const { items } = (await (await platform.call('GET', path)).json()) as {
      items: { reviewer: { displayName: string }; status: string; comment?: { body?: { markdown?: string } } }[];
    };
    return items.map(({ reviewer, status, comment }) => [
      reviewer.displayName,
      status,
      comment?.body?.markdown?.trim(),
    ]);
  }

  test('get reviewers, whose requests can be withdrawn', async () => {
    person.picks('Lena Brandt');
    await executeCommand('docsPlatform.changeRequest.requestReviewers', await row('Open', callButtons));
    const asked = await askedOf(callButtons);
    const reviews = await changeRequestRow(testing, 'Open', callButtons, 'Reviews');
    const lena = (await changeRequestRows(testing, reviews)).find(({ label }) => label === 'Lena Brandt');
    assert.match(lena?.context ?? '', /^review;requested;open;.*\bedit\b/);

    await executeCommand('docsPlatform.changeRequest.withdrawReviewer', lena?.row);

    assert.ok(asked.includes(userId('lena')));
    assert.ok(!(await askedOf(callButtons)).includes(userId('lena')));
  });

  async function askedOf(subject: string): Promise<string[]> {
    const { id } = await onPlatform('operator-handbook', subject);
    const path = `/spaces/${spaceId('operator-handbook')}/change-requests/${id}/requested-reviewers`;
    const { items } = (await (await platform.call('GET', path)).json()) as { items: { user: { id: string } }[] };
    return items.map(({ user }) => user.id);
  }

  test('are opened in the browser, and their link and number are copied', async () => {
    const given = await row('Open', callButtons);
    const { urls, number } = await onPlatform('operator-handbook', callButtons);
    const { app } = urls as { app: string };

    await executeCommand('docsPlatform.changeRequest.openInBrowser', given);
    await executeCommand('docsPlatform.changeRequest.copyLink', given);
    const link = await vscode.env.clipboard.readText();
    await executeCommand('docsPlatform.changeRequest.copyNumber', given);

    assert.deepEqual(person.visited, [app]);
    assert.equal(link, app);
    assert.equal(await vscode.env.clipboard.readText(), `#${String(number)}`);
  });

  test('are saved as PDF', async () => {
    const file = vscode.Uri.joinPath(testing.context.globalStorageUri, 'change-request.pdf');
    const { id, number } = await onPlatform('operator-handbook', callButtons);
    const reply = await platform.call('GET', `/spaces/${spaceId('operator-handbook')}/change-requests/${id}/pdf`);
    const { url } = (await reply.json()) as { url: string };
    const printed = new Response('%PDF-1.7 of call buttons', { headers: { 'content-type': 'application/pdf' } });
    platform.instead = (request, real) => (request.url === url ? printed : real(request));
    let offered: vscode.Uri | undefined;
    vscode.window.showSaveDialog = async ({ defaultUri } = {}) => {
      offered = defaultUri;
      return file;
    };

    const { openExternal } = vscode.env;
    const opened: string[] = [];
    Object.assign(vscode.env, { openExternal: async (uri: vscode.Uri) => opened.push(uri.toString()) });
    person.presses('Open');
    await executeCommand('docsPlatform.changeRequest.savePdf', await row('Open', callButtons));
    Object.assign(vscode.env, { openExternal });

    assert.deepEqual(opened, [file.toString()]);
    assert.match(offered?.path ?? '', new RegExp(`/${String(number)}-Add-a-page-about-call-buttons\\.pdf$`));
    const bytes = await vscode.workspace.fs.readFile(file);
    assert.equal(new TextDecoder().decode(bytes), '%PDF-1.7 of call buttons', person.messages.join());
  });

  test('offer only what the account may do', async () => {
    await forgetAllAccounts(testing);
    await signIn(person, platform.address, platform.tokenOf(userId('jin')));

    const { context } = await changeRequestRow(testing, 'Open', callButtons);

    assert.doesNotMatch(context, /\b(edit|merge|review)\b/);
    person.startOver();
    person.picks(callButtons);
    await executeCommand('docsPlatform.changeRequest.merge');
    assert.match(person.messages.join(), /^There is no entry Add a page about call buttons/);
  });

  test("stay as cached if the server can't be reached, and the view shows their age", async () => {
    const before = await changeRequestLabels(testing, 'Open');
    await platform.close();

    await executeCommand('docsPlatform.changeRequests.refresh');

    assert.deepEqual(await changeRequestLabels(testing, 'Open'), before);
    assert.equal(testing.changeRequests?.view.message, "Can't reach the server. Showing content from a moment ago.");
  });

  test("that can't be loaded show why, and are loaded on a retry", async () => {
    platform.instead = (request, real) =>
      request.url.includes('change-requests')
        ? Response.json({ error: { code: 500, message: 'no' } }, { status: 500 })
        : real(request);
    await forgetAllAccounts(testing);
    await signIn(person, platform.address, platform.token);
    const [failed] = await changeRequestRows(testing, await changeRequestRow(testing, 'Open'));
    platform.instead = undefined;

    await executeCommand('docsPlatform.changeRequests.refresh');

    assert.equal(failed?.label, "Couldn't load");
    assert.equal((await changeRequestLabels(testing, 'Open')).length, 2);
  });

  test('appear by themselves once the server answers again, and are counted by the badge', async () => {
    platform.instead = (request, real) =>
      request.url.includes('change-requests') ? new Response('{}', { status: 503 }) : real(request);
    await forgetAllAccounts(testing);
    const account = await signIn(person, platform.address, platform.token);
    const [failed] = await changeRequestRows(testing, await changeRequestRow(testing, 'Open'));
    assert.equal(failed?.label, "Couldn't load");
    assert.equal(testing.changeRequests?.view.badge, undefined);
    platform.instead = undefined;

    await (await testing.stores(account).library()).refresh();

    await until('the badge', () => (testing.changeRequests?.view.badge?.value ?? 0) > 0);
  });
});

describe('Change requests of a server with only the documented endpoints', () => {
  let testing: Testing;
  let person: Person;

  signedInForEach((given) => ({ testing, person } = given), { specOnly: true });

  test('are those of its spaces', async () => {
    const labels = await changeRequestLabels(testing, 'Open');

    assert.ok(
      labels.some((label) => label.endsWith(callButtons)),
      labels.join(),
    );
  });

  test('need the attention of the user that was chosen', async () => {
    assert.deepEqual(await changeRequestLabels(testing, 'Needs Attention'), [
      'Choose your user to see what needs your attention',
    ]);
    person.picks('Ada Park');

    await executeCommand('docsPlatform.changeRequests.chooseUser');

    await untilListed(testing, 'Needs Attention', docking);
  });

  test('have no reviews, and offer none', async () => {
    const row = await changeRequestRow(testing, 'Open', callButtons);
    const below = (await changeRequestRows(testing, row)).map(({ label }) => label);
    assert.ok(!below.includes('Reviews'), below.join());

    const again = await changeRequestRow(testing, 'Open', callButtons);

    assert.doesNotMatch(again.context, /\breviews\b/);
    await executeCommand('docsPlatform.changeRequest.requestReviewers', again.row);
    assert.match(person.messages.join(), /^This server doesn't support reviews/);
  });

  test('can still be merged', async () => {
    person.presses('Merge');

    await executeCommand(
      'docsPlatform.changeRequest.merge',
      (await changeRequestRow(testing, 'Open', callButtons)).row,
    );

    await untilListed(testing, 'Merged', callButtons);
  });
});

interface MenuItem {
  readonly command?: string;
  readonly when: string;
  readonly group: string;
}

/** The entries that VS Code shows in a row's menu and on the row. */
function menuOf(context: string): { readonly command: string; readonly group: string }[] {
  const { contributes } = readManifest<{ contributes: { menus: Record<string, readonly MenuItem[]> } }>();
  const shown = { view: 'docsPlatform.changeRequests', viewItem: context };
  return (contributes.menus['view/item/context'] ?? []).flatMap(({ command, when, group }) =>
    command && holds(when, shown) ? [{ command, group }] : [],
  );
}

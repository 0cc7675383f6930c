import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../../../src/extension.ts';
import { userId } from '../../../../src/server/sample/seeding.ts';
import { changeRequestRow, changeRequestRows } from '../../../host/changeRequestRows.ts';
import { signIn, type Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { signedIn } from '../../activated.ts';
import { until } from '../../../host/until.ts';
import { openEditingWindow, type EditingWindow } from '../../../host/editingWindow.ts';

const { executeCommand } = vscode.commands;

const base = 'First line.\n\nMiddle line.\n\nLast line.\n';

describe('Conflicts with main', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;
  let session: EditingWindow;
  let page: EditingWindow['pages'][number];
  let subject: string;
  let count = 0;

  signedIn((given) => ({ testing, person, platform, account } = given));

  beforeEach(async () => {
    session = await openEditingWindow({ testing, platform, account });
    page = session.pages[count++ % session.pages.length]!;
    subject = `Better words ${count}`;
    await session.propose(subject);

    await publish(base);
    await session.json('POST', `${at()}/update`);
    person.startOver();
  });

  afterEach(async () => {
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
  const pageRow = async () => {
    const rows = await changeRequestRows(testing, await changeRequestRow(testing, 'Drafts', subject));
    const found = rows.find((each) => each.context.startsWith('changedPage'));
    assert.ok(found);
    return found;
  };
  const status = async () => (await session.json<{ status: string }>('GET', at())).status;

  /** Has the page of the change request in the cache. */
  const read = async (id: string) =>
    (await testing.stores(account).contents()).reading(session.space, session.number, id);
  /** On a busy machine, the check may not end in time. */
  const withoutRemark = (detail: string | undefined) =>
    detail?.split('\n\n').filter((line) => line !== 'Not fully checked.');

  /** Publishes a change by someone else. */
  async function publish(markdown: string): Promise<void> {
    platform.edit(session.space, [{ operation: 'update_page', page: page.id, markdown }]);
  }

  /** Edits the page in the change request. */
  async function write(markdown: string): Promise<void> {
    await session.change({ operation: 'update_page', page: page.id, document: { markdown } });
    await executeCommand('docsPlatform.changeRequests.refresh');
  }

  /** Simulates a server that replaces the whole page with that of the change request. */
  function replacePages(own: string): void {
    platform.instead = async (request, real) => {
      const response = await real(request);
      if (request.method === 'POST' && request.url.endsWith('/update'))
        await session.change({ operation: 'update_page', page: page.id, document: { markdown: own } });
      return response;
    };
  }

  test('an update that merges texts reports no conflicts', async () => {
    await write(base.replace('First line.', 'My first line.'));
    await publish(base.replace('Last line.', 'Their last line.'));
    await executeCommand('docsPlatform.changeRequests.refresh');

    await executeCommand('docsPlatform.changeRequest.update', await row());

    assert.match(await session.markdownOf(page), /My first line\.[^]*Middle line\.[^]*Their last line\./);
    assert.match(person.messages.join(), /now includes the latest changes from main/);
    assert.deepEqual(person.choices, []);
    assert.doesNotMatch((await changeRequestRow(testing, 'Drafts', subject)).marks, /conflict/);
  });

  test('an update reports what it included if main changed after the list was loaded', async () => {
    await write(base.replace('First line.', 'My first line.'));
    const loaded = await row();
    await publish(base.replace('Last line.', 'Their last line.'));

    await executeCommand('docsPlatform.changeRequest.update', loaded);

    assert.match(person.messages.join(), /now includes the latest changes from main/);
  });

  test('are found if a server replaced the page, marked, and named before a merge', async () => {
    const own = base.replace('First line.', 'My first line.');
    await write(own);
    await publish(base.replace('Last line.', 'Their last line.'));
    await executeCommand('docsPlatform.changeRequests.refresh');
    replacePages(own);

    await executeCommand('docsPlatform.changeRequest.update', await row());

    assert.match(person.choices[0]?.message ?? '', new RegExp(`it lacks some changes to “${page.title}” from main`));
    assert.deepEqual(person.choices[0]?.actions, ['Resolve Conflicts']);
    const { marks, context } = await changeRequestRow(testing, 'Drafts', subject);
    assert.match(marks, /^1 conflict · /);
    assert.match(context, /^changeRequest;draft;.*\bconflicts\b.*\bedit\b/);
    const changed = await pageRow();
    assert.match(changed.marks, /^conflict/);
    assert.match(changed.context, /^changedPage;.*;conflict\b.*;edit$/);

    person.startOver();
    person.presses('Merge Anyway…');
    await executeCommand('docsPlatform.changeRequest.merge', await row());
    const [first, second] = person.choices;
    assert.deepEqual(first?.actions, ['Resolve Conflicts', 'Merge Anyway…']);
    assert.match(first?.detail ?? '', new RegExp(`In conflict with main: “${page.title}”`));
    assert.deepEqual(second?.actions, ['Resolve Conflicts', 'Merge and Discard Changes in 1 Page']);
    assert.equal(await status(), 'draft');
    assert.match(await published(), /Their last line\./);
  });

  test('disappear once the page has what main changed', async () => {
    const own = base.replace('First line.', 'My first line.');
    await write(own);
    await publish(base.replace('Last line.', 'Their last line.'));
    await executeCommand('docsPlatform.changeRequests.refresh');
    replacePages(own);
    await executeCommand('docsPlatform.changeRequest.update', await row());
    platform.instead = undefined;

    await write(own.replace('Last line.', 'Their last line.'));

    await until('no mark', async () => !/conflict/.test((await changeRequestRow(testing, 'Drafts', subject)).marks));
    person.presses('Merge');
    await executeCommand('docsPlatform.changeRequest.merge', await row());
    assert.equal(await status(), 'merged');
    assert.match(await published(), /My first line\.[^]*Their last line\./);
  });

  test('in identical words are marked for all users, because the platform stores them', async () => {
    await write(base.replace('Middle line.', 'My line.'));
    await publish(base.replace('Middle line.', 'Their line.'));
    // A change by someone else.
    await session.json('POST', `${at()}/update`);
    await executeCommand('docsPlatform.changeRequests.refresh');

    assert.match((await pageRow()).marks, /^conflict/);
    assert.match((await changeRequestRow(testing, 'Drafts', subject)).marks, /^1 conflict · /);
  });

  test('of a change request behind main are discarded only by a second choice', async () => {
    await write(base.replace('Middle line.', 'My line.'));
    await publish(base.replace('Middle line.', 'Their line.'));
    await executeCommand('docsPlatform.changeRequests.refresh');
    person.presses('Merge Anyway…', 'Merge and Discard Changes in 1 Page');

    await executeCommand('docsPlatform.changeRequest.merge', await row());

    assert.deepEqual(person.choices[0]?.actions, ['Update First', 'Merge Anyway…']);
    assert.match(person.choices[0]?.detail ?? '', new RegExp(`Changed on both sides: “${page.title}”`));
    assert.match(person.choices[1]?.detail ?? '', new RegExp(`published changes to “${page.title}”`));
    assert.equal(await status(), 'merged');
    assert.match(await published(), /My line\./);
  });

  const failing = (part: string) => {
    platform.instead = async (request, real) =>
      new URL(request.url).pathname.includes(part)
        ? Response.json({ error: { code: 503, message: 'Down' } }, { status: 503 })
        : real(request);
  };
  const reported = async () =>
    (await session.json<{ conflicts?: unknown[] }>('GET', `${at()}/changes`)).conflicts ?? [];

  test("that couldn't be checked are named before a merge, and never reported as none", async () => {
    await write(base.replace('Middle line.', 'My line.'));
    await publish(base.replace('Middle line.', 'Their line.'));
    await executeCommand('docsPlatform.changeRequests.refresh');
    failing('/revisions/');

    await executeCommand('docsPlatform.changeRequest.merge', await row());

    assert.match(person.choices[0]?.detail ?? '', /Couldn't compare #\d+ with main\. Both may have changed/);
    assert.equal(await status(), 'draft');
  });

  test("that couldn't be checked after an update are reported, and found before the merge", async () => {
    const own = base.replace('First line.', 'My first line.');
    await write(own);
    await publish(base.replace('Last line.', 'Their last line.'));
    await executeCommand('docsPlatform.changeRequests.refresh');
    platform.instead = async (request, real) => {
      const { pathname } = new URL(request.url);
      if (pathname.includes('/revisions/'))
        return Response.json({ error: { code: 503, message: 'Down' } }, { status: 503 });
      const response = await real(request);
      if (request.method === 'POST' && pathname.endsWith('/update'))
        await session.change({ operation: 'update_page', page: page.id, document: { markdown: own } });
      return response;
    };

    await executeCommand('docsPlatform.changeRequest.update', await row());

    assert.match(person.choices[0]?.message ?? '', /^Updated #\d+ .* from main, but couldn't compare the two/);
    platform.instead = undefined;
    person.startOver();
    await executeCommand('docsPlatform.changeRequest.merge', await row());
    assert.match(person.choices[0]?.detail ?? '', new RegExp(`In conflict with main: “${page.title}”`));
  });

  for (const [choice, parent] of [
    ['Accept Yours', 'mine'],
    ['Accept Main', 'theirs'],
  ] as const) {
    test(`of a place are resolved with ${choice}`, async () => {
      const [below, own, theirs] = ['below', 'mine', 'theirs'].map((name) => `${name}-${count}`) as [
        string,
        string,
        string,
      ];
      const insert = (id: string) => ({ operation: 'insert_page', id, title: id, markdown: 'Text.\n' }) as const;
      platform.edit(session.space, [insert(below), insert(own), insert(theirs)]);
      await session.json('POST', `${at()}/update`);
      await session.change({ operation: 'update_page', page: below, into: own });
      platform.edit(session.space, [{ operation: 'update_page', page: below, into: theirs }]);
      await session.json('POST', `${at()}/update`);
      await executeCommand('docsPlatform.changeRequests.refresh');
      assert.equal((await reported()).length, 1);
      person.picks(choice);

      await executeCommand('docsPlatform.editing.resolveConflicts', await row());

      assert.deepEqual(person.offered, [['Accept Yours', 'Accept Main']]);
      await until('the platform to forget it', async () => (await reported()).length === 0);
      const { path } = await session.json<{ path: string }>('GET', `${at()}/content/page/${below}`);
      assert.match(path, new RegExp(`(^|/)${parent}-${count}/below-${count}$`));
    });
  }

  test('on several pages are listed with what they are about', async () => {
    platform.edit(session.space, [{ operation: 'insert_page', id: 'gone', title: 'Gone', markdown: 'Text.\n' }]);
    await session.json('POST', `${at()}/update`);
    await write(base.replace('First line.', 'My first line.'));
    await session.change({ operation: 'update_page', page: 'gone', document: { markdown: 'Mine.\n' } });
    await publish(base.replace('First line.', 'Published line.'));
    platform.edit(session.space, [{ operation: 'delete_page', page: 'gone' }]);
    await session.json('POST', `${at()}/update`);
    await executeCommand('docsPlatform.changeRequests.refresh');
    const { showQuickPick } = vscode.window;
    let offered: readonly vscode.QuickPickItem[] = [];
    const look = async (items: readonly vscode.QuickPickItem[]) => void (offered = items);
    Object.assign(vscode.window, { showQuickPick: look });

    await executeCommand('docsPlatform.editing.resolveConflicts', await row());

    Object.assign(vscode.window, { showQuickPick });
    assert.deepEqual(
      offered.map(({ label, description }) => (label === 'Gone' ? `Gone: ${description}` : description)).toSorted(),
      ['Gone: the whole page', 'the text'],
    );
  });

  test("in someone else's change request name it, not you", async () => {
    await write(base.replace('First line.', 'Line of Mara.'));
    await publish(base.replace('First line.', 'Published line.'));
    await session.json('POST', `${at()}/update`);
    const ada = await signIn(person, platform.address, platform.tokenOf(userId('ada')));
    await executeCommand('docsPlatform.changeRequests.refresh');

    await executeCommand('docsPlatform.editing.resolveConflicts', await row());

    const { document } = vscode.window.activeTextEditor ?? assert.fail('No page was opened.');
    assert.match(document.getText(), new RegExp(`<<<<<<< #${session.number}\nLine of Mara\\.`));
    const lenses = async () => {
      const shown = await executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri);
      return shown.flatMap(({ command }) => command?.title ?? []);
    };
    assert.deepEqual(await lenses(), ['Accept Main', `Accept #${session.number}`, 'Accept Both', 'Compare']);
    await executeCommand('workbench.action.closeAllEditors');
    await testing.accounts.remove(ada.key);
    await testing.accounts.activate(account.key);
  });

  for (const [choice, isThere] of [
    ['Accept Yours', true],
    ['Accept Main', false],
  ] as const) {
    test(`of a page that main deleted are resolved with ${choice}`, async () => {
      platform.edit(session.space, [
        { operation: 'insert_page', id: `extra-${isThere}`, title: 'Extra', markdown: 'Text.\n' },
      ]);
      await session.json('POST', `${at()}/update`);
      await session.change({ operation: 'update_page', page: `extra-${isThere}`, document: { markdown: 'Mine.\n' } });
      platform.edit(session.space, [{ operation: 'delete_page', page: `extra-${isThere}` }]);
      await session.json('POST', `${at()}/update`);
      await executeCommand('docsPlatform.changeRequests.refresh');
      person.picks(choice);

      await executeCommand('docsPlatform.editing.resolveConflicts', await pageRow().then(({ row }) => row));

      await until('the platform to forget it', async () => (await reported()).length === 0);
      const response = await platform.call('GET', `${at()}/content/page/extra-${isThere}`);
      assert.equal(response.ok, isThere);
    });
  }

  test('a merge lists what is worth knowing, and leaves unsent text out only if the user says so', async () => {
    await write(base.replace('First line.', 'My first line.'));
    await session.json('POST', `${at()}/requested-reviewers`, { users: [userId('ada'), userId('mara')] });
    await session.json('POST', `${at()}/comments`, { body: { markdown: 'Why?' } });
    const { document } = await session.open(page);
    await session.append(document, 'Typed just now.');
    person.presses('Merge Without Unsent Changes');

    await executeCommand('docsPlatform.changeRequest.merge', await row());

    const [question] = person.choices;
    assert.deepEqual(question?.actions, ['Save All and Merge', 'Merge Without Unsent Changes']);
    assert.deepEqual(withoutRemark(question?.detail), [
      '1 page will change for readers.',
      `Unsent changes, not in #${session.number} yet: “${page.title}”.`,
      'Reviews pending: Ada Park, you.',
      '1 open comment thread.',
    ]);
    assert.equal(await status(), 'merged');
    assert.doesNotMatch(await published(), /Typed just now\./);
  });

  test('a merge names the problems that a check finds, which older ones are not, and leads to them', async () => {
    const change = async (markdown: string) =>
      session.change({ operation: 'update_page', page: 'linked', document: { markdown } });
    platform.edit(session.space, [
      { operation: 'insert_page', id: 'linked', title: 'Linked', markdown: '[Old](nowhere.md)\n' },
    ]);
    await session.json('POST', `${at()}/update`);
    await change('[Old](nowhere.md)\n\nMore.\n');
    await executeCommand('docsPlatform.changeRequests.refresh');
    await read('linked');
    await executeCommand('docsPlatform.changeRequest.merge', await row());
    assert.deepEqual(withoutRemark(person.choices.at(-1)?.detail), ['1 page will change for readers.']);

    await change('[Old](nowhere.md)\n\n[New](not-there.md)\n');
    await executeCommand('docsPlatform.changeRequests.refresh');
    await read('linked');
    // The check has a moment, which may be too short on a busy computer.
    const question = await until('a check that ends in time', async () => {
      person.startOver();
      person.presses('Show Problems');
      await executeCommand('docsPlatform.changeRequest.merge', await row()).then(undefined, () => undefined);
      const asked = person.choices.at(-1);
      return asked?.actions.includes('Show Problems') && asked;
    });

    assert.deepEqual(withoutRemark(question.detail), ['1 page will change for readers.', '1 new problem on 1 page.']);
    assert.deepEqual(question.actions, ['Merge', 'Show Problems']);
    assert.equal(await status(), 'draft');
  });

  test('nothing is merged if nothing is changed', async () => {
    await executeCommand('docsPlatform.changeRequest.merge', await row());

    assert.deepEqual(person.choices, []);
    assert.match(person.messages.join(), /^There is nothing to merge: #\d+ .* doesn't change any pages\.$/);
    assert.equal(await status(), 'draft');
  });

  test('unsent text is saved before a change request is opened for review', async () => {
    const { document } = await session.open(page);
    await session.append(document, 'Typed just now.');
    person.presses('Save All and Open');

    await executeCommand('docsPlatform.changeRequest.openForReview', await row());

    assert.deepEqual(person.choices[0]?.actions, ['Save All and Open', 'Open Without Unsent Changes']);
    assert.equal(await status(), 'open');
    assert.match(await session.markdownOf(page), /Typed just now\./);
  });

  test('unsent text is named before a review is requested, and dismissing the question requests none', async () => {
    const { document } = await session.open(page);
    await session.append(document, 'Typed just now.');

    await executeCommand('docsPlatform.changeRequest.requestReviewers', await row());

    assert.match(person.choices[0]?.detail ?? '', new RegExp(`Unsent changes, not in #\\d+ yet: “${page.title}”`));
    assert.deepEqual(person.offered, []);
  });
});

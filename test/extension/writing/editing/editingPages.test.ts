import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import type { Choice } from '../../../../src/extension/ground/services/prompts.ts';
import type { Testing } from '../../../../src/extension.ts';
import { userId } from '../../../../src/server/sample/seeding.ts';
import { changeRequestRow, changeRequestRows, type ShownChangeRequestRow } from '../../../host/changeRequestRows.ts';
import { signIn, type Person } from '../../../host/person.ts';
import { pagesOf, space, titlesOf } from '../../../host/pagesOfChangeRequest.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { until } from '../../../host/until.ts';
import { signedIn } from '../../activated.ts';

describe('The pages of a change request', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;
  let subject: string;
  let number: number;
  let count = 0;

  signedIn((given) => {
    ({ testing, person, platform, account } = given);
  });

  /** A new change request with pages of its own: A with subpages B and C, and D. */
  beforeEach(async () => {
    subject = `Pages ${++count}`;
    ({ number } = await json<{ number: number }>('POST', `/spaces/${space}/change-requests`, { subject }));
    await insertPages();
    platform.taken();
    person.startOver();
  });

  afterEach(async () => {
    platform.instead = undefined;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const {
    json,
    change,
    insert,
    insertPages,
    tree,
    everyPage,
    textOf,
    pageNamed,
    row,
    head,
    markdownOf,
    titlesIn,
    revisions,
    allPages,
    run,
  } = pagesOf(() => ({ testing, platform, account, subject, number }));

  test('are listed below a row of their own, with their changes', async () => {
    const guide = (await everyPage())[0] ?? assert.fail();
    await change({ operation: 'update_page', page: guide.id, title: 'Edited Title' });
    await (await testing.stores(account).changeRequests()).refresh();

    const pages = await changeRequestRows(testing, await allPages());

    assert.deepEqual(
      pages.map(({ label }) => label.replace(/^\P{L}+/u, '')),
      (await tree()).map(({ title }) => title),
    );
    assert.match(pages[0]?.context ?? '', /^page;document;.*changed$/);
    assert.match((await allPages('Page A', 'Page B')).context, /^page;document;text;changed\b/);
    assert.match((await allPages('Page A', 'Page B')).item.accessibilityInformation?.label ?? '', /Added/);
    assert.equal((await allPages('Page D')).item.resourceUri?.scheme, 'docs-platform-changes');
  });

  test("are cached with the change request's changes, and no more is requested", async () => {
    const given = await allPages();
    platform.taken();

    const pages = await changeRequestRows(testing, given);

    assert.ok(pages.length > 3);
    assert.deepEqual(platform.taken(), []);
  });

  describe('are saved as PDF', () => {
    const file = () => vscode.Uri.joinPath(testing.context.globalStorageUri, 'page.pdf');
    const { showSaveDialog } = vscode.window;
    let asked: string[];
    let offered: string[];

    beforeEach(() => {
      asked = [];
      offered = [];
      platform.instead = (request, handle) => {
        const { pathname, search } = new URL(request.url);
        if (pathname.endsWith('/pdf')) asked.push(search);
        return handle(request);
      };
      Object.assign(vscode.window, {
        showSaveDialog: async ({ defaultUri }: vscode.SaveDialogOptions) => {
          offered.push(defaultUri?.path.split('/').at(-1) ?? '');
          return file();
        },
      });
    });

    afterEach(async () => {
      Object.assign(vscode.window, { showSaveDialog });
      await vscode.workspace.fs.delete(file()).then(undefined, () => undefined);
    });

    const savePdf = (given?: unknown) => vscode.commands.executeCommand('docsPlatform.changeRequest.savePdf', given);

    async function assertSaved(search: string, name: string): Promise<void> {
      assert.deepEqual([asked, offered], [[search], [`${number}-${name}.pdf`]], person.messages.join());
      const bytes = await vscode.workspace.fs.readFile(file());
      assert.equal(new TextDecoder().decode(bytes.slice(0, 5)), '%PDF-');
    }

    test('from its row, with its subpages', async () => {
      person.picks('This Page and Its Subpages');
      await savePdf((await allPages('Page A')).row);
      await assertSaved(`?only=false&page=${(await pageNamed('Page A')).id}`, 'Page-A');
    });

    test('from its row, without its subpages', async () => {
      person.picks('This Page Only');
      await savePdf((await allPages('Page A')).row);
      await assertSaved(`?only=true&page=${(await pageNamed('Page A')).id}`, 'Page-A');
    });

    test('without a question where there are no subpages', async () => {
      const { row: changed } = await row('page-c.md');
      assert.ok('change' in changed);
      await savePdf(changed);
      await assertSaved(`?only=true&page=${changed.change.id}`, 'Page-C');
    });

    test('as part of the whole change request, if the user wants that', async () => {
      const { item } = await allPages('Page D');
      await vscode.commands.executeCommand('vscode.open', item.command?.arguments?.[0]);
      await until('the page', () => vscode.window.activeTextEditor?.document.uri.scheme === 'docs-platform-edit');
      person.picks('All Pages of the Space');
      await savePdf();
      await assertSaved('', subject.replace(' ', '-'));
    });

    test("on its own, if the platform can't make one of it and its subpages", async () => {
      platform.instead = (request, handle) =>
        new URL(request.url).searchParams.get('only') === 'false'
          ? Response.json({ error: { code: 422, message: 'query.page: is too long' } }, { status: 422 })
          : handle(request);
      person.picks('This Page and Its Subpages');
      await savePdf((await allPages('Page A')).row);
      await until('the message', () => person.messages.length > 0);
      assert.match(person.messages.join(), /couldn't create a PDF of “Page A” and its subpages\. Save only this page/);
      assert.deepEqual(offered, []);
    });
  });

  test("can't be edited once the change request is merged or archived", async () => {
    await json('PATCH', `/spaces/${space}/change-requests/${number}`, { status: 'archived' });
    await (await testing.stores(account).changeRequests()).refresh();

    const rows = await changeRequestRows(testing, await changeRequestRow(testing, 'Archived', subject));

    assert.ok(!rows.some(({ label }) => label === 'All Pages'));
    assert.ok(!rows.some(({ context }) => context.endsWith(';edit')));
  });

  test("a new page is added after the row's page", async () => {
    person.picks('After “Page B”');
    person.types('Page E');

    await run('newPage', (await allPages('Page A', 'Page B')).row);

    assert.deepEqual(await titlesIn('Page A'), ['Page B', 'Page E', 'Page C']);
  });

  test('a new page is added at the top level, from the row of the change request', async () => {
    person.picks('At the top');
    person.types('Page E');

    await run('newPage', (await row()).row);

    assert.deepEqual(
      (await tree()).slice(-2).map(({ title }) => title),
      ['Page D', 'Page E'],
    );
  });

  test('a new page is added from the palette, which asks for the change request and the place', async () => {
    person.picks(subject, 'Page A', 'Under “Page A”');
    person.types('From Palette');

    await run('newPage');

    assert.deepEqual(await titlesIn('Page A'), ['Page B', 'Page C', 'From Palette']);
  });

  test('a page is renamed and keeps its slug unless another one is typed', async () => {
    const before = await revisions();
    person.types('Better Name', '');

    await run('renamePage', (await allPages('Page A', 'Page B')).row);

    assert.equal((await pageNamed('Better Name')).slug, 'page-b');
    assert.equal(await revisions(), before + 1);
    assert.equal(person.questions[1]?.value, 'page-b');
    assert.match(person.questions[1]?.prompt ?? '', /^URL slug\. Keep it, or enter another one, such as “better-name”/);
    assert.deepEqual(
      person.choices.map(({ message, actions }) => [message, ...actions]),
      [[`Renamed “Better Name” in #${number}.`, 'Undo']],
    );
  });

  test('Undo gives a renamed or moved page its title, slug, and place back, in one revision', async () => {
    const places = async () => JSON.stringify(await tree(), ['id', 'title', 'slug', 'path', 'pages']);
    const before = await places();
    const count = await revisions();
    person.types('Better Name', 'better-name');
    person.presses('Undo');
    await run('renamePage', (await allPages('Page A', 'Page B')).row);
    await until('the title', async () => (await titlesIn('Page A')).join() === 'Page B,Page C');
    assert.equal(await revisions(), count + 2);

    person.picks('Top level', 'At the end');
    person.presses('Undo');
    await run('movePage', (await allPages('Page A', 'Page B')).row);
    await until('the place', async () => (await titlesIn('Page A')).join() === 'Page B,Page C');

    assert.equal(await places(), before);
  });

  test('a rename or move succeeds without Undo if the pages cannot be read after it', async () => {
    const failAfterwards = (): void => {
      let isSent = false;
      platform.instead = async (request, serve) => {
        if (isSent && request.method === 'GET' && /\/pages(?:\?|$)/.test(request.url))
          return Response.json({ error: { code: 403, message: 'No' } }, { status: 403 });
        const reply = await serve(request);
        isSent ||= request.method === 'POST' && request.url.endsWith('/content');
        return reply;
      };
    };
    person.types('Better Name', '');
    const { row } = await allPages('Page A', 'Page B');
    failAfterwards();
    await run('renamePage', row);
    platform.instead = undefined;
    await vscode.commands.executeCommand('docsPlatform.changeRequests.refresh');

    person.picks('Top level', 'At the end');
    const { row: renamed } = await allPages('Page A', 'Better Name');
    failAfterwards();
    await run('movePage', renamed);
    platform.instead = undefined;

    assert.deepEqual(
      person.choices.map(({ message, actions, severity }) => [message, actions, severity]),
      [
        [`Renamed “Better Name” in #${number}.`, [], undefined],
        [`Moved “Better Name” in #${number}.`, [], undefined],
      ],
    );
    await vscode.commands.executeCommand('docsPlatform.changeRequests.refresh');
    assert.equal((await tree()).at(-1)?.title, 'Better Name');
  });

  test('Undo leaves a page alone that someone else has renamed since', async () => {
    const { id } = await pageNamed('Page B');
    person.types('Better Name', '');
    const before = { ...testing.prompts };
    testing.prompts.choose = async (choice) => {
      Object.assign(testing.prompts, before);
      await change({ operation: 'update_page', page: id, title: 'Their Name' });
      return choice.actions.find((each) => each === 'Undo');
    };

    await run('renamePage', (await allPages('Page A', 'Page B')).row);

    await until('the message', () => person.messages.length > 0);
    assert.match(person.messages.join(), /“Page B” in #\d+ is no longer as you left it\./);
    assert.equal((await pageNamed('Their Name')).id, id);
  });

  describe('that other pages link to', () => {
    /** Page B has a link of its own; Page D and Linking link to it. */
    beforeEach(async () => {
      const [b, d] = [await pageNamed('Page B'), await pageNamed('Page D')];
      await change(
        { operation: 'update_page', page: b.id, document: { markdown: 'See [C](page-c.md).' } },
        { operation: 'update_page', page: d.id, document: { markdown: 'See [B](page-a/page-b.md).' } },
        {
          operation: 'insert_page',
          title: 'Linking',
          document: {
            markdown: '{% content-ref url="page-a/page-b.md" %}\n[B](page-a/page-b.md)\n{% endcontent-ref %}',
          },
        },
      );
      await (await testing.stores(account).changeRequests()).refresh();
    });

    test('are named before another slug is sent, and nothing is sent without a yes', async () => {
      const before = await revisions();
      person.types('Better Name', 'better-name');

      await run('renamePage', (await allPages('Page A', 'Page B')).row);

      assert.match(person.choices[0]?.message ?? '', /^Change the URL slug of “Page B” and break 3 links\?$/);
      assert.match(person.choices[0]?.detail ?? '', /2 pages link here: “Page D”, “Linking”\./);
      assert.match(person.refusals[0] ?? '', /Nothing was renamed\. Enter “page-b” to keep the URL slug/);
      assert.equal(await revisions(), before);
    });

    test('get another slug after a yes', async () => {
      person.types('Better Name', 'better-name');
      person.presses('Change Without Fixing');

      await run('renamePage', (await allPages('Page A', 'Page B')).row);

      assert.equal((await pageNamed('Better Name')).slug, 'better-name');
    });

    /** Questions are answered by the person again afterwards. */
    function asked() {
      const before = { ...testing.prompts };
      const choose = <Action extends string>(choice: Choice<Action>) => before.choose(choice);
      return { choose, [Symbol.dispose]: () => void Object.assign(testing.prompts, before) };
    }

    test('stay as they are if the diff is refused', async () => {
      const before = await revisions();
      person.types('Better Name', 'better-name');
      person.presses('Fix Links');

      await run('renamePage', (await allPages('Page A', 'Page B')).row);

      assert.equal(person.choices.length, 2);
      assert.equal(await revisions(), before);
    });

    test('are moved with their own links fixed, too', async () => {
      const { id } = await pageNamed('Page B');
      person.picks('Top level', 'At the end');
      person.presses('Fix Links', 'Move and Fix 4 Links');

      await run('movePage', (await allPages('Page A', 'Page B')).row);

      assert.deepEqual(await titlesIn('Page A'), ['Page C']);
      assert.match(await textOf(id), /See \[C\]\(page-a\/page-c\.md\)\./);
      assert.match(await markdownOf('Page D'), /See \[B\]\(page-b\.md\)\./);
    });

    test('get their place and their links back with Undo', async () => {
      const texts = async () => Promise.all(['Page B', 'Page D', 'Linking'].map(markdownOf));
      const [before, count] = [await texts(), await revisions()];
      person.picks('Top level', 'At the end');
      person.presses('Fix Links', 'Move and Fix 4 Links', 'Undo');

      await run('movePage', (await allPages('Page A', 'Page B')).row);

      await until('the place', async () => (await titlesIn('Page A')).join() === 'Page B,Page C');
      assert.deepEqual(await texts(), before);
      assert.equal(await revisions(), count + 2);
    });

    test('keep what someone else writes during the review, which starts again', async () => {
      person.types('Better Name', 'better-name');
      person.presses('Fix Links');
      const d = await pageNamed('Page D');
      const given = (await allPages('Page A', 'Page B')).row;
      using ask = asked();
      const reviews: string[] = [];
      testing.prompts.choose = async (choice) => {
        const action = choice.actions.find((each) => each.startsWith('Rename and Fix'));
        if (action === undefined) return ask.choose(choice);
        reviews.push(action);
        if (reviews.length === 1) {
          await change({
            operation: 'update_page',
            page: d.id,
            document: { markdown: 'See [B](page-a/page-b.md#x). And [B](page-a/page-b.md).' },
          });
        }
        return action;
      };

      await run('renamePage', given);

      assert.deepEqual(reviews, ['Rename and Fix 3 Links', 'Rename and Fix 4 Links']);
      assert.match(
        await markdownOf('Page D'),
        /See \[B\]\(page-a\/better-name\.md#x\)\. And \[B\]\(page-a\/better-name\.md\)\./,
      );
      assert.match(
        person.messages.join(),
        /Someone else changed pages with these links in #\d+\. Review the links again\./,
      );
    });

    test('are not renamed over a name that someone else gives them in the meantime', async () => {
      const b = await pageNamed('Page B');
      const given = (await allPages('Page A', 'Page B')).row;
      person.types('Better Name', 'better-name');
      using ask = asked();
      testing.prompts.choose = async (choice) => {
        await change({ operation: 'update_page', page: b.id, title: 'Their Name', slug: 'their-name' });
        await ask.choose(choice);
        return choice.actions.find((each) => each === 'Change Without Fixing');
      };

      await run('renamePage', given);

      assert.match(
        person.refusals[0] ?? '',
        /Someone else renamed “Page B” to “Their Name” \(their-name\) in #\d+\. Nothing was changed\./,
      );
      assert.equal((await pageNamed('Their Name')).slug, 'their-name');
    });

    test('are moved after a question that counts their own links, too', async () => {
      const given = (await allPages('Page A', 'Page B')).row;
      person.picks('Top level', 'At the end');
      await run('movePage', given);
      assert.deepEqual(await titlesIn('Page A'), ['Page B', 'Page C']);
      assert.match(person.choices[0]?.message ?? '', /^Move “Page B” and break 4 links\?$/);
      assert.match(person.choices[0]?.detail ?? '', /2 pages link here.*\nBreaks 1 link on the page itself/);
      person.picks('Top level', 'At the end');
      person.presses('Move Without Fixing');

      await run('movePage', given);

      assert.deepEqual(await titlesIn('Page A'), ['Page C']);
    });

    test('are moved among their siblings without a question', async () => {
      person.picks('Page A', 'At the end');

      await run('movePage', (await allPages('Page A', 'Page B')).row);

      assert.deepEqual(await titlesIn('Page A'), ['Page C', 'Page B']);
      assert.match(person.choices.map(({ message }) => message).join(), /^Moved “Page B” in #\d+\.$/);
    });

    test('are deleted after a question that names the pages', async () => {
      await run('deletePage', (await allPages('Page A')).row);

      assert.match(person.choices[0]?.detail ?? '', /2 pages link here: “Page D”, “Linking”/);
    });

    test("are still moved if links can't be checked", async () => {
      const given = (await allPages('Page A', 'Page B')).row;
      platform.instead = (request, handle) =>
        request.method === 'GET' && new URL(request.url).pathname.includes('/page/')
          ? Response.json({ error: { code: 500, message: 'Broken' } }, { status: 500 })
          : handle(request);
      person.picks('Top level', 'At the end');

      await run('movePage', given);

      assert.deepEqual(await titlesIn('Page A'), ['Page C']);
      assert.match(person.choices.map(({ message }) => message).join(), /^Moved “Page B” in #\d+\. /);
    });
  });

  test('a slug that is taken or invalid is reported before it is sent', async () => {
    const before = await revisions();
    person.types('Page B', 'page-c', 'Not So!', 'page-b-again');

    await run('renamePage', (await allPages('Page A', 'Page B')).row);

    assert.match(person.questions[1]?.prompt ?? '', /Already in use here: page-c\.$/);
    assert.match(person.refusals[0] ?? '', /“Page C” already has this URL slug/);
    assert.match(person.refusals[1] ?? '', /lowercase.*“not-so”/);
    assert.equal((await pageNamed('Page B')).slug, 'page-b-again');
    assert.equal(await revisions(), before + 1);
  });

  test("a page that keeps its name isn't sent", async () => {
    const before = await revisions();
    person.picks(subject, 'Page D');
    person.types('Page D', 'page-d');

    await run('renamePage');

    assert.equal(await revisions(), before);
  });

  test('a page is moved to the top level from its row in the list of changes', async () => {
    person.picks('Top level', 'At the end');

    await run('movePage', (await row('page-b.md')).row);

    assert.equal((await tree()).at(-1)?.title, 'Page B');
  });

  test('the move reports the new slug if the old one is taken there', async () => {
    await insert(['Page B']);
    await (await testing.stores(account).changeRequests()).refresh();
    person.picks('Top level', 'At the end');

    await run('movePage', (await allPages('Page A', 'Page B')).row);

    assert.match(person.choices[0]?.message ?? '', /now “page-b-1”, because “page-b” is already in use/);
  });

  test('a page is deleted after one question that names it and its subpages', async () => {
    const given = (await allPages('Page A')).row;
    await run('deletePage', given);
    assert.ok(await pageNamed('Page A'));
    assert.match(person.choices[0]?.message ?? '', /Delete “Page A” in #/);
    assert.match(
      person.choices[0]?.detail ?? '',
      /its 2 subpages: “Page B”, “Page C”\. Pages added in #\d+ can only be restored with Undo: “Page A”/,
    );
    person.presses('Delete');

    await run('deletePage', given);

    assert.ok(!(await everyPage()).some(({ title }) => /Page [ABC]/.test(title)));
    await until('the rows', async () =>
      (await changeRequestRows(testing, await allPages())).every(({ label }) => label !== 'Page A'),
    );
  });

  test('several selected pages are deleted after one question that names them, as one revision', async () => {
    const before = await revisions();
    const [a, b, d] = [await allPages('Page A'), await allPages('Page A', 'Page B'), await allPages('Page D')];
    person.presses('Delete');

    await run('deletePage', d.row, [a.row, b.row, d.row, (await allPages()).row]);

    assert.match(person.choices[0]?.message ?? '', /Delete 2 pages in #/);
    assert.match(person.choices[0]?.detail ?? '', /“Page A”, “Page D”/);
    assert.ok(!(await everyPage()).some(({ title }) => title.startsWith('Page ')));
    assert.equal(await revisions(), before + 1);
  });

  test('pages of several change requests are not deleted together', async () => {
    const other = (await allPages('Page A')).row;
    ({ number } = await json<{ number: number }>('POST', `/spaces/${space}/change-requests`, { subject: 'Other' }));
    await (await testing.stores(account).changeRequests()).refresh();
    const [first] = await changeRequestRows(testing, await changeRequestRow(testing, 'Drafts', 'Other', 'All Pages'));

    await run('deletePage', other, [other, first?.row]);

    await until('the message', () => person.messages.length > 0);
    assert.match(person.messages[0] ?? '', /pages from one change request only/);
    assert.deepEqual(person.choices, []);
  });

  test('Undo also restores what the change request had changed and added', async () => {
    const parent = (await everyPage()).find(({ pages }) => (pages?.length ?? 0) > 1) ?? assert.fail();
    const [first, second] = parent.pages ?? [];
    await change(
      { operation: 'update_page', page: first?.id, title: 'Edited Title', document: { markdown: 'Edited text.' } },
      { operation: 'update_page', page: second?.id, at: 0 },
    );
    await insert(['Page E'], await insert(['Page F'], parent.id));
    await (await testing.stores(account).contents()).refresh(space, number);
    const expected = titlesOf(await tree());
    person.presses('Delete', 'Undo');

    await run('deletePage', { at: { account, space, changeRequest: await head() }, node: { id: parent.id } });
    await until('the pages', async () => titlesOf(await tree()).join() === expected.join());

    await until('the text', async () => (await textOf((await pageNamed('Edited Title')).id)).includes('Edited text'));
    assert.match(await textOf((await pageNamed('Page E')).id), /Text of Page E/);
  });

  test('Undo restores slugs, and continues where it stopped when it is retried', async () => {
    const [a, c] = [await pageNamed('Page A'), await pageNamed('Page C')];
    await change(
      { operation: 'update_page', page: c.id, slug: 'an-address-of-its-own' },
      { operation: 'update_page', page: a.id, document: { markdown: 'See [C](page-a/an-address-of-its-own.md).' } },
    );
    await (await testing.stores(account).contents()).refresh(space, number);
    const expected = titlesOf(await tree());
    const given = { at: { account, space, changeRequest: await head() }, node: { id: a.id } };
    let isAway = false;
    platform.instead = (request, handle) => {
      const isInsert = request.method === 'POST' && request.url.endsWith('/content');
      if (isInsert && !isAway) return handle(request);
      return isInsert ? new Response('{}', { status: 503 }) : handle(request);
    };
    person.presses('Delete', 'Undo');
    const { showErrorMessage } = vscode.window;
    const retried: string[] = [];
    Object.assign(vscode.window, {
      showErrorMessage: async (message: string, ...actions: string[]) => {
        retried.push(message);
        isAway = false;
        return actions.find((action) => action === 'Retry');
      },
    });
    const prompts = { ...testing.prompts };
    testing.prompts.choose = async (choice) => {
      if (choice.actions.some((action) => (action as string) === 'Undo')) isAway = true;
      return prompts.choose(choice);
    };

    try {
      await run('deletePage', given);
      await until('the pages', async () => titlesOf(await tree()).join() === expected.join());
      const again = await until('its address', async () => {
        const page = await pageNamed('Page C');
        return page.slug === 'an-address-of-its-own' && page;
      });

      assert.notEqual(again.id, c.id);
      assert.equal(retried.length, 1, retried.join());
      assert.match(await textOf((await pageNamed('Page A')).id), /\[C\]\(page-a\/an-address-of-its-own(\.md)?\)/);
    } finally {
      Object.assign(vscode.window, { showErrorMessage });
      Object.assign(testing.prompts, prompts);
    }
  });

  test('a page is restored together with its subpages', async () => {
    const parent = (await everyPage()).find(({ pages }) => (pages?.length ?? 0) > 1) ?? assert.fail();
    const expected = titlesOf(await tree());
    await change({ operation: 'delete_page', page: parent.id });
    await (await testing.stores(account).changeRequests()).refresh();
    const before = await revisions();
    person.presses('Revert with Subpages');
    const gone = (await changeRequestRows(testing, await row())).find(
      ({ row }) => row.kind === 'changedPage' && row.change.id === parent.id,
    );

    await run('revertPage', gone?.row);

    assert.deepEqual(titlesOf(await tree()), expected);
    assert.equal(await revisions(), before + 1);
  });

  test('a deleted page is restored as in main', async () => {
    const [first] = await everyPage();
    await change({ operation: 'delete_page', page: first?.id });
    await (await testing.stores(account).changeRequests()).refresh();
    person.presses('Revert');
    const gone = (await changeRequestRows(testing, await row())).find(({ context }) => /deleted.*;edit$/.test(context));

    await run('revertPage', gone?.row);

    assert.match(person.choices[0]?.detail ?? '', /restores the version in main/);
    assert.equal((await everyPage())[0]?.id, first?.id);
  });

  describe('by drag and drop', () => {
    async function drag(from: ShownChangeRequestRow, onto: ShownChangeRequestRow | undefined): Promise<void> {
      const { pageDragAndDrop } = testing;
      const data = new vscode.DataTransfer();
      const { token } = new vscode.CancellationTokenSource();
      await pageDragAndDrop.handleDrag?.([from.row], data, token);
      await pageDragAndDrop.handleDrop?.(onto?.row, data, token);
    }

    test('a page moves next to the one it is dropped on', async () => {
      person.picks('Before “Page B”');

      await drag(await allPages('Page A', 'Page C'), await allPages('Page A', 'Page B'));

      assert.deepEqual(await titlesIn('Page A'), ['Page C', 'Page B']);
    });

    test('a page with links moves only after a question', async () => {
      const { id } = await pageNamed('Page D');
      await change({ operation: 'update_page', page: id, document: { markdown: 'See [C](page-a/page-c.md).' } });
      await (await testing.stores(account).changeRequests()).refresh();

      await drag(await allPages('Page A', 'Page C'), await allPages());

      assert.match(person.choices[0]?.message ?? '', /Move “Page C” and break 1 link\?/);
      assert.deepEqual(await titlesIn('Page A'), ['Page B', 'Page C']);
    });

    test('a page moves to the top level when it is dropped on the row of all pages', async () => {
      await drag(await allPages('Page A', 'Page B'), await allPages());

      assert.equal((await tree()).at(-1)?.title, 'Page B');
    });

    test('a page never moves below itself, and nothing is sent', async () => {
      const before = await revisions();

      await drag(await allPages('Page A'), await allPages('Page A', 'Page B'));

      await until('the message', () => person.messages.length > 0);
      assert.match(person.messages[0] ?? '', /“Page A” can't be moved into itself or its subpages/);
      assert.equal(await revisions(), before);
    });

    test('nothing happens to a page that is dropped elsewhere, or when the question is dismissed', async () => {
      const before = await revisions();

      await drag(await allPages('Page D'), await row());
      await drag(await allPages('Page D'), await allPages('Page A'));
      await drag(await row(), await allPages('Page A'));

      assert.equal(await revisions(), before);
    });
  });

  test('nothing is asked if the change request has been merged in the meantime', async () => {
    const given = (await allPages('Page A')).row;
    await json('POST', `/spaces/${space}/change-requests/${number}/merge`);
    await (await testing.stores(account).contents()).refresh(space, number);

    await run('renamePage', given);

    assert.deepEqual(person.questions, []);
    await until('the message', () => person.messages.length > 0);
    assert.match(person.messages[0] ?? '', /is merged and can no longer be changed/);
  });

  test("a merge that wasn't known yet is reported in the box, and the typed text stays", async () => {
    const given = (await allPages('Page D')).row;
    await testing.stores(account).contents();
    person.types('Page F', 'page-f');
    await json('POST', `/spaces/${space}/change-requests/${number}/merge`);

    await run('renamePage', given);

    assert.match(person.refusals.join(' '), /merged/i);
  });

  test('nothing is asked if the user may not edit the space', async () => {
    const reader = await signIn(person, platform.address, platform.tokenOf(userId('grace')));
    try {
      const content = await testing.stores(reader).contents();
      const changeRequest = await content.changeRequest(space, number);
      const library = await testing.stores(reader).library();
      const may = (await library.space(space)).permissions?.['edit'];
      await run('deletePage', {
        at: { account: reader, space, changeRequest },
        node: { id: (await pageNamed('Page D')).id },
      });

      assert.equal(may, false);
      assert.deepEqual(person.choices, []);
      await until('the message', () => person.messages.length > 0);
      assert.match(person.messages[0] ?? '', /don't have permission to edit pages/);
    } finally {
      await testing.accounts.remove(reader.key);
      await testing.accounts.activate(account.key);
    }
  });

  test('a server that accepts no pages is reported in the box, and later on with where else to edit', async () => {
    const writer = await signIn(person, platform.address, platform.tokenOf(userId('bo')));
    platform.instead = (request, handle) =>
      request.method === 'POST' && request.url.endsWith('/content')
        ? new Response('{}', { status: 405 })
        : handle(request);
    try {
      person.picks('At the top');
      person.types('Page E');
      await run('newPage', (await row()).row);
      await run('newPage', (await row()).row);

      assert.match(person.refusals[0] ?? '', /doesn't accept edits from here/);
      assert.match(person.choices[0]?.message ?? '', /doesn't accept edits from here\. Edit this page in the browser/);
      const labels = (await changeRequestRows(testing, await row())).map(({ label }) => label);
      assert.ok(!labels.includes('All Pages'), labels.join(', '));
    } finally {
      await testing.accounts.remove(writer.key);
      await testing.accountData.forget(writer.key);
      await testing.accounts.activate(account.key);
    }
  });
});

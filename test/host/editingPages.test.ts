import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { changeRequestRows, type ShownChangeRequestRow } from './changeRequestRows.ts';
import type { Person } from './person.ts';
import { pagesOf, space, titlesOf } from './pagesOfChangeRequest.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';
import { signedIn } from './signedIn.ts';

suite('The pages of a change request', () => {
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
  setup(async () => {
    subject = `Pages ${++count}`;
    ({ number } = await json<{ number: number }>('POST', `/spaces/${space}/change-requests`, { subject }));
    await insertPages();
    platform.taken();
    person.startOver();
  });

  teardown(async () => {
    platform.instead = undefined;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const {
    json,
    change,
    insertPages,
    tree,
    everyPage,
    pageNamed,
    head,
    markdownOf,
    titlesIn,
    revisions,
    allPages,
    run,
  } = pagesOf(() => ({ testing, platform, account, subject, number }));

  suite('are saved as PDF', () => {
    const file = () => vscode.Uri.joinPath(testing.context.globalStorageUri, 'page.pdf');
    const { showSaveDialog } = vscode.window;
    let asked: string[];
    let offered: string[];

    setup(() => {
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

    teardown(async () => {
      Object.assign(vscode.window, { showSaveDialog });
      await vscode.workspace.fs.delete(file()).then(undefined, () => undefined);
    });

    const savePdf = (given?: unknown) => vscode.commands.executeCommand('docsPlatform.changeRequest.savePdf', given);

    async function assertSaved(search: string, name: string): Promise<void> {
      assert.deepEqual([asked, offered], [[search], [`${number}-${name}.pdf`]], person.messages.join());
      const bytes = await vscode.workspace.fs.readFile(file());
      assert.equal(new TextDecoder().decode(bytes.slice(0, 5)), '%PDF-');
    }

    test('from its open editor', async () => {
      const { item } = await allPages('Page D');
      await vscode.commands.executeCommand('vscode.open', item.command?.arguments?.[0]);
      await until('the page', () => vscode.window.activeTextEditor?.document.uri.scheme === 'docs-platform-edit');
      person.picks('This Page Only');
      await savePdf(vscode.window.activeTextEditor?.document.uri);
      await assertSaved(`?only=true&page=${(await pageNamed('Page D')).id}`, 'Page-D');
    });
  });

  test("a new page is added below the row's page, as one revision", async () => {
    const before = await revisions();
    person.picks('Under “Page A”');
    person.types(' ', 'Page E');

    await run('newPage', (await allPages('Page A')).row);

    assert.match(person.refusals[0] ?? '', /needs a title/);
    assert.deepEqual(await titlesIn('Page A'), ['Page B', 'Page C', 'Page E']);
    assert.equal(await revisions(), before + 1);
    await until('the row', async () => (await changeRequestRows(testing, await allPages('Page A'))).length === 3);
  });

  suite('that other pages link to', () => {
    /** Page B has a link of its own; Page D and Linking link to it. */
    setup(async () => {
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

    test('are renamed in one revision with the links to them, after a diff', async () => {
      const before = await revisions();
      person.types('Better Name', 'better-name');
      person.presses('Fix Links', 'Show Changes', 'Rename and Fix 3 Links');
      const titles: string[] = [];
      const seen = vscode.window.tabGroups.onDidChangeTabs(({ opened }) =>
        titles.push(...opened.map(({ label }) => label)),
      );

      await run('renamePage', (await allPages('Page A', 'Page B')).row);

      seen.dispose();
      assert.equal((await pageNamed('Better Name')).slug, 'better-name');
      assert.equal(await revisions(), before + 1);
      assert.match(await markdownOf('Page D'), /See \[B\]\(page-a\/better-name\.md\)\./);
      assert.match(
        await markdownOf('Linking'),
        /url="page-a\/better-name\.md" %\}\n\[B\]\(page-a\/better-name\.md\)\n/,
      );
      assert.match(titles.join(), /^Rename and Fix 3 Links/);
      assert.equal(
        vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.startsWith('Rename and Fix'))),
        false,
      );
    });

    test('are saved first if they have unsent text, which then has the new links', async () => {
      const given = (await allPages('Page A', 'Page B')).row;
      const { item } = await allPages('Page D');
      await vscode.commands.executeCommand('vscode.open', item.command?.arguments?.[0]);
      const editor = await until('the page', () => {
        const active = vscode.window.activeTextEditor;
        return active?.document.getText().includes('See [B]') && active;
      });
      await editor.edit((edit) =>
        edit.insert(editor.document.lineAt(editor.document.lineCount - 1).range.end, '\n\nMine.'),
      );
      person.types('Better Name', 'better-name');
      person.presses('Fix Links', 'Save and Fix Links', 'Rename and Fix 3 Links');

      await run('renamePage', given);

      assert.match(
        person.choices[1]?.message ?? '',
        /^1 page with these links has unsent changes\. Save them first\?$/,
      );
      const markdown = await markdownOf('Page D');
      assert.match(markdown, /See \[B\]\(page-a\/better-name\.md\)\./);
      assert.match(markdown, /Mine\./);
      await until('the editor', () => editor.document.getText().includes('page-a/better-name.md'));
      assert.equal(editor.document.isDirty, false);
    });
  });

  test('a page is moved where the user wants it, before another', async () => {
    const before = await revisions();
    person.picks('Page A', 'Before “Page C”');

    await run('movePage', (await allPages('Page D')).row);

    assert.deepEqual(await titlesIn('Page A'), ['Page B', 'Page D', 'Page C']);
    assert.equal(await revisions(), before + 1);
  });

  test('Undo restores a deleted page and its subpages, as one revision', async () => {
    const parent = (await everyPage()).find(({ pages }) => (pages?.length ?? 0) > 1) ?? assert.fail();
    const expected = await tree();
    const before = await revisions();
    person.presses('Delete', 'Undo');

    await run('deletePage', { at: { account, space, changeRequest: await head() }, node: { id: parent.id } });
    await until('the pages', async () => (await everyPage()).some(({ id }) => id === parent.id));

    assert.deepEqual(titlesOf(await tree()), titlesOf(expected));
    assert.equal(await revisions(), before + 2);
  });

  test('a page is reverted to main after one question, from the palette', async () => {
    const first = (await everyPage())[0] ?? assert.fail();
    await change({ operation: 'update_page', page: first.id, title: 'Edited Title' });
    await (await testing.stores(account).changeRequests()).refresh();
    person.picks(subject, 'Edited Title');
    person.presses('Revert');

    await run('revertPage');

    assert.equal((await everyPage())[0]?.title, first.title);
  });

  suite('by drag and drop', () => {
    async function drag(from: ShownChangeRequestRow, onto: ShownChangeRequestRow | undefined): Promise<void> {
      const { pageDragAndDrop } = testing;
      const data = new vscode.DataTransfer();
      const { token } = new vscode.CancellationTokenSource();
      await pageDragAndDrop.handleDrag?.([from.row], data, token);
      await pageDragAndDrop.handleDrop?.(onto?.row, data, token);
    }

    test('a page moves below the one it is dropped on', async () => {
      person.picks('Under “Page A”');

      await drag(await allPages('Page D'), await allPages('Page A'));

      assert.deepEqual(await titlesIn('Page A'), ['Page B', 'Page C', 'Page D']);
    });
  });
});

import assert from 'node:assert/strict';
import { setup, suite, suiteSetup, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/services/accounts.ts';
import type { ChangeRow } from '../../src/extension/changeRequests/shared/changeRows.ts';
import { isChangeRow, type Row } from '../../src/extension/changeRequests/shared/rows.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId, userId } from '../../src/server/sample/seeding.ts';
import { editUriOf, type EditAddress } from '../../src/model/shared/address.ts';
import { changeRequestRow, changeRequestRows, type ShownChangeRequestRow } from './changeRequestRows.ts';
import { signIn, type Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const space = spaceId('operator-handbook');
const { fs } = vscode.workspace;

interface ShownChange {
  readonly row: ChangeRow;
  readonly item: vscode.TreeItem;
  readonly label: string;
}

interface PageJson {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly path: string;
  readonly pages?: PageJson[];
}

suite('The changes of a change request', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;
  /** Documents without subpages. */
  let pages: readonly PageJson[];
  let number: number;

  signedIn((given) => ({ testing, person, platform, account } = given));

  suiteSetup(async () => {
    const { pages: tree } = await json<{ pages: PageJson[] }>('GET', `/spaces/${space}/content/pages`);
    const flat = (page: PageJson): PageJson[] => [page, ...(page.pages ?? []).flatMap(flat)];
    pages = tree
      .flatMap(flat)
      .filter((page) => page.type === 'document' && !page.pages?.length && page.path.includes('/'));
    assert.ok(pages.length >= 20);
  });

  setup(() => {
    platform.taken();
    person.startOver();
  });

  teardown(async () => {
    platform.instead = undefined;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  async function json<Body>(method: string, path: string, body?: object): Promise<Body> {
    const response = await platform.call(method, path, body);
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
    return (await response.json()) as Body;
  }

  /** Creates a change request with these changes. */
  async function propose(subject: string, ...changes: object[]): Promise<void> {
    ({ number } = await json<{ number: number }>('POST', `/spaces/${space}/change-requests`, { subject }));
    await change(...changes);
    await (await testing.stores(account).changeRequests()).refresh();
  }

  const change = (...changes: object[]) =>
    json('POST', `/spaces/${space}/change-requests/${number}/content`, { changes });
  const edited = (page: PageJson | undefined, markdown: string) => ({
    operation: 'update_page',
    page: page?.id,
    document: { markdown },
  });

  async function at() {
    const content = await testing.stores(account).changeRequestContent();
    return { account, space, changeRequest: await content.changeRequest(space, number) };
  }

  /** The rows below the change request, requested as VS Code does. */
  async function rows(): Promise<ShownChange[]> {
    const provider = testing.changeRequests?.provider;
    assert.ok(provider);
    const below = async (row: Row | undefined) => (await provider.getChildren(row)) ?? [];
    const groups = await below(undefined);
    for (const group of groups) {
      if (group.kind !== 'status') continue;
      const found = (await below(group)).find(
        (row) => row.kind === 'changeRequest' && row.space.id === space && row.changeRequest.number === number,
      );
      if (!found) continue;
      const shown = (await below(found)).filter(isChangeRow);
      return Promise.all(
        shown.map(async (row) => {
          const item = await provider.getTreeItem(row);
          const path = row.kind === 'changedPage' ? (row.change.after ?? row.change.before)?.path : undefined;
          const title = typeof item.label === 'string' ? item.label : '';
          return { row, item, title, label: path?.slice(path.lastIndexOf('/') + 1) ?? title };
        }),
      );
    }
    throw new Error(`#${number} is not in the view.`);
  }

  const rowOf = async (label: string): Promise<ShownChange> => {
    const all = await rows();
    const found = all.find((row) => row.label === label);
    assert.ok(found, `There is no ${label} among ${all.map((row) => row.label).join(', ')}`);
    return found;
  };
  const fileOfPath = (page: PageJson | undefined) => `${page?.path}.md`;
  const fileOf = (page: PageJson | undefined) => `${page?.path.slice(page.path.lastIndexOf('/') + 1)}.md`;
  const openDiff = () =>
    until('a diff', () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputTextDiff && { label: activeTab.label, ...activeTab.input };
    });
  const textOf = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();
  const pageReads = () => platform.taken().filter((request) => /\/page\/[^/]+$/.test(request));
  const uriOf = (version: string, path: string, side = '') =>
    vscode.Uri.from({
      scheme: 'docs-platform',
      authority: `${account.key}${side}`,
      path: `/${space}.${version}/${path}`,
    });

  test('are listed below it, each page with its kind of change', async () => {
    const [one, two, three, four] = pages;
    await propose(
      'Each kind',
      edited(one, 'Other words.\n'),
      { operation: 'update_page', page: two?.id, title: 'New name', slug: 'new-name' },
      { operation: 'update_page', page: three?.id, into: null },
      { operation: 'delete_page', page: four?.id },
      { operation: 'insert_page', title: 'Brand new', document: { markdown: 'New.\n' } },
    );
    platform.taken();

    const shown = await rows();

    const words = shown.map(({ label, item }) => [label, item.contextValue?.split(';')[1]]);
    assert.deepEqual(
      words.sort(),
      [
        [fileOf(one), 'modified'],
        ['new-name.md', 'renamed'],
        [fileOf(three), 'renamed'],
        [fileOf(four), 'deleted'],
        ['brand-new.md', 'added'],
      ].sort(),
    );
    const renamed = shown.find(({ label }) => label === 'new-name.md');
    assert.match(String(renamed?.item.description), new RegExp(`was ${fileOf(two)} · title`));
    assert.match(String((renamed?.item.tooltip as vscode.MarkdownString | undefined)?.value), /New(&nbsp;| )name/);
    assert.deepEqual(pageReads(), []);
  });

  test("show the page's title with its path next to it, and an arrow while its text is unsent", async () => {
    const page = pages[0] ?? assert.fail();
    await propose('Unsent text', edited(page, 'Other words.\n'));
    const shown = async () => (await rowOf(fileOf(page))).item;
    const target = { space, number, page: page.id };
    const { drafts } = await testing.stores(account).edits();

    const before = await shown();
    await drafts.keep(target, '# A page\n\nMy words.\n', '# A page\n\nOther words.\n');
    const unsent = await shown();
    await drafts.discard(target);

    assert.equal(before.label, page.title);
    assert.equal(before.description, `${page.path}.md`);
    assert.equal(unsent.label, `↑ ${page.title}`);
    assert.equal(unsent.description, before.description);
    assert.match(unsent.accessibilityInformation?.label ?? '', /, unsent$/);
    assert.equal((await shown()).label, page.title);
  });

  test('have an arrow in both lists of pages while a page has unsaved text in its editor', async () => {
    const page = pages[0] ?? assert.fail();
    await propose('Dirty editor', edited(page, 'Other words.\n'));
    const address = {
      account: account.key,
      space,
      version: { kind: 'changeRequest', number },
      path: `${page.path}.md`,
    };
    const uri = vscode.Uri.from(editUriOf(address as EditAddress));
    const group = await changeRequestRow(testing, 'Drafts', `#${number} Dirty editor`);
    const labels = async (): Promise<string[]> => {
      const below = await changeRequestRows(testing, group);
      const all = below.find(({ row }) => row.kind === 'pages');
      const found = [...below];
      for (let level = all ? await changeRequestRows(testing, all) : []; level.length > 0;) {
        found.push(...level);
        level = (await Promise.all(level.map((row) => changeRequestRows(testing, row)))).flat();
      }
      const isMeant = ({ row }: ShownChangeRequestRow) =>
        (row.kind === 'page' && row.node.id === page.id) || (row.kind === 'changedPage' && row.change.id === page.id);
      return found.filter(isMeant).map(({ label }) => label);
    };
    assert.deepEqual(await labels(), [page.title, page.title]);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(2, 0), 'Typed. ');

    await vscode.workspace.applyEdit(edit);

    assert.ok(document.isDirty);
    assert.deepEqual(await labels(), [`↑ ${page.title}`, `↑ ${page.title}`]);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.deepEqual(await labels(), [page.title, page.title]);
  });

  test('open as one diff, with at most two reads per page', async () => {
    const some = pages.slice(0, 6);
    await propose('One diff', ...some.map((page) => edited(page, 'Other words.\n')));
    platform.taken();

    await vscode.commands.executeCommand('docsPlatform.changes.open', await at());

    const tab = await until('the diff', () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.label.startsWith(`#${number} One diff`) && activeTab;
    });
    assert.ok(!(tab.input instanceof vscode.TabInputTextDiff));
    await until('the texts', () =>
      some.every(({ path }) =>
        vscode.workspace.textDocuments.some(({ uri }) => uri.path === `/Heron Operator Handbook #${number}/${path}.md`),
      ),
    );
    assert.equal(pageReads().length, 12);
    const open = vscode.workspace.textDocuments.filter(({ uri }) =>
      uri.path.startsWith(`/Heron Operator Handbook #${number}/`),
    );
    const ofOwnSide = open.filter(({ uri }) => !uri.authority.endsWith('~before'));
    assert.deepEqual([...new Set(ofOwnSide.map(({ uri }) => uri.scheme))], ['docs-platform-edit']);
  });

  test('open page by page, with the base and the head', async () => {
    const [page] = pages;
    await propose('One page', edited(page, 'Other words.\n'));

    await vscode.commands.executeCommand('docsPlatform.changes.openPage', (await rowOf(fileOf(page))).row);

    const diff = await openDiff();
    assert.equal(diff.label, `${fileOf(page)} (#${number})`);
    // With two different paths VS Code would call it a rename.
    assert.equal(diff.original.path, diff.modified.path);
    assert.equal(diff.original.authority, `${account.key}~before`);
    assert.equal(diff.modified.path, `/Heron Operator Handbook #${number}/${page?.path}.md`);
    assert.equal(await textOf(diff.modified), `# ${page?.title}\n\nOther words.\n`);
    assert.notEqual(await textOf(diff.original), await textOf(diff.modified));
  });

  test('can be edited in their diff, where a save is sent', async () => {
    const [page] = pages;
    await propose('Edited in its diff', edited(page, 'Other words.\n'));
    await vscode.commands.executeCommand('docsPlatform.changes.openPage', (await rowOf(fileOf(page))).row);
    const { modified, original } = await openDiff();
    const editor = await until('the right side', () =>
      vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === modified.toString()),
    );
    const before = await textOf(original);

    assert.ok(await editor.edit((text) => text.insert(new vscode.Position(2, 0), 'Some ')));
    assert.ok(editor.document.isDirty);
    await vscode.commands.executeCommand('workbench.action.files.save');

    await until('the save', () => !editor.document.isDirty);
    const { markdown } = await json<{ markdown: string }>(
      'GET',
      `/spaces/${space}/change-requests/${number}/content/page/${page?.id}?format=markdown`,
    );
    assert.match(markdown, /^Some Other words\.$/m);
    assert.equal(await textOf(original), before);
    await vscode.commands.executeCommand('docsPlatform.changes.markViewed');
    const { item } = await rowOf(fileOf(page));
    assert.deepEqual((item.checkboxState as { state: vscode.TreeItemCheckboxState }).state, 1);
    assert.deepEqual(person.messages, []);
  });

  test('can be edited in one diff, where a save sends only the edited page, and opening it again closes no unsaved text', async () => {
    const [one, two] = pages;
    await propose('Edited in one diff', edited(one, 'Other words.\n'), edited(two, 'Other words.\n'));
    await vscode.commands.executeCommand('docsPlatform.changes.open', await at());
    const document = await until('the page', () =>
      vscode.workspace.textDocuments.find(
        ({ uri }) =>
          uri.scheme === 'docs-platform-edit' && uri.path === `/Heron Operator Handbook #${number}/${one?.path}.md`,
      ),
    );
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(2, 0), 'Some ');
    await vscode.workspace.applyEdit(edit);

    await vscode.commands.executeCommand('docsPlatform.changes.open', await at());
    assert.ok(document.isDirty);
    platform.taken();
    await vscode.commands.executeCommand('workbench.action.files.save');

    await until('the save', () => !document.isDirty);
    assert.equal(platform.taken().filter((request) => request.startsWith('POST')).length, 1);
    const { markdown } = await json<{ markdown: string }>(
      'GET',
      `/spaces/${space}/change-requests/${number}/content/page/${one?.id}?format=markdown`,
    );
    assert.match(markdown, /^Some Other words\.$/m);
  });

  test('are read-only in their diff once the change request is merged', async () => {
    const [page] = pages;
    await propose('Merged before', edited(page, 'Merged words.\n'));
    await json('POST', `/spaces/${space}/change-requests/${number}/merge`);
    await (await testing.stores(account).changeRequestContent()).refresh(space, number);

    await vscode.commands.executeCommand(
      'docsPlatform.changes.openPage',
      uriOf(`change-request-${number}`, `${page?.path}.md`),
    );

    assert.equal((await openDiff()).modified.scheme, 'docs-platform');
  });

  test('are read-only in their diff if the platform computes the text', async () => {
    const notes = spaceId('release-notes');
    const { pages: tree } = await json<{ pages: PageJson[] }>('GET', `/spaces/${notes}/content/pages`);
    const page = tree.find(({ type }) => type === 'computed');
    const request = await json<{ number: number }>('POST', `/spaces/${notes}/change-requests`, { subject: 'Computed' });
    const changes = [{ operation: 'update_page', page: page?.id, title: 'Other', slug: page?.path }];
    await json('POST', `/spaces/${notes}/change-requests/${request.number}/content`, { changes });
    const path = `/${notes}.change-request-${request.number}/${page?.path}.md`;

    await vscode.commands.executeCommand(
      'docsPlatform.changes.openPage',
      vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path }),
    );

    const { modified } = await openDiff();
    assert.equal(modified.scheme, 'docs-platform');
    assert.match(modified.path, new RegExp(`^/[\\w ]+ #${request.number}/${page?.path}\\.md$`));
  });

  test('are read-only in their diff for users who may not edit', async () => {
    const [page] = pages;
    await propose('Of somebody else', edited(page, 'Other words.\n'));
    const jin = await signIn(person, platform.address, platform.tokenOf(userId('jin')));
    const uri = uriOf(`change-request-${number}`, `${page?.path}.md`).with({ authority: jin.key });

    await vscode.commands.executeCommand('docsPlatform.changes.openPage', uri);

    const { modified } = await openDiff();
    await testing.accounts.remove(jin.key);
    assert.equal(modified.scheme, 'docs-platform');
  });

  test('compare a new or deleted page with nothing', async () => {
    const [page] = pages;
    const insert = { operation: 'insert_page', title: 'Brand new', document: { markdown: 'New.\n' } };
    await propose('Against nothing', insert, { operation: 'delete_page', page: page?.id });

    await vscode.commands.executeCommand('docsPlatform.changes.openPage', (await rowOf('brand-new.md')).row);
    const added = await openDiff();
    assert.deepEqual([await textOf(added.original), await textOf(added.modified)], ['', '# Brand new\n\nNew.\n']);

    await vscode.commands.executeCommand('docsPlatform.changes.openPage', (await rowOf(fileOf(page))).row);
    const deleted = await until('the other diff', async () => {
      const diff = await openDiff();
      return diff.original.path.includes(page?.path ?? '') && diff;
    });
    assert.match(await textOf(deleted.original), /^# /);
    assert.equal(await textOf(deleted.modified), '');
  });

  test('step to the next changed page, and say if there is none', async () => {
    const [one, two] = pages;
    await propose('Next', edited(one, 'Other words.\n'), edited(two, 'Other words.\n'));
    const order = (await rows()).map(({ row }) => row);
    const isOpen = (path: string) => until(path, async () => (await openDiff()).modified.path.endsWith(`/${path}.md`));
    await vscode.commands.executeCommand('docsPlatform.changes.openPage', order[0]);
    await isOpen(one?.path ?? '');

    await vscode.commands.executeCommand('docsPlatform.changes.next');
    await isOpen(two?.path ?? '');
    await vscode.commands.executeCommand('docsPlatform.changes.next');
    assert.deepEqual(person.messages, [`This is the last changed page of #${number}.`]);

    await vscode.commands.executeCommand('docsPlatform.changes.previous');
    await isOpen(one?.path ?? '');
  });

  test('can be marked as viewed until the page changes again', async () => {
    const [one, two] = pages;
    await propose('Viewed', edited(one, 'Other words.\n'), edited(two, 'Other words.\n'));
    const checked = async () =>
      (await rows()).map(({ item }) => (item.checkboxState as { state: vscode.TreeItemCheckboxState }).state);

    await vscode.commands.executeCommand('docsPlatform.changes.openPage', (await rowOf(fileOf(one))).row);
    await openDiff();
    await vscode.commands.executeCommand('docsPlatform.changes.markViewed');
    const row = (await rowOf(fileOf(two))).row;
    await vscode.commands.executeCommand('docsPlatform.changes.markViewed', row, [row]);
    assert.deepEqual(await checked(), [1, 1]);

    await change(edited(one, 'Changed again.\n'));
    await (await testing.stores(account).changeRequests()).refresh();
    assert.deepEqual(await checked(), [0, 1]);
  });

  test('show in the diff and the editable page of a viewed page that it can be marked as not viewed', async () => {
    const [one, two] = pages;
    await propose('Toggled', edited(one, 'Other words.\n'), edited(two, 'Other words.\n'));
    const { executeCommand } = vscode.commands;
    let isViewed: unknown;
    Object.assign(vscode.commands, {
      executeCommand: (command: string, ...given: unknown[]) => {
        if (command === 'setContext' && given[0] === 'docsPlatform.changes.isViewed') isViewed = given[1];
        return executeCommand(command, ...given);
      },
    });
    try {
      const [first, second] = [(await rowOf(fileOf(one))).row, (await rowOf(fileOf(two))).row];
      await vscode.commands.executeCommand('docsPlatform.changes.openPage', first);
      await openDiff();
      await vscode.commands.executeCommand('docsPlatform.changes.markViewed');
      await until('the offer in the diff', () => isViewed === true);

      await vscode.commands.executeCommand('docsPlatform.changes.openPage', second);
      await until('the other page', () => isViewed === false);
      const address = {
        account: account.key,
        space,
        version: { kind: 'changeRequest', number },
        path: fileOfPath(one),
      };
      await vscode.window.showTextDocument(vscode.Uri.from(editUriOf(address as EditAddress)));
      await until('the offer in the editable page', () => isViewed === true);

      await vscode.commands.executeCommand('docsPlatform.changes.markNotViewed', first, [first, second]);
      await until('no offer', () => isViewed === false);
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
  });

  test('are reported in a sentence when they change while their diff is open, and shown', async () => {
    const [one, two] = pages;
    await propose('Changed twice', edited(one, 'Other words.\n'));
    await vscode.commands.executeCommand('docsPlatform.changes.openPage', (await rowOf(fileOf(one))).row);
    const diff = await openDiff();
    const document = await vscode.workspace.openTextDocument(diff.modified);

    await change(edited(one, 'Changed again.\n'), edited(two, 'Other words.\n'));
    await (await testing.stores(account).changeRequests()).refresh();

    await until('the new text', () => document.getText().includes('Changed again.'));
    await until('the message', () => person.messages.length > 0);
    assert.deepEqual(person.messages, [
      `#${number} Changed twice changed while you had it open: 1 page changed again, 1 more page.`,
    ]);
  });

  test('are reported when the page of an open diff is reverted, or the change request is merged', async () => {
    const [one, two] = pages;
    await propose('Already Merged', edited(one, 'Other words.\n'), edited(two, 'Other words.\n'));
    await vscode.commands.executeCommand('docsPlatform.changes.openPage', (await rowOf(fileOf(one))).row);
    const diff = await openDiff();
    const document = await vscode.workspace.openTextDocument(diff.modified);

    await change({ operation: 'revert_page', page: one?.id });
    await (await testing.stores(account).changeRequests()).refresh();
    await until('the old text', () => !document.getText().includes('Other words.'));
    await json('POST', `/spaces/${space}/change-requests/${number}/merge`);
    await (await testing.stores(account).changeRequestContent()).refresh(space, number);

    await until('both messages', () => person.messages.length > 1);
    assert.deepEqual(person.messages, [
      `#${number} Already Merged changed while you had it open: 1 page no longer changed.`,
      `The status of #${number} Already Merged changed to merged.`,
    ]);
    assert.equal(await textOf(diff.modified), document.getText());
  });

  test('are not reported when the user made them', async () => {
    const [one] = pages;
    await propose('Archived by oneself', edited(one, 'Other words.\n'));
    await vscode.commands.executeCommand('docsPlatform.changes.openPage', (await rowOf(fileOf(one))).row);
    await openDiff();
    const store = await testing.stores(account).changeRequests();
    const content = await testing.stores(account).changeRequestContent();
    const statuses: string[] = [];
    const following = content.onDidChange((change) => {
      if (change.kind === 'changed') statuses.push(change.after.status);
    });

    await store.setStatus(await store.find(space, String(number)), 'archived');
    await until('the new status', () => statuses.includes('archived'));
    await json('PATCH', `/spaces/${space}/change-requests/${number}`, { status: 'open' });
    await content.refresh(space, number);
    following.dispose();

    await until('the message', () => person.messages.length > 0);
    assert.deepEqual(person.messages, [`The status of #${number} Archived by oneself changed to open.`]);
  });

  test('are reported when the change request is gone, and open documents stay as they were read', async () => {
    const [one] = pages;
    await propose('Gone meanwhile', edited(one, 'Other words.\n'));
    await vscode.commands.executeCommand('docsPlatform.changes.openPage', (await rowOf(fileOf(one))).row);
    const document = await vscode.workspace.openTextDocument((await openDiff()).modified);
    platform.instead = (request, handle) =>
      request.url.endsWith(`/change-requests/${number}`)
        ? Response.json({ error: { code: 404, message: 'Not found' } }, { status: 404 })
        : handle(request);

    await vscode.commands.executeCommand('docsPlatform.page.refresh', document.uri);

    await until('the message', () => person.messages.some((message) => message.includes('no longer exists')));
    assert.ok(
      person.messages.includes(`#${number} no longer exists on the server. Open editors show its last known content.`),
    );
    assert.match(document.getText(), /Other words\./);
  });

  test('replace an older diff when they are opened again after being reported', async () => {
    const [one, two] = pages;
    await propose('Open again', edited(one, 'Other words.\n'));
    const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ label }) => label);
    await vscode.commands.executeCommand('docsPlatform.changes.open', await at());
    await until('the diff', () => labels().length === 1);

    await change(edited(two, 'Other words.\n'));
    await (await testing.stores(account).changeRequestContent()).refresh(space, number);
    await until('the message', () => person.messages.length > 0);
    await vscode.commands.executeCommand('docsPlatform.changes.open', await at());

    assert.deepEqual(person.messages, [`#${number} Open again changed while you had it open: 1 more page.`]);
    await until('one diff', () => labels().length === 1 && labels()[0]?.includes('2'));
  });

  test('are described if they are not text', async () => {
    const [page] = pages;
    await propose('In words', { operation: 'update_page', page: page?.id, title: 'Other title' });

    await vscode.commands.executeCommand('docsPlatform.changes.open', await at());

    const document = await until('the words', () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith('/Other changes.txt')),
    );
    assert.match(document.getText(), /^Other changes in #\d+ In words\n/);
    assert.match(document.getText(), new RegExp(`• Title: “Other title” \\(previously “${page?.title}”\\)\\.`));
  });

  test('open only for the pages that the user picks if there are many', async () => {
    const inserts = (from: number) =>
      Array.from({ length: 40 }, (_, index) => ({
        operation: 'insert_page',
        title: `Many ${from + index}`,
        document: { markdown: 'New.\n' },
      }));
    await propose('Many', ...inserts(1));
    await change(...inserts(41));
    await (await testing.stores(account).changeRequestContent()).refresh(space, number);
    platform.taken();
    person.picks('51–80 of 80');

    await vscode.commands.executeCommand('docsPlatform.changes.open', await at());

    await until('the diff', () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith(`#${number} Many (51–80 of 80)`),
    );
    await until('the texts', () =>
      vscode.workspace.textDocuments.some(({ uri }) => uri.path.endsWith(` #${number}/many-80.md`)),
    );
    assert.equal(pageReads().length, 30);
    assert.ok(!vscode.workspace.textDocuments.some(({ uri }) => uri.path.endsWith('/many-50.md')));
  });

  test('open completely or not at all: an unreadable page is named as the reason', async () => {
    const [one, two] = pages;
    await propose('Broken', edited(one, 'Other words.\n'), edited(two, 'Other words.\n'));
    platform.instead = (request, handle) =>
      request.url.includes(`/page/${two?.id}`)
        ? Response.json({ error: { code: 403, message: 'no' } }, { status: 403 })
        : handle(request);

    await vscode.commands.executeCommand('docsPlatform.changes.open', await at());

    await until('a message', () => person.messages.length > 0);
    assert.equal(person.messages.length, 1);
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 0);
  });

  test('can be read as files, at the head, at the base and at any revision', async () => {
    const [page] = pages;
    await propose('As files', edited(page, 'Other words.\n'));
    const { changeRequest } = await at();
    const { path } = page ?? assert.fail();
    const read = async (version: string, side?: string) =>
      new TextDecoder().decode(await fs.readFile(uriOf(version, `${path}.md`, side)));

    const now = await read(`change-request-${number}`);
    const before = await read(`change-request-${number}`, '~before');

    assert.equal(now, `# ${page?.title}\n\nOther words.\n`);
    assert.equal(await read(`revision-${changeRequest.revisionInitial}`), before);
    assert.equal(await read(`revision-${changeRequest.revision}`), now);
    const names = (await fs.readDirectory(uriOf(`change-request-${number}`, path.split('/')[0] ?? ''))).map(
      ([name]) => name,
    );
    assert.ok(names.includes(fileOf(page)));
    await assert.rejects(async () => fs.writeFile(uriOf(`change-request-${number}`, `${path}.md`), new Uint8Array()));
    await assert.rejects(async () => fs.stat(uriOf('change-request-999', `${path}.md`)), { code: 'FileNotFound' });
    await assert.rejects(async () => fs.stat(uriOf('something-else', `${path}.md`)), { code: 'FileNotFound' });
  });

  test("apply to the open page's change request without an argument, else to one that the user picks", async () => {
    const [page] = pages;
    await propose('From the palette', edited(page, 'Other words.\n'));
    const { path } = page ?? assert.fail();
    await vscode.window.showTextDocument(uriOf(`change-request-${number}`, `${path}.md`));

    await vscode.commands.executeCommand('docsPlatform.changes.openPage');
    assert.match((await openDiff()).label, new RegExp(`\\(#${number}\\)$`));

    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    person.picks('From the palette');
    await vscode.commands.executeCommand('docsPlatform.changes.open');
    await until('the diff', () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith(`#${number} From the palette`),
    );
  });
});

suite('The changes of a change request, on a server with only the documented endpoints', () => {
  let testing: Testing;
  let person: Person;
  let account: Account;

  signedIn((given) => ({ testing, person, account } = given), { specOnly: true });

  suiteSetup(() => person.startOver());

  test('are unknown, and a row and a message say so', async () => {
    const content = await testing.stores(account).changeRequestContent();
    const changeRequest = await content.changeRequest(space, 1);

    await vscode.commands.executeCommand('docsPlatform.changes.open', { account, space, changeRequest });

    await until('a message', () => person.messages.length > 0);
    assert.deepEqual(person.messages, [
      "This server doesn't list the changes of a change request. Open it in the browser to see them.",
    ]);
    await assert.rejects(content.changes(space, 1), { kind: 'unsupported' });
  });
});

import assert from 'node:assert/strict';
import { afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import type { ChangeRow } from '../../../../src/extension/ground/changeRequests/changeRows.ts';
import { isChangeRow, type Row } from '../../../../src/extension/ground/changeRequests/rows.ts';
import type { Testing } from '../../../../src/extension.ts';
import { spaceId, userId } from '../../../../src/server/sample/seeding.ts';
import { signIn, type Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { signedIn } from '../../activated.ts';
import { until } from '../../../host/until.ts';

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

describe('The changes of a change request', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;
  /** Documents without subpages. */
  let pages: readonly PageJson[];
  let number: number;

  signedIn((given) => ({ testing, person, platform, account } = given));

  beforeAll(async () => {
    const { pages: tree } = await json<{ pages: PageJson[] }>('GET', `/spaces/${space}/content/pages`);
    const flat = (page: PageJson): PageJson[] => [page, ...(page.pages ?? []).flatMap(flat)];
    pages = tree
      .flatMap(flat)
      .filter((page) => page.type === 'document' && !page.pages?.length && page.path.includes('/'));
    assert.ok(pages.length >= 20);
  });

  beforeEach(() => {
    platform.taken();
    person.startOver();
  });

  afterEach(async () => {
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
    const content = await testing.stores(account).contents();
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
      { operation: 'insert_files', files: [{ name: 'new.txt', contentType: 'text/plain', base64: 'MQ==' }] },
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
        ['new.txt', 'added'],
      ].sort(),
    );
    const tooltip = shown.find(({ label }) => label === 'new.txt')?.item.tooltip as vscode.MarkdownString | undefined;
    assert.match(String(tooltip?.value).replaceAll('&nbsp;', ' '), /You can remove it in the browser\./);
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

  test('are read-only in their diff once the change request is merged', async () => {
    const [page] = pages;
    await propose('Merged before', edited(page, 'Merged words.\n'));
    await json('POST', `/spaces/${space}/change-requests/${number}/merge`);
    await (await testing.stores(account).contents()).refresh(space, number);

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
    await (await testing.stores(account).contents()).refresh(space, number);

    await until('both messages', () => person.messages.length > 1);
    assert.deepEqual(person.messages, [
      `#${number} Already Merged changed while you had it open: 1 page no longer changed.`,
      `The status of #${number} Already Merged changed to merged.`,
    ]);
    assert.equal(await textOf(diff.modified), document.getText());
  });

  test('are not reported when the user made them', async () => {
    const [one] = pages;
    await propose('Archived by the user', edited(one, 'Other words.\n'));
    await vscode.commands.executeCommand('docsPlatform.changes.openPage', (await rowOf(fileOf(one))).row);
    await openDiff();
    const store = await testing.stores(account).changeRequests();
    const content = await testing.stores(account).contents();
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
    assert.deepEqual(person.messages, [`The status of #${number} Archived by the user changed to open.`]);
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
    await (await testing.stores(account).contents()).refresh(space, number);
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

describe('The changes of a change request, on a server with only the documented endpoints', () => {
  let testing: Testing;
  let person: Person;
  let account: Account;

  signedIn((given) => ({ testing, person, account } = given), { specOnly: true });

  beforeAll(() => person.startOver());

  test('are unknown, and a row and a message say so', async () => {
    const content = await testing.stores(account).contents();
    const changeRequest = await content.changeRequest(space, 1);

    await vscode.commands.executeCommand('docsPlatform.changes.open', { account, space, changeRequest });

    await until('a message', () => person.messages.length > 0);
    assert.deepEqual(person.messages, [
      "This server doesn't list the changes of a change request. Open it in the browser to see them.",
    ]);
    await assert.rejects(content.changes(space, 1), { kind: 'unsupported' });
  });
});

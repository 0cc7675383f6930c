import assert from 'node:assert/strict';
import { setup, suite, suiteSetup, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { ChangeRow } from '../../src/extension/ground/changeRequests/changeRows.ts';
import { isChangeRow, type Row } from '../../src/extension/ground/changeRequests/rows.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { editUriOf, type EditAddress } from '../../src/model/shared/address.ts';
import { changeRequestRow, changeRequestRows, type ShownChangeRequestRow } from './changeRequestRows.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const space = spaceId('operator-handbook');

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
  const fileOfPath = (page: PageJson | undefined) => `${page?.path}.md`;
  const fileOf = (page: PageJson | undefined) => `${page?.path.slice(page.path.lastIndexOf('/') + 1)}.md`;
  const openDiff = () =>
    until('a diff', () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputTextDiff && { label: activeTab.label, ...activeTab.input };
    });
  const textOf = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();
  const pageReads = () => platform.taken().filter((request) => /\/page\/[^/]+$/.test(request));

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

  test('replace an older diff when they are opened again after being reported', async () => {
    const [one, two] = pages;
    await propose('Open again', edited(one, 'Other words.\n'));
    const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ label }) => label);
    await vscode.commands.executeCommand('docsPlatform.changes.open', await at());
    await until('the diff', () => labels().length === 1);

    await change(edited(two, 'Other words.\n'));
    await (await testing.stores(account).contents()).refresh(space, number);
    await until('the message', () => person.messages.length > 0);
    await vscode.commands.executeCommand('docsPlatform.changes.open', await at());

    assert.deepEqual(person.messages, [`#${number} Open again changed while you had it open: 1 more page.`]);
    await until('one diff', () => labels().length === 1 && labels()[0]?.includes('2'));
  });
});

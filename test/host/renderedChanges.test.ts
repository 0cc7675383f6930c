import assert from 'node:assert/strict';
import { suite, suiteSetup, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { changeRequestSource } from '../../src/extension/review/renderedChanges/changeRequestSource.ts';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { main } from '../../src/model/shared/address.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const space = spaceId('operator-handbook');
const { executeCommand } = vscode.commands;

suite('Rendered changes', () => {
  let testing: Testing;
  let platform: ServedPlatform;
  let account: Account;
  let page: { readonly id: string; readonly path: string };
  let number: number;
  let revisions: readonly string[];

  signedIn((given) => ({ testing, platform, account } = given));

  suiteSetup(async () => {
    const library = await testing.stores(account).library();
    const node = (await library.pages(space)).byPath.get('daily-work/charging.md');
    assert.ok(node);
    page = { id: node.id, path: 'daily-work/charging.md' };
    const { id, number: made } = await json<{ id: string; number: number }>('/change-requests', { subject: 'Docks' });
    number = made;
    const change = (markdown: string) =>
      json<{ revision: string }>(`/change-requests/${id}/content`, {
        changes: [{ operation: 'update_page', page: node.id, document: { markdown } }],
      });
    revisions = [
      (await change('One dock.\n\nThe end.\n')).revision,
      (await change('Two docks.\n\nThe end.\n\nAn afterword.\n')).revision,
    ];
    await (await testing.stores(account).changeRequests()).refresh();
  });

  teardown(() => executeCommand('workbench.action.closeAllEditors'));

  async function json<Body>(path: string, body: object): Promise<Body> {
    const response = await platform.call('POST', `/spaces/${space}${path}`, body);
    assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
    return (await response.json()) as Body;
  }

  async function at() {
    const content = await testing.stores(account).contents();
    return { account, space, changeRequest: await content.changeRequest(space, number) };
  }

  const views = () =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.filter(
        ({ input }) =>
          input instanceof vscode.TabInputWebview && input.viewType.endsWith('docsPlatform.renderedChanges'),
      ),
    );

  test('open in a view of their own, once for each change request', async () => {
    await executeCommand('docsPlatform.renderedChanges.open', await at());
    await executeCommand('docsPlatform.renderedChanges.open', await at());

    const opened = await until('the view', () => views().length > 0 && views());
    assert.deepEqual(
      opened.map(({ label }) => label),
      [`Rendered changes of #${number}`],
    );
  });

  test('open from the diff of a page', async () => {
    const content = await testing.stores(account).contents();
    const { pages } = await content.changes(space, number);
    const row = { kind: 'changedPage', key: 'page', at: await at(), change: pages.find(({ id }) => id === page.id) };
    await executeCommand('docsPlatform.changes.openPage', row);
    await until(
      'the diff',
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff,
    );

    await executeCommand('docsPlatform.renderedChanges.open');

    await until('the view', () => views().length === 1);
  });

  test('lead to the diff of the Markdown, at the same line', async () => {
    const source = await changeRequestSource(testing, { account, space, number });

    await source.openDiff({ page: page.id, line: 2 });

    const editor = await until('the diff', () => vscode.window.activeTextEditor);
    assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
    await until('the line', () => editor.selection.active.line === 2);
  });

  test('open for two revisions, and for a published page', async () => {
    const after = { kind: 'revision', revision: revisions[1] };
    const of = { kind: 'versions', page: page.id, before: main, after };
    await executeCommand('docsPlatform.renderedChanges.open', {
      account: account.key,
      space,
      title: 'Two versions',
      of,
    });

    const [view] = await until('the view', () => views().length > 0 && views());
    assert.equal(view?.label, 'Two versions');
  });
});

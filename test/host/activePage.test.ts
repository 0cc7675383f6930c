import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { ActivePages } from '../../src/extension/ground/services/activePages.ts';
import { editUriOf, pageUri } from '../../src/extension/ground/places/pageUri.ts';
import type { Testing } from '../../src/extension.ts';
import { scheme } from '../../src/model/shared/schemes.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const handbook = spaceId('operator-handbook');
const runbooks = spaceId('runbooks');
const { executeCommand } = vscode.commands;

suite('The Library follows the active page', () => {
  let testing: Testing;
  let platform: ServedPlatform;
  let account: Account;
  let pages: ActivePages;
  /** Titles of the selected pages, in order. */
  const selected: string[] = [];
  let listening: vscode.Disposable | undefined;

  signedIn((given) => ({ testing, platform, account } = given));

  setup(async () => {
    pages = await testing.activePages();
    await executeCommand('docsPlatform.library.focus');
    await until('the Library', () => testing.tree?.view.visible);
    selected.length = 0;
    listening = testing.tree?.view.onDidChangeSelection(({ selection: [row] }) => {
      if (row?.kind === 'page') selected.push(row.node.title);
    });
  });

  teardown(async () => {
    listening?.dispose();
    platform.instead = undefined;
    await vscode.workspace.getConfiguration('docsPlatform').update('library.autoReveal', undefined, true);
    await executeCommand('workbench.action.closeAllEditors');
  });

  const nodeOf = async (title: string, space = handbook) => {
    const library = await testing.stores(account).library();
    const node = [...(await library.pages(space)).byId.values()].find((each) => each.title === title);
    assert.ok(node?.path, title);
    return { ...node, path: node.path };
  };
  const uriOf = async (title: string, space = handbook) =>
    pageUri(account.key, space, (await nodeOf(title, space)).path);
  const open = async (title: string, space?: string) => executeCommand('vscode.open', await uriOf(title, space));
  const untilSelected = (title: string) =>
    until(`${title} to be selected`, () => {
      const [row] = testing.tree?.view.selection ?? [];
      return row?.kind === 'page' && row.node.title === title;
    });

  test('to another page, and to another space, without taking the focus', async () => {
    await open('First mission');
    await untilSelected('First mission');
    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /first-mission\.md$/);

    await open('Service levels', runbooks);

    await untilSelected('Service levels');
    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /service-levels\.md$/);
    // Palette commands apply to what the user selected, not to a revealed row.
    assert.equal(testing.selected.now()?.row === testing.tree?.view.selection[0], false);
  });

  test('back to a page that was open before, without a request', async () => {
    await open('First mission');
    await untilSelected('First mission');
    await open('Service levels', runbooks);
    await untilSelected('Service levels');
    await executeCommand('workbench.action.keepEditor');
    platform.taken();

    await open('First mission');
    await untilSelected('First mission');

    const asked = platform.taken().filter((request) => !/\/comments|\/content\/page\//.test(request));
    assert.deepEqual(asked, []);
  });

  test('in its editable version, and in a diff', async () => {
    const [{ number = assert.fail() } = assert.fail()] = (
      (await (await platform.call('GET', `/spaces/${handbook}/change-requests?status=draft`)).json()) as {
        items: { number?: number }[];
      }
    ).items;
    const { path } = await nodeOf('First mission');
    const version = { kind: 'changeRequest', number } as const;
    await open('Charging');
    await untilSelected('Charging');

    await executeCommand('vscode.open', editUriOf({ account: account.key, space: handbook, version, path }));
    await untilSelected('First mission');

    await executeCommand('vscode.diff', await uriOf('First mission'), await uriOf('Charging'));
    await untilSelected('Charging');
  });

  test('in its preview', async () => {
    await open('Charging');
    await untilSelected('Charging');
    await executeCommand('docsPlatform.page.preview', await uriOf('First mission'));

    await untilSelected('First mission');
  });

  test("once the view is shown, and doesn't open by itself", async () => {
    await executeCommand('workbench.view.explorer');
    await until('the Library to be hidden', () => testing.tree?.view.visible === false);
    await open('First mission');
    await until('it to be open', () => vscode.window.activeTextEditor?.document.uri.scheme === scheme);
    await until('the page', () => pages.now()?.node.title === 'First mission');
    assert.equal(testing.tree?.view.visible, false);
    assert.deepEqual(selected, []);

    await executeCommand('docsPlatform.library.focus');

    await untilSelected('First mission');
  });

  test('unless a setting turns it off', async () => {
    await open('First mission');
    await untilSelected('First mission');
    const settings = vscode.workspace.getConfiguration('docsPlatform');
    await settings.update('library.autoReveal', false, true);
    await open('Charging');
    await until('the page', () => pages.now()?.node.title === 'Charging');
    await settings.update('library.autoReveal', true, true);

    await open('Service levels', runbooks);

    await untilSelected('Service levels');
    assert.ok(!selected.includes('Charging'), selected.join());
  });

  test("but not to a page that isn't in it", async () => {
    await open('First mission');
    await untilSelected('First mission');

    await executeCommand('vscode.open', pageUri(account.key, handbook, 'nothing-here.md')).then(
      undefined,
      () => undefined,
    );
    await until('no page', () => pages.now() === undefined);

    await open('Charging');
    await untilSelected('Charging');
    assert.ok(
      selected.every((title) => title === 'First mission' || title === 'Charging'),
      selected.join(),
    );
  });
});

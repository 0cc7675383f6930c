import assert from 'node:assert/strict';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId, userId } from '../../src/server/sample/seeding.ts';
import { rowAt } from './libraryRows.ts';
import { signIn, type Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');
const row = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'] as const;

suite('Page commands', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  signedIn((given) => ({ testing, person, platform, account } = given));

  teardown(async () => {
    await executeCommand('workbench.action.closeAllEditors');
    person.startOver();
  });

  const uriOf = (path: string) =>
    vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path: `/${handbook}/${path}` });
  const show = (path: string) => vscode.window.showTextDocument(uriOf(path));
  const previews = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.includes('markdown.preview'))
      .map(({ label }) => label);

  test('Open Preview shows the open page', async () => {
    await show('why-does-my-heron-stop.md');

    await executeCommand('docsPlatform.page.preview');

    await until('the preview', () => previews().some((label) => label.includes('why-does-my-heron-stop')));
  });

  test('Open Preview shows the page of a row', async () => {
    const page = await rowAt(testing, ...row, 'Get started', 'First mission');

    await executeCommand('docsPlatform.page.preview', page.row);

    await until('the preview', () => previews().some((label) => label.includes('first-mission')));
  });

  test('a preview shows the template tags of a page', async () => {
    const { item } = await rowAt(testing, ...row, 'Get to know Heron', 'Status light and sounds');
    const document = await vscode.workspace.openTextDocument(item.command?.arguments?.[0] as vscode.Uri);

    const html = await executeCommand<string>('markdown.api.render', document);

    assert.match(html, /<div class="docs-platform-page">[^]*<div class="docs-platform-hint docs-platform-hint-/);
  });

  test('Reveal Page in Library selects its row, even if another account is active', async () => {
    await show('get-started/first-mission.md');
    await signIn(person, platform.address, platform.tokenOf(userId('ada')));

    await executeCommand('docsPlatform.page.revealInLibrary');

    assert.equal(testing.accounts.active?.key, account.key);
    await until('the row', () => {
      const [selected] = testing.tree?.view.selection ?? [];
      return selected?.kind === 'page' && selected.node.title === 'First mission';
    });
  });

  test('Show Log opens the log', async () => {
    await executeCommand('docsPlatform.showLog');

    await until('the log', () =>
      vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === 'output'),
    );
    await executeCommand('workbench.action.closePanel');
  });

  test('every command of the manifest exists', async () => {
    const { contributes } = testing.context.extension.packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const known = await vscode.commands.getCommands(true);

    assert.deepEqual(
      contributes.commands.map(({ command }) => command).filter((command) => !known.includes(command)),
      [],
    );
  });
});

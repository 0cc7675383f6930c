import assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/account/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { organizationId, spaceId, userId } from '../../src/server/sampleSeeding.ts';
import { extensionUnderTest, forgetAllAccounts } from './extensionUnderTest.ts';
import { rowAt } from './libraryRows.ts';
import { signIn, sitDown, type Person } from './person.ts';
import { servePlatform, type ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');
const inBrowser = `https://docs.northwind.example/o/${organizationId('northwind')}/s/${handbook}`;
const row = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'] as const;

suite('What can be done with a page', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  suiteSetup(async () => {
    testing = await extensionUnderTest();
    person = sitDown(testing);
    platform = await servePlatform({ appUrl: 'https://docs.northwind.example' });
    account = await signIn(person, platform.address, platform.token);
  });

  suiteTeardown(async () => {
    await forgetAllAccounts(testing);
    person.leave();
    await platform.close();
  });

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

  test('Open Page in Browser opens the address that the platform gives it', async () => {
    await show('why-does-my-heron-stop.md');

    await executeCommand('docsPlatform.page.openInBrowser');

    assert.deepEqual(person.visited, [`${inBrowser}/why-does-my-heron-stop`]);
  });

  test('Copy Link to Page copies the address that the platform gives it', async () => {
    await show('why-does-my-heron-stop.md');

    await executeCommand('docsPlatform.page.copyLink');

    assert.equal(await vscode.env.clipboard.readText(), `${inBrowser}/why-does-my-heron-stop`);
  });

  test('Reveal Page in Library stands on its row, also when another account is shown', async () => {
    await show('get-started/first-mission.md');
    await signIn(person, platform.address, platform.tokenOf(userId('ada')));

    await executeCommand('docsPlatform.page.revealInLibrary');

    assert.equal(testing.accounts.active?.key, account.key);
    await until('the row', () => {
      const [selected] = testing.tree?.view.selection ?? [];
      return selected?.kind === 'page' && selected.node.title === 'First mission';
    });
  });

  test('each command says what is missing when no page is open', async () => {
    const commands = ['preview', 'openInBrowser', 'copyLink', 'revealInLibrary', 'refresh'];

    for (const command of commands) await executeCommand(`docsPlatform.page.${command}`);

    assert.deepEqual(
      person.messages,
      commands.map(() => 'Open a page first, or choose one in the Library.'),
    );
  });

  test('each command of a row does nothing without one', async () => {
    for (const command of ['loadMore', 'reveal', 'openLink', 'openInBrowser', 'copyLink']) {
      for (const given of [undefined, null, 7, {}, { kind: 'more' }]) {
        await executeCommand(`docsPlatform.library.${command}`, given);
      }
    }

    assert.deepEqual([person.messages, person.visited], [[], []]);
  });

  test('Show Log shows it', async () => {
    await executeCommand('docsPlatform.showLog');

    await until('the log', () =>
      vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === 'output'),
    );
    await executeCommand('workbench.action.closePanel');
  });

  test('every command of the manifest is there', async () => {
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

suite('Links in a page', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  suiteSetup(async () => {
    testing = await extensionUnderTest();
    person = sitDown(testing);
    platform = await servePlatform();
    account = await signIn(person, platform.address, platform.token);
  });

  suiteTeardown(async () => {
    await forgetAllAccounts(testing);
    person.leave();
    await platform.close();
  });

  /** What a click on each link of a page does, as VS Code sees it. */
  const targetsIn = async (uri: vscode.Uri): Promise<string[]> => {
    await vscode.window.showTextDocument(uri);
    // VS Code's Markdown support starts with the first document.
    const links = await until('the links', async () => {
      const found = await executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri, 200);
      return found.length > 0 && found;
    });
    return links.map(({ target }) => decodeURIComponent(target?.toString() ?? ''));
  };
  const newPage = async (markdown: string): Promise<vscode.Uri> => {
    const space = spaceId('start-here');
    const [id] = platform.edit(space, [{ operation: 'insert_page', title: 'Some page', markdown }]).pages;
    const library = await testing.platforms.library(account);
    await library.refresh(await library.placeOf(space));
    const path = (await library.pages(space)).byId.get(id ?? '')?.path;
    return vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path: `/${space}/${path}` });
  };

  test('lead to pages in our file system', async () => {
    const library = await testing.platforms.library(account);
    const { byPath } = await library.pages(handbook);
    const [path] = [...byPath].find(([, { title }]) => title === 'How a Heron site works') ?? [];

    const targets = await targetsIn(
      vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path: `/${handbook}/${path}` }),
    );

    const pages = targets.map((target) => vscode.Uri.parse(target)).filter(({ scheme }) => scheme === 'docs-platform');
    assert.ok(pages.length > 1, targets.join('\n'));
    for (const page of pages) assert.match((await vscode.workspace.openTextDocument(page)).getText(), /^# /);
  });

  test('run no command, open no file of this machine, and start no script', async () => {
    const uri = await newPage(
      [
        '[a](command:workbench.action.quit)',
        '[b](COMMAND:workbench.action.quit)',
        '[c](file:///etc/passwd)',
        '[d](vscode://file/etc/passwd)',
        '[e](javascript:alert(1))',
        '[f](&#99;ommand:workbench.action.quit)',
        '[g](<command:workbench.action.quit>)',
        '[h](/etc/passwd)',
        '[i](//server/share)',
        '[j][reference]',
        '<a href="command:workbench.action.quit">k</a>',
        '<command:workbench.action.quit>',
        '',
        '[reference]: command:workbench.action.quit',
        '[harmless](https://example.com/)',
      ].join('\n'),
    );

    const targets = await targetsIn(uri);

    assert.ok(targets.includes('https://example.com/'), targets.join());
    const harmful = /^(command:workbench\.action\.quit|vscode:|javascript:|file:)|"scheme":"file"|command:workbench/i;
    assert.deepEqual(
      targets.filter((target) => harmful.test(target)),
      [],
    );
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');

suite('Links in a page', () => {
  let testing: Testing;
  let platform: ServedPlatform;
  let account: Account;

  signedIn((given) => ({ testing, platform, account } = given));

  /** The targets of a page's links, as VS Code sees them. */
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
    const library = await testing.stores(account).library();
    await library.refresh(await library.placeOf(space));
    const path = (await library.pages(space)).byId.get(id ?? '')?.path;
    return vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path: `/${space}/${path}` });
  };

  test('open pages and files in our file system, of other spaces, too', async () => {
    const library = await testing.stores(account).library();
    const { byPath } = await library.pages(handbook);
    const [path] = [...byPath].find(([, { title }]) => title === 'How a Heron site works') ?? [];

    const targets = await targetsIn(
      vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path: `/${handbook}/${path}` }),
    );

    const pages = targets.map((target) => vscode.Uri.parse(target)).filter(({ scheme }) => scheme === 'docs-platform');
    const names = pages.map(({ path }) => path.slice(path.lastIndexOf('.')));
    assert.ok(names.includes('.md') && names.includes('.svg'), names.join());
    const spaces = new Set(pages.map((page) => page.path.split('/')[1]));
    assert.ok(spaces.size > 1, 'links to other spaces');
    for (const page of pages) assert.equal((await vscode.workspace.fs.stat(page)).type, vscode.FileType.File);
  });

  test('run no command, open no file of this computer, and start no script', async () => {
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

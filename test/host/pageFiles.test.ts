import assert from 'node:assert/strict';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';

const { fs } = vscode.workspace;
const handbook = spaceId('operator-handbook');

suite('Pages as files', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  signedIn((given) => ({ testing, person, platform, account } = given));

  teardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    person.startOver();
  });

  const uriAt = (space: string, path: string) =>
    vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path: `/${space}/${path}` });
  const treeOf = async (space: string) => (await testing.stores(account).library()).pages(space);
  const textAt = async (uri: vscode.Uri) => new TextDecoder().decode(await fs.readFile(uri));
  /** The platform's text of a page. */
  const markdownOf = async (space: string, page: string) => {
    const response = await platform.call('GET', `/spaces/${space}/content/page/${page}?format=markdown`);
    return ((await response.json()) as { markdown: string }).markdown;
  };

  test("contain the platform's text, except for the addresses of links and images", async () => {
    const withoutAddresses = (text: string) =>
      text
        .replace(/\]\([^)\s]*/g, '](')
        .replace(/\b(src|href|url)="[^"]*"/g, '$1=""')
        .replace(/^(\[[^\]]+\]:) \S+/gm, '$1');
    const { byPath } = await treeOf(handbook);
    const pages = [...byPath].filter(([path]) => path.endsWith('.md'));
    assert.ok(pages.length > 30);

    for (const [path, { id }] of pages) {
      const document = await vscode.workspace.openTextDocument(uriAt(handbook, path));

      assert.equal(withoutAddresses(document.getText()), withoutAddresses(await markdownOf(handbook, id)), path);
      assert.equal(document.languageId, 'markdown');
    }
  });

  test('have links to each other and to files, which exist', async () => {
    const { byPath } = await treeOf(handbook);
    const links = [...byPath.keys()]
      .filter((path) => path.endsWith('.md'))
      .map(async (path) => {
        const uri = uriAt(handbook, path);
        const found = [...(await textAt(uri)).matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)];
        return found.map(([, target = '']) => vscode.Uri.joinPath(uri, '..', decodeURIComponent(target)));
      });
    const targets = (await Promise.all(links)).flat();

    const broken: string[] = [];
    for (const target of targets) {
      await fs.stat(target).then(undefined, () => void broken.push(target.path));
    }

    assert.ok(targets.length > 50);
    assert.deepEqual(broken, []);
  });

  test('list as folders', async () => {
    const names = await fs.readDirectory(uriAt(handbook, ''));

    assert.ok(names.some(([name, type]) => name === 'why-does-my-heron-stop.md' && type === vscode.FileType.File));
    assert.ok(names.some(([name, type]) => name === 'safety' && type === vscode.FileType.Directory));
  });

  test('contain images byte for byte', async () => {
    const [name] = (await fs.readDirectory(uriAt(handbook, '_files'))).find(([each]) => each.endsWith('.png')) ?? [];
    const uri = uriAt(handbook, `_files/${name}`);

    const bytes = await fs.readFile(uri);

    assert.deepEqual([...bytes.slice(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    assert.equal((await fs.stat(uri)).size, bytes.byteLength);
  });

  test('cannot be written, created, deleted or renamed', async () => {
    const uri = uriAt(handbook, 'why-does-my-heron-stop.md');
    const other = uriAt(handbook, 'another.md');
    platform.taken();

    const attempts = {
      write: () => fs.writeFile(uri, new TextEncoder().encode('x')),
      create: () => fs.writeFile(other, new TextEncoder().encode('x')),
      createDirectory: () => fs.createDirectory(uriAt(handbook, 'folder')),
      delete: () => fs.delete(uri),
      rename: () => fs.rename(uri, other),
      copy: () => fs.copy(uri, other),
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      await assert.rejects(async () => attempt(), /read-only|readonly|permission/i, name);
    }

    assert.equal(fs.isWritableFileSystem('docs-platform'), false);
    assert.deepEqual(
      platform.taken().filter((request) => !request.startsWith('GET ')),
      [],
    );
  });

  test('have no folders where editors look for settings and tasks, and no requests are sent for them', async () => {
    const space = spaceId('skiff');
    const paths = [
      ...['.vscode', '.vscode/settings.json', '.vscode/tasks.json', '.vscode/launch.json', '.vscode/mcp.json'],
      ...['.git', '.git/config', '.git/HEAD', '.github/copilot-instructions.md', '.claude/settings.json'],
      ...['.cursor/rules', '.devcontainer/devcontainer.json', '.editorconfig', 'guides/.vscode/settings.json'],
    ];
    platform.taken();

    for (const path of paths) {
      const isNotFound = (error: unknown) => (error as vscode.FileSystemError).code === 'FileNotFound';
      await assert.rejects(async () => fs.stat(uriAt(space, path)), isNotFound, path);
      await assert.rejects(async () => fs.readFile(uriAt(space, path)), isNotFound, path);
      await assert.rejects(async () => fs.readDirectory(uriAt(space, path)), isNotFound, path);
    }

    assert.deepEqual(
      platform.taken().filter((request) => request.includes(space)),
      [],
    );
  });

  test('have the same mtime each time, even before they are read', async () => {
    const uri = uriAt(handbook, 'why-does-my-heron-stop.md');
    const page = [...(await treeOf(handbook)).byPath].find(([path]) => uri.path.endsWith(`/${path}`))?.[1];
    const unread = await fs.stat(uri);
    await fs.readFile(uri);

    const read = [await fs.stat(uri), await fs.stat(uri)];

    assert.equal(unread.mtime, Date.parse(page?.page.updatedAt ?? ''));
    assert.deepEqual(
      read.map(({ mtime }) => mtime),
      [unread.mtime, unread.mtime],
    );
    assert.equal(read[0]?.size, (await fs.readFile(uri)).byteLength);
  });

  test("of an account that isn't signed in say so", async () => {
    const uri = vscode.Uri.parse(`docs-platform://docs.example.com-unknown/${handbook}/why-does-my-heron-stop.md`);

    const document = await vscode.workspace.openTextDocument(uri);
    assert.match(document.getText(), /^This belongs to an account on docs\.example\.com-unknown that is signed out\. /);
  });

  test("of a space that doesn't exist, or outside of any, don't exist", async () => {
    for (const path of ['/nowhere/page.md', '/', `/${handbook}/nothing.md`, `/${handbook}/_files/nothing.png`]) {
      const uri = vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path });
      await assert.rejects(async () => fs.readFile(uri), path);
    }
  });

  test("that can't be loaded while offline keep their last text", async () => {
    const uri = uriAt(handbook, 'why-does-my-heron-stop.md');
    const before = await textAt(uri);
    platform.instead = () => Response.json({ error: { code: 503, message: 'no' } }, { status: 503 });

    const offline = await textAt(uri);

    platform.instead = undefined;
    assert.equal(offline, before);
  });
});

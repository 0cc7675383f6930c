import assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/account/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sampleSeeding.ts';
import { extensionUnderTest, forgetAllAccounts } from './extensionUnderTest.ts';
import { signIn, sitDown, type Person } from './person.ts';
import { servePlatform, type ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';

const { fs } = vscode.workspace;
const handbook = spaceId('operator-handbook');
const startHere = spaceId('start-here');

suite('Pages as files', () => {
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

  teardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    person.startOver();
  });

  const uriAt = (space: string, path: string) =>
    vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path: `/${space}/${path}` });
  const treeOf = async (space: string) => (await testing.platforms.library(account)).pages(space);
  const textAt = async (uri: vscode.Uri) => new TextDecoder().decode(await fs.readFile(uri));
  /** As the platform has it. */
  const markdownOf = async (space: string, page: string) => {
    const response = await platform.call('GET', `/spaces/${space}/content/page/${page}?format=markdown`);
    return ((await response.json()) as { markdown: string }).markdown;
  };
  const newPage = (title: string, more: { into?: string; markdown?: string } = {}): string => {
    const [id] = platform.edit(startHere, [{ operation: 'insert_page', title, ...more }]).pages;
    assert.ok(id);
    return id;
  };
  /** The library asks for the space anew, as it does by itself after a minute. */
  const refresh = async () => {
    const library = await testing.platforms.library(account);
    await library.refresh(await library.placeOf(startHere));
  };
  const uriOf = async (page: string): Promise<vscode.Uri> => {
    const path = (await treeOf(startHere)).byId.get(page)?.path;
    assert.ok(path);
    return uriAt(startHere, path);
  };

  test('read as the platform has them, but for the addresses of links and images', async () => {
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

  test('lead from one to the other, and to files, by links that exist', async () => {
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

  test('show images byte by byte', async () => {
    const [name] = (await fs.readDirectory(uriAt(handbook, '_files'))).find(([each]) => each.endsWith('.png')) ?? [];
    const uri = uriAt(handbook, `_files/${name}`);

    const bytes = await fs.readFile(uri);

    assert.deepEqual([...bytes.slice(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    assert.equal((await fs.stat(uri)).size, bytes.byteLength);
  });

  test('cannot be written, made, deleted or renamed', async () => {
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

  test('have no folders in which editors look for settings and tasks, and nobody is asked for them', async () => {
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

  test('say when they were changed, the same each time and before they are read', async () => {
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

  test('are still there under their old address when they are renamed, and after a restart', async () => {
    const id = newPage('Before', { markdown: 'The text.' });
    await refresh();
    const old = await uriOf(id);
    assert.match(await textAt(old), /The text\./);
    platform.edit(startHere, [{ operation: 'update_page', page: id, title: 'After', slug: 'after' }]);
    await refresh();
    assert.notEqual((await uriOf(id)).path, old.path);

    assert.match(await textAt(old), /The text\./);
    const token = await testing.accounts.token(account.key);
    await testing.accounts.remove(account.key);
    await testing.accounts.add(account, token);

    assert.match(await textAt(old), /The text\./);
    assert.equal((await fs.stat(old)).type, vscode.FileType.File);
  });

  test('open under distinct, readable and stable addresses whatever their titles are', async () => {
    const titles = [
      ...[
        'a/b',
        'a\\b',
        'a:b',
        'a#b',
        'a?b',
        '100%',
        '%2e%2e',
        '..',
        '.',
        '.NET',
        '.vscode',
        'con',
        'NUL',
        '🚀',
        '🚀🚀',
      ],
      ...[
        'مرحبا بالعالم',
        'שלום',
        '日本語のページ',
        'Ünïcödé',
        'x'.repeat(50),
        'Same',
        'Same',
        'same',
        '_files',
        'index.md',
      ],
      ...[
        '$(trash)',
        '[x](command:y)',
        '<b>bold</b>',
        '   ',
        '\u202Egnp.exe',
        'a\nb',
        'README',
        '~home',
        'c: d',
        '*?|"<>',
      ],
    ];
    const ids = titles.map((title, index) => newPage(title, { markdown: `Page number ${index}.` }));
    const parent = newPage('.. /', { markdown: 'The parent.' });
    ids.push(newPage('.NET', { into: parent, markdown: `Page number ${titles.length}.` }));
    await refresh();

    const uris = await Promise.all(ids.map(uriOf));

    assert.equal(new Set(uris.map((uri) => uri.path.toLowerCase())).size, ids.length);
    for (const [index, uri] of uris.entries()) {
      assert.equal(uri.query + uri.fragment, '');
      assert.ok(!/\/[.~]|[\\:?*"<>|%#]/.test(uri.path), uri.path);
      // Through its text and back, as VS Code keeps it.
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri.toString()));
      assert.match(document.getText(), new RegExp(`Page number ${index}\\.`), uri.path);
      assert.equal(document.languageId, 'markdown');
    }
    platform.edit(startHere, [{ operation: 'insert_page', title: 'Same', at: 0 }]);
    await refresh();
    assert.deepEqual(
      (await Promise.all(ids.map(uriOf))).map(({ path }) => path),
      uris.map(({ path }) => path),
    );
  });

  test('change in their editors when they are refreshed', async () => {
    const id = newPage('Changing', { markdown: 'As it was.' });
    await refresh();
    const editor = await vscode.window.showTextDocument(await uriOf(id));
    platform.edit(startHere, [{ operation: 'update_page', page: id, markdown: 'As it is now.' }]);

    await vscode.commands.executeCommand('docsPlatform.page.refresh');

    await until('the new text', () => editor.document.getText().includes('As it is now.'));
    assert.equal(editor.document.isDirty, false);
    assert.deepEqual(person.messages, []);
  });

  test('change in their editors under an old address, too', async () => {
    const id = newPage('Moving', { markdown: 'As it was.' });
    await refresh();
    const editor = await vscode.window.showTextDocument(await uriOf(id));
    platform.edit(startHere, [{ operation: 'update_page', page: id, slug: 'moved', markdown: 'As it is now.' }]);

    await vscode.commands.executeCommand('docsPlatform.page.refresh', editor.document.uri);

    await until('the new text', () => editor.document.getText().includes('As it is now.'));
  });

  test('that were deleted meanwhile are said to exist no longer', async () => {
    const id = newPage('Short-lived', { markdown: 'The text.' });
    await refresh();
    const editor = await vscode.window.showTextDocument(await uriOf(id));
    platform.edit(startHere, [{ operation: 'delete_page', page: id }]);

    await vscode.commands.executeCommand('docsPlatform.page.refresh');

    assert.match(person.messages.join(), /no longer exists on the platform/);
    assert.match(editor.document.getText(), /The text\./);
    const isGone = (error: unknown) =>
      (error as vscode.FileSystemError).code === 'FileNotFound' && /no longer exists/.test((error as Error).message);
    await assert.rejects(async () => fs.readFile(editor.document.uri), isGone);
  });

  test('of an account that is not signed in say so', async () => {
    const uri = vscode.Uri.parse(`docs-platform://docs.example.com-unknown/${handbook}/why-does-my-heron-stop.md`);

    await assert.rejects(async () => vscode.workspace.openTextDocument(uri), /account that is not signed in/);
  });

  test('of a space that does not exist, or outside of any, are not there', async () => {
    for (const path of ['/nowhere/page.md', '/', `/${handbook}/nothing.md`, `/${handbook}/_files/nothing.png`]) {
      const uri = vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path });
      await assert.rejects(async () => fs.readFile(uri), path);
    }
  });

  test('that are no longer to be had offline are read as they were', async () => {
    const uri = uriAt(handbook, 'why-does-my-heron-stop.md');
    const before = await textAt(uri);
    platform.instead = () => Response.json({ error: { code: 503, message: 'no' } }, { status: 503 });

    const offline = await textAt(uri);

    platform.instead = undefined;
    assert.equal(offline, before);
  });
});

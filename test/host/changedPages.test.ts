import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const { fs } = vscode.workspace;
const startHere = spaceId('start-here');

suite('Pages changed by others', () => {
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
  const storedFor = ({ key }: Account): string => {
    const cwd = path.join(testing.context.globalStorageUri.fsPath, 'accounts', key);
    return globSync('*.json', { cwd })
      .map((file) => readFileSync(path.join(cwd, file), 'utf8'))
      .join();
  };
  const newPage = (title: string, more: { into?: string; markdown?: string } = {}): string => {
    const [id] = platform.edit(startHere, [{ operation: 'insert_page', title, ...more }]).pages;
    assert.ok(id);
    return id;
  };
  /** Makes the library load the space again, as it does after a minute. */
  const refresh = async () => {
    const library = await testing.stores(account).library();
    await library.refresh(await library.placeOf(startHere));
  };
  const uriOf = async (page: string): Promise<vscode.Uri> => {
    const path = (await treeOf(startHere)).byId.get(page)?.path;
    assert.ok(path);
    return uriAt(startHere, path);
  };

  test('can still be opened under their old URI when they are renamed, even after a restart', async () => {
    const id = newPage('Before', { markdown: 'The text.' });
    await refresh();
    const old = await uriOf(id);
    assert.match(await textAt(old), /The text\./);
    platform.edit(startHere, [{ operation: 'update_page', page: id, title: 'After', slug: 'after' }]);
    await refresh();
    assert.notEqual((await uriOf(id)).path, old.path);

    assert.match(await textAt(old), /The text\./);
    await until('the address to be kept', () => storedFor(account).includes(id));
    const token = await testing.accounts.token(account.key);
    await testing.accounts.remove(account.key);
    await testing.accounts.add(account, token);

    assert.match(await textAt(old), /The text\./);
    assert.equal((await fs.stat(old)).type, vscode.FileType.File);
  });

  test('open under distinct, readable and stable URIs whatever their titles are', async () => {
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
      // The URI as text and back, as VS Code stores it.
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

  test('change in their editors under an old URI, too', async () => {
    const id = newPage('Moving', { markdown: 'As it was.' });
    await refresh();
    const editor = await vscode.window.showTextDocument(await uriOf(id));
    platform.edit(startHere, [{ operation: 'update_page', page: id, slug: 'moved', markdown: 'As it is now.' }]);

    await vscode.commands.executeCommand('docsPlatform.page.refresh', editor.document.uri);

    await until('the new text', () => editor.document.getText().includes('As it is now.'));
  });

  test('that were deleted are reported as gone', async () => {
    const id = newPage('Short-lived', { markdown: 'The text.' });
    await refresh();
    const editor = await vscode.window.showTextDocument(await uriOf(id));
    platform.edit(startHere, [{ operation: 'delete_page', page: id }]);

    await vscode.commands.executeCommand('docsPlatform.page.refresh');

    assert.match(person.messages.join(), /no longer exists on the server/);
    assert.match(editor.document.getText(), /The text\./);
    const isGone = (error: unknown) =>
      (error as vscode.FileSystemError).code === 'FileNotFound' && /no longer exists/.test((error as Error).message);
    await assert.rejects(async () => fs.readFile(editor.document.uri), isGone);
  });
});

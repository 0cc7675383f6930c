import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import type { Library } from '../../src/store/library/library.ts';
import { main } from '../../src/model/shared/address.ts';
import { extensionUnderTest, forgetAllAccounts } from './extensionUnderTest.ts';
import { signIn, sitDown, type Person } from './person.ts';
import { servePlatform, type ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');

suite('Import into Space', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let library: Library;
  let web: Server;
  let address: string;

  suiteSetup(async () => {
    testing = await extensionUnderTest();
    person = sitDown(testing);
    platform = await servePlatform({ allowPrivateFetch: true });
    library = await testing.stores(await signIn(person, platform.address, platform.token)).library();
    web = createServer((request, reply) => {
      if (request.url === '/winter.md') reply.end('# Winter shifts\n\nMind the ice.\n');
      else reply.writeHead(404).end();
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  });

  suiteTeardown(async () => {
    web.close();
    await forgetAllAccounts(testing);
    person.leave();
    await platform.close();
  });

  teardown(() => person.startOver());

  // Requested from the library, because rows requested from the tree would replace those that VS Code has.
  const row = () => library.placeOf(handbook);
  const titles = async () => (await library.pages(handbook)).roots.map(({ title }) => title);
  const isSelected = (title: string) => () => {
    const [selected] = testing.tree?.view.selection ?? [];
    return selected?.kind === 'page' && selected.node.title === title;
  };

  test('adds the content of a URL after the pages of a row’s space, and selects it', async () => {
    person.picks('Markdown');
    person.types(`${address}/winter.md`);

    await executeCommand('docsPlatform.importIntoSpace', await row());

    assert.equal((await titles()).at(-1), 'Winter shifts');
    assert.deepEqual(person.messages, ['Imported 1 page into “Heron Operator Handbook”.']);
    await until('the selection', isSelected('Winter shifts'));
  });

  test('offers only sources that the sample workspace can read', async () => {
    await executeCommand('docsPlatform.openSample');
    const sample = await testing.stores(testing.accounts.active!).library();

    await executeCommand('docsPlatform.importIntoSpace', await sample.placeOf(handbook));

    assert.deepEqual(person.offered, [
      ['From Disk', 'File…', 'Folder…', 'From URL', 'Markdown', 'Web Page', 'ZIP Archive'],
    ]);
  });

  suite('from disk', () => {
    const { showOpenDialog } = vscode.window;
    let folder: string;

    suiteSetup(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'import-'));
      const files = {
        'Field guide/README.md': '# Field guide\n\nRead [cables](parts/cables.md) and see ![map](map.png).\n',
        'Field guide/map.png': 'picture',
        'Field guide/parts/cables.md': '# Cables\n\nBack to the [guide](../README.md).\n',
        'Field guide/.git/secret.md': '# Secret\n',
        'Odd names/Q: why.md': '# Why\n',
        'Odd names/back\\slash.md': '# Left out\n',
        'Odd names/a..b.md': '# Dots\n',
        'Odd names/__proto__': 'no page',
        'broken.zip': 'not a readable zip archive',
      };
      for (const [name, text] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
        await writeFile(path.join(folder, name), text);
      }
      await symlink('/etc', path.join(folder, 'Field guide/etc'));
    });

    suiteTeardown(async () => {
      Object.assign(vscode.window, { showOpenDialog });
      await rm(folder, { recursive: true });
    });

    const chooses = (name: string): void =>
      void Object.assign(vscode.window, { showOpenDialog: async () => [vscode.Uri.file(path.join(folder, name))] });

    const space = () =>
      testing
        .stores(testing.accounts.active!)
        .library()
        .then((here) => here.placeOf(handbook));

    test('a folder becomes pages of the sample workspace, with its pictures and links', async () => {
      await executeCommand('docsPlatform.openSample');
      const sample = await testing.stores(testing.accounts.active!).library();
      const content = await testing.stores(testing.accounts.active!).contents();
      chooses('Field guide');
      person.picks('Folder…');
      // Its symbolic link is left out.
      person.presses('Import');

      await executeCommand('docsPlatform.importIntoSpace', await space());

      assert.deepEqual(person.messages, ['Imported 3 pages and files into “Heron Operator Handbook”.']);
      const { roots } = await sample.pages(handbook);
      const [guide, parts] = roots.slice(-2);
      assert.deepEqual([guide?.title, parts?.title, parts?.children[0]?.title], ['Field guide', 'Parts', 'Cables']);
      const { text } = await content.at(handbook, main).text(guide!.id);
      assert.match(text, /\[cables\]\(parts\/cables\.md\)/);
      assert.match(text, /!\[map\]\([^)]*map[^)]*\.png\)/);
      await until('the selection', isSelected('Field guide'));
    });

    test('a folder may contain names that archives refuse', async () => {
      await executeCommand('docsPlatform.openSample');
      chooses('Odd names');
      person.picks('Folder…');
      person.presses('Import');

      await executeCommand('docsPlatform.importIntoSpace', await space());

      assert.deepEqual(person.messages, [
        'Imported 2 of 3 files into “Heron Operator Handbook”. The rest are unused or unreadable.',
      ]);
    });

    test("a file that isn't an archive is refused in a plain sentence, without a button", async () => {
      chooses('broken.zip');
      person.picks('File…');

      await executeCommand('docsPlatform.importIntoSpace', await space());

      await until('the message', () => person.messages.length > 0);
      assert.match(person.messages.join(), /^“broken\.zip” is not a readable zip archive: [^”]+\.$/);
      assert.deepEqual(person.choices, []);
    });
  });
});

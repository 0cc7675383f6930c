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
      else if (request.url === '/spring.md') reply.end('# Spring shifts\n');
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

  teardown(() => {
    platform.instead = undefined;
    person.startOver();
  });

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

  test('asks for the space from the palette', async () => {
    person.picks('Heron Operator Handbook', 'Markdown');
    person.types(`${address}/spring.md`);

    await executeCommand('docsPlatform.importIntoSpace');

    assert.deepEqual(person.messages, ['Imported 1 page into “Heron Operator Handbook”.']);
    await until('the selection', isSelected('Spring shifts'));
  });

  test('says what is wrong with a URL, and asks for it again with the typed text', async () => {
    const before = await titles();
    person.picks('Markdown');
    person.types('winter.md', `${address}/gone.md`);
    person.presses('Change URL…');

    await executeCommand('docsPlatform.importIntoSpace', await row());

    assert.deepEqual(person.refusals, ['Enter a URL that starts with https:// or http://.']);
    assert.match(person.choices[0]?.message ?? '', /^Nothing was imported\. .*answers with 404/);
    assert.deepEqual(
      person.questions.map(({ value }) => value),
      ['', `${address}/gone.md`],
    );
    await library.refresh();
    assert.deepEqual(await titles(), before);
  });

  test("says what can't be imported", async () => {
    person.picks('Notion');
    person.types(`${address}/winter.md`);

    await executeCommand('docsPlatform.importIntoSpace', await row());

    assert.match(person.choices[0]?.message ?? '', /must be one of markdown, html, zip/);
    assert.deepEqual(person.choices[0]?.actions, []);
  });

  test("doesn't offer a source again that the server has refused", async () => {
    person.picks('GitHub Wiki');
    person.types(`${address}/winter.md`);
    await executeCommand('docsPlatform.importIntoSpace', await row());

    await executeCommand('docsPlatform.importIntoSpace', await row());

    const [first = [], second = []] = person.offered;
    assert.deepEqual(
      first.filter((label) => !second.includes(label)),
      ['GitHub Wiki'],
    );
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
        'notes.docx': 'no Markdown',
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
      chooses('Field guide');
      person.picks('Folder…');

      await executeCommand('docsPlatform.importIntoSpace', await space());

      assert.deepEqual(person.messages, ['Imported 3 pages and files into “Heron Operator Handbook”.']);
      const { roots } = await sample.pages(handbook);
      const [guide, parts] = roots.slice(-2);
      assert.deepEqual([guide?.title, parts?.title, parts?.children[0]?.title], ['Field guide', 'Parts', 'Cables']);
      const { text } = await sample.text(handbook, guide!.id);
      assert.match(text, /\[cables\]\(parts\/cables\.md\)/);
      assert.match(text, /!\[map\]\([^)]*map[^)]*\.png\)/);
      await until('the selection', isSelected('Field guide'));
    });

    test('a folder may contain names that archives refuse', async () => {
      await executeCommand('docsPlatform.openSample');
      chooses('Odd names');
      person.picks('Folder…');

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

    test('a file that no server can read is refused before anything is sent', async () => {
      chooses('notes.docx');
      person.picks('File…');

      await executeCommand('docsPlatform.importIntoSpace', await space());

      await until('the message', () => person.messages.length > 0);
      assert.deepEqual(person.messages, [
        "“notes.docx” can't be imported. Choose a Markdown file, a web page, or a ZIP archive.",
      ]);
    });

    test('a folder becomes a change request of another server, and unused files are named', async () => {
      const served = testing.accounts.all().find(({ kind }) => kind === 'server') ?? assert.fail();
      await testing.accounts.activate(served.key);
      chooses('Field guide');
      person.picks('Folder…');
      person.types('Field guide');
      const before = await titles();

      await executeCommand('docsPlatform.importIntoSpace', await space());

      const [message = ''] = person.messages;
      const [, number = ''] =
        /^Imported 3 pages into #(\d+) Field guide\. Change requests can't contain files\. .*: map\.png\.$/.exec(
          message,
        ) ?? assert.fail(message);
      const content = await testing.stores(served).changeRequestContent();
      const { pages } = await content.changes(handbook, Number(number));
      assert.deepEqual(
        pages.map(({ after }) => after?.title),
        ['Field guide', 'Parts', 'Cables'],
      );
      const tree = await content.pages(handbook, { kind: 'changeRequest', number: Number(number) });
      const cables = [...tree.byId.values()].find(({ title }) => title === 'Cables');
      const { reading } = await content.reading(handbook, Number(number), cables!.id);
      assert.match(reading.markdown, /\[guide\]\(\.\.\/field-guide\.md\)/);
      await library.refresh();
      assert.deepEqual(await titles(), before);
    });

    test("no change request is created for a file that can't be read", async () => {
      chooses('broken.zip');
      person.picks('File…');
      platform.taken();

      await executeCommand('docsPlatform.importIntoSpace', await space());

      await until('the message', () => person.messages.length > 0);
      assert.match(person.messages.join(), /^“broken\.zip” is not a readable zip archive: [^”]+\.$/);
      assert.deepEqual(
        platform.taken().filter((request) => request.startsWith('POST')),
        [],
      );
    });

    test('an import that never arrived offers to archive its empty change request', async () => {
      const served = testing.accounts.all().find(({ kind }) => kind === 'server') ?? assert.fail();
      chooses('Field guide');
      person.picks('Folder…');
      person.types('Never arrives');
      person.presses('Archive Change Request');
      platform.instead = (request, local) =>
        request.method === 'POST' && request.url.endsWith('/content')
          ? Response.json({ error: { code: 500, message: 'Broken' } }, { status: 500 })
          : local(request);

      await executeCommand('docsPlatform.importIntoSpace', await space());

      const [broken, archived] = person.choices;
      assert.match(broken?.message ?? '', /^Imported 0 of 3 pages into #\d+ Never arrives\. /);
      assert.deepEqual(broken?.actions, ['Try Again', 'Archive Change Request']);
      assert.match(archived?.message ?? '', /^Archived #\d+ Never arrives\.$/);
      const left = await (
        await testing.stores(served).changeRequests()
      ).having(['draft', 'open'], await library.space(handbook));
      assert.ok(left.every(({ changeRequest }) => changeRequest.subject !== 'Never arrives'));
    });

    test('a change request is created for the account that the import started with', async () => {
      const served = testing.accounts.all().find(({ kind }) => kind === 'server') ?? assert.fail();
      const place = await space();
      Object.assign(vscode.window, {
        async showOpenDialog() {
          await executeCommand('docsPlatform.openSample');
          return [vscode.Uri.file(path.join(folder, 'Field guide'))];
        },
      });
      person.picks('Folder…');
      person.types('Switched');

      await executeCommand('docsPlatform.importIntoSpace', place);

      assert.match(person.messages.join(), /^Imported 3 pages into #\d+ Switched/);
      assert.equal(testing.accounts.active?.key, served.key);
    });
  });
});

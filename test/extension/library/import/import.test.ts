import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, test, vi } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../../../src/extension.ts';
import { spaceId, userId } from '../../../../src/server/sample/seeding.ts';
import type { Library } from '../../../../src/store/library/library.ts';
import { signIn, type Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { until } from '../../../host/until.ts';
import { signedIn } from '../../activated.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');

describe('Import into Space', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;
  let library: Library;
  let web: Server;
  let address: string;

  signedIn(
    async (given) => {
      ({ testing, person, platform, account } = given);
      library = await testing.stores(account).library();
    },
    { allowPrivateFetch: true },
  );

  beforeAll(async () => {
    web = createServer((request, reply) => {
      if (request.url === '/spring.md') reply.end('# Spring shifts\n');
      else reply.writeHead(404).end();
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  });

  afterAll(() => web.close());

  afterEach(() => {
    platform.instead = undefined;
    person.startOver();
  });

  const row = () => library.placeOf(handbook);
  const titles = async () => (await library.pages(handbook)).roots.map(({ title }) => title);
  const isSelected = (title: string) => () => {
    const [selected] = testing.tree?.view.selection ?? [];
    return selected?.kind === 'page' && selected.node.title === title;
  };

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

  describe('from disk', () => {
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'import-'));
      const files = {
        'Field guide/README.md':
          '# Field guide\n\nRead [cables](parts/cables.md) and see ![map](map.png) and ![run](run.svg).\n',
        'Field guide/map.png': 'picture',
        'Field guide/run.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>run()</script></svg>',
        'Field guide/parts/cables.md': '# Cables\n\nBack to the [guide](../README.md).\n',
        'Field guide/.git/secret.md': '# Secret\n',
        'notes.docx': 'no Markdown',
        'broken.zip': 'not a readable zip archive',
      };
      for (const [name, text] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
        await writeFile(path.join(folder, name), text);
      }
    });

    afterAll(() => rm(folder, { recursive: true }));

    const touched = async (file: string): Promise<string> => writeFile(file, '').then(() => file);
    const chooses = (name: string): void =>
      void Object.assign(vscode.window, { showOpenDialog: async () => [vscode.Uri.file(path.join(folder, name))] });

    test('a file that no server can read is refused before anything is sent', async () => {
      chooses('notes.docx');
      person.picks('File…');

      await executeCommand('docsPlatform.importIntoSpace', await row());

      await until('the message', () => person.messages.length > 0);
      assert.deepEqual(person.messages, [
        "“notes.docx” can't be imported. Choose a Markdown file, a web page, or a ZIP archive.",
      ]);
    });

    test('a folder becomes a change request of another server, with its files', async () => {
      chooses('Field guide');
      person.picks('Folder…');
      person.types('Field guide');
      const before = await titles();

      await executeCommand('docsPlatform.importIntoSpace', await row());

      const [message = ''] = person.messages;
      const [, number = ''] =
        /^Imported 3 pages into #(\d+) Field guide\. Some files can't be uploaded from here\. Add these in the browser: run\.svg\.$/.exec(
          message,
        ) ?? assert.fail(message);
      const content = await testing.stores(account).contents();
      const { pages } = await content.changes(handbook, Number(number));
      assert.deepEqual(
        pages.map(({ after }) => after?.title),
        ['Field guide', 'Parts', 'Cables'],
      );
      const tree = await content.pages(handbook, { kind: 'changeRequest', number: Number(number) });
      const cables = [...tree.byId.values()].find(({ title }) => title === 'Cables');
      const { reading } = await content.reading(handbook, Number(number), cables!.id);
      assert.match(reading.markdown, /\[guide\]\(\.\.\/field-guide\.md\)/);
      const guide = [...tree.byId.values()].find(({ title }) => title === 'Field guide');
      const { text } = (await content.reading(handbook, Number(number), guide!.id)).reading;
      assert.match(text, /!\[map\]\((?:\.\.\/)*_files\/map\.png\) and !\[run\]\(run\.svg\)/);
      const version = { kind: 'changeRequest', number: Number(number) } as const;
      const map = await content.entry(handbook, version, '_files/map.png');
      assert.equal(map?.kind === 'file' && Buffer.from(await content.bytes(handbook, map.file)).toString(), 'picture');
      await library.refresh();
      assert.deepEqual(await titles(), before);
    });

    test('a folder brings only pages and what they name, with a report that can be opened', async () => {
      const other = path.join(folder, 'Large');
      await mkdir(path.join(other, '.gitbook/assets'), { recursive: true });
      await writeFile(
        path.join(other, 'README.md'),
        `---\ntags: [a]\n---\n# ${'Long title '.repeat(30)}\n\n![](.gitbook/assets/a%20b.png) ![](gone.png)\n`,
      );
      await writeFile(path.join(other, '.gitbook/assets/a b.png'), 'picture');
      // A file that no page names is neither read nor counted.
      await truncate(await touched(path.join(other, 'film.mp4')), 19_000_000);
      chooses('Large');
      person.picks('Folder…');
      person.presses('Import');
      person.types('Large');
      const shown: string[] = [];
      const { showInformationMessage } = vscode.window;
      Object.assign(vscode.window, {
        async showInformationMessage(message: string, ...actions: string[]) {
          shown.push(message, ...actions);
          return 'Show Report';
        },
      });
      const read = vi.spyOn(vscode.workspace.fs, 'readFile');

      await executeCommand('docsPlatform.importIntoSpace', await row());

      assert.deepEqual(person.choices[0]?.actions, ['Import', 'Show Report']);
      assert.match(
        person.choices[0]?.message ?? '',
        /^1 page or file won't come in as it is: README\.md\. Import anyway\?$/,
      );
      assert.match(shown.join(), /^Imported 1 page into #\d+ Large\.,Show Report$/);
      assert.ok(read.mock.calls.every(([uri]) => !uri.path.endsWith('film.mp4')));
      await until(
        'the report',
        () => vscode.window.activeTextEditor?.document.getText().startsWith('# Import') === true,
      );
      const report = vscode.window.activeTextEditor?.document.getText() ?? '';
      assert.match(report, /## Titles that were shortened to 250 characters \(1\)/);
      assert.match(report, /- `README\.md`: tags\n/);
      assert.match(report, /- `README\.md`: gone\\\.png\n/);
      assert.match(report, /^Pages: 1\. Files: 1\.$/m);
      Object.assign(vscode.window, { showInformationMessage });
      read.mockRestore();
    });

    test('nothing is created if the user leaves an import with files that it has to skip', async () => {
      const other = path.join(folder, 'Mixed');
      await mkdir(other);
      await writeFile(path.join(other, 'a.md'), '# A\n');
      await writeFile(path.join(other, 'long.md'), 'x '.repeat(500_001));
      await writeFile(path.join(other, 'odd\\name.md'), '# Odd\n');
      await symlink('/etc', path.join(other, 'etc'));
      await writeFile(path.join(other, 'b.md'), '# B\n\n![](film.mp4)\n');
      await truncate(await touched(path.join(other, 'film.mp4')), 20_000_001);
      chooses('Mixed');
      person.picks('Folder…');
      platform.taken();

      await executeCommand('docsPlatform.importIntoSpace', await row());

      assert.match(
        person.choices[0]?.message ?? '',
        /^4 pages or files won't come in as they are: (?:etc, odd\\name\.md|odd\\name\.md, etc), film\.mp4, long\.md\. Import anyway\?$/,
      );
      assert.deepEqual(
        platform.taken().filter((request) => request.startsWith('POST')),
        [],
      );
    });

    test("no change request is created for a file that can't be read", async () => {
      chooses('broken.zip');
      person.picks('File…');
      platform.taken();

      await executeCommand('docsPlatform.importIntoSpace', await row());

      await until('the message', () => person.messages.length > 0);
      assert.match(person.messages.join(), /^“broken\.zip” is not a readable zip archive: [^”]+\.$/);
      assert.deepEqual(
        platform.taken().filter((request) => request.startsWith('POST')),
        [],
      );
    });

    test('an import that never arrived offers to archive its empty change request', async () => {
      chooses('Field guide');
      person.picks('Folder…');
      person.types('Never arrives');
      person.presses('Archive Change Request');
      platform.instead = (request, local) =>
        request.method === 'POST' && request.url.endsWith('/content')
          ? Response.json({ error: { code: 500, message: 'Broken' } }, { status: 500 })
          : local(request);

      await executeCommand('docsPlatform.importIntoSpace', await row());

      const [broken, archived] = person.choices;
      assert.match(broken?.message ?? '', /^Imported 0 of 3 pages into #\d+ Never arrives\. /);
      assert.deepEqual(broken?.actions, ['Try Again', 'Archive Change Request']);
      assert.match(archived?.message ?? '', /^Archived #\d+ Never arrives\.$/);
      const left = await (
        await testing.stores(account).changeRequests()
      ).having(['draft', 'open'], await library.space(handbook));
      assert.ok(left.every(({ changeRequest }) => changeRequest.subject !== 'Never arrives'));
    });

    test('an import can be cancelled and tried again, and refused pages are named', async () => {
      const other = path.join(folder, 'Refused');
      await mkdir(other);
      await writeFile(path.join(other, 'a.md'), '# A\n\n![](p.png)\n');
      await writeFile(path.join(other, 'b.md'), '# Refused page\n');
      await writeFile(path.join(other, 'p.png'), 'picture');
      chooses('Refused');
      person.picks('Folder…');
      person.types('Refused');
      person.presses('Try Again');
      let cancel: (() => void) | undefined;
      let tries = 0;
      platform.instead = async (request, local) => {
        const body = request.method === 'POST' ? await request.clone().text() : '';
        if (body.includes('insert_files') && tries++ === 0) cancel?.();
        return body.includes('Refused page')
          ? Response.json({ error: { code: 400, message: 'Blocked by the firewall' } }, { status: 400 })
          : local(request);
      };
      const { withProgress } = vscode.window;
      Object.assign(vscode.window, {
        withProgress: (options: vscode.ProgressOptions, work: Parameters<typeof withProgress>[1]) =>
          withProgress(options, (progress, token) => {
            const onCancellationRequested = (stop: (event: unknown) => void) => {
              cancel = () => stop(undefined);
              return token.onCancellationRequested(stop);
            };
            return work(progress, { isCancellationRequested: false, onCancellationRequested });
          }),
      });

      await executeCommand('docsPlatform.importIntoSpace', await row());

      Object.assign(vscode.window, { withProgress });
      assert.match(
        person.choices[0]?.message ?? '',
        /^Imported 0 of 2 pages into #\d+ Refused\. [^.]*cancell?ed[^.]*\.$/i,
      );
      assert.match(person.messages.join(), /^Imported 1 page into #\d+ Refused\. The server refused 1 page\.$/);
    });

    test('a folder becomes pages of the sample workspace, with the files that they name', async () => {
      await executeCommand('docsPlatform.openSample');
      const active = testing.accounts.active!;
      const sample = await testing.stores(active).library();
      chooses('Field guide');
      person.picks('Folder…');

      await executeCommand('docsPlatform.importIntoSpace', await sample.placeOf(handbook));

      await until('the message', () => person.messages.length > 0);
      assert.deepEqual(person.messages, ['Imported 4 pages and files into “Heron Operator Handbook”.']);
      const [guide] = (await sample.pages(handbook)).roots.slice(-2);
      const content = (await testing.stores(active).contents()).at(handbook, { kind: 'main' });
      assert.match((await content.text(guide!.id)).text, /!\[map\]\([^)]*map[^)]*\.png\)/);
      await testing.accounts.activate(account.key);
    });

    test('a change request is created for the account that the import started with', async () => {
      const other = await signIn(person, platform.address, platform.tokenOf(userId('jin')));
      await testing.accounts.activate(account.key);
      Object.assign(vscode.window, {
        async showOpenDialog() {
          await testing.accounts.activate(other.key);
          return [vscode.Uri.file(path.join(folder, 'Field guide'))];
        },
      });
      person.picks('Folder…');
      person.types('Switched');

      await executeCommand('docsPlatform.importIntoSpace', await row());

      assert.match(person.messages.join(), /^Imported 3 pages into #\d+ Switched/);
      assert.equal(testing.accounts.active?.key, account.key);
    });

    test("a server that doesn't take files says so, and its files are named", async () => {
      await signIn(person, platform.address, platform.tokenOf(userId('ada')));
      person.startOver();
      chooses('Field guide');
      person.picks('Folder…');
      person.types('Without files');
      platform.instead = async (request, local) => {
        const body = request.method === 'POST' ? await request.clone().text() : '';
        return body.includes('insert_files')
          ? Response.json({ error: { code: 422, message: 'unknown operation insert_files' } }, { status: 422 })
          : local(request);
      };

      await executeCommand('docsPlatform.importIntoSpace', await row());

      assert.match(
        person.messages[0] ?? '',
        /^Imported 3 pages into #\d+ Without files\. This server doesn't take files in change requests\. Add these in the browser: map\.png, run\.svg\.$/,
      );
    });
  });
});

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sampleSeeding.ts';
import type { Library } from '../../src/store/library.ts';
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
    library = await testing.platforms.library(await signIn(person, platform.address, platform.token));
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

  teardown(() => person.startOver());

  // Asked of the library: rows taken from the tree itself would be others than VS Code holds.
  const row = () => library.placeOf(handbook);
  const titles = async () => (await library.pages(handbook)).roots.map(({ title }) => title);
  const isSelected = (title: string) => () => {
    const [selected] = testing.tree?.view.selection ?? [];
    return selected?.kind === 'page' && selected.node.title === title;
  };

  test('puts what stands at an address behind the pages of a row’s space, and stands on it', async () => {
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

  test('says what is wrong with an address, and asks for it again as it was typed', async () => {
    const before = await titles();
    person.picks('Markdown');
    person.types('winter.md', `${address}/gone.md`);
    person.presses('Change Address…');

    await executeCommand('docsPlatform.importIntoSpace', await row());

    assert.deepEqual(person.refusals, ['Enter an address that begins with https:// or http://.']);
    assert.match(person.choices[0]?.message ?? '', /^Nothing was imported\. .*answers with 404/);
    assert.deepEqual(
      person.questions.map(({ value }) => value),
      ['', `${address}/gone.md`],
    );
    await library.refresh();
    assert.deepEqual(await titles(), before);
  });

  test('says what cannot be imported', async () => {
    person.picks('Notion');
    person.types(`${address}/winter.md`);

    await executeCommand('docsPlatform.importIntoSpace', await row());

    assert.match(person.choices[0]?.message ?? '', /notion cannot be imported here: only markdown, html, zip/);
    assert.deepEqual(person.choices[0]?.actions, []);
  });

  test('offers no source again that the server has refused', async () => {
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

  test('offers only what the sample workspace reads', async () => {
    await executeCommand('docsPlatform.openSample');
    const sample = await testing.platforms.library(testing.accounts.active!);

    await executeCommand('docsPlatform.importIntoSpace', await sample.placeOf(handbook));

    assert.deepEqual(person.offered, [['Documents', 'Markdown', 'Web page', 'Zip archive']]);
  });
});

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../../src/extension.ts';
import { organizationId, spaceId, userId } from '../../../src/server/sample/seeding.ts';
import { everyRow, labelsBelow, rowAt, rowsBelow } from '../../host/libraryRows.ts';
import { signIn, type Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { keepSampleWorkspace, signedIn } from '../activated.ts';

const { executeCommand } = vscode.commands;
const handbook = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'] as const;
const startHere = ['Northwind Robotics', '🧭 Start Here'] as const;

describe('The Library', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let mara: Account;

  signedIn(
    (given) => {
      ({ testing, person, platform, account: mara } = given);
      keepSampleWorkspace(testing);
    },
    { appUrl: 'https://docs.northwind.example' },
  );

  afterEach(async () => {
    person.startOver();
    await testing.accounts.activate(mara.key);
  });

  test("shows collections before spaces, nested, in the platform's order", async () => {
    assert.deepEqual(await labelsBelow(testing), ['Northwind Robotics', 'Harbor Labs']);
    assert.deepEqual(await labelsBelow(testing, await rowAt(testing, 'Northwind Robotics')), [
      'Products',
      'Developers',
      'Engineering',
      '🧭 Start Here',
      '📣 Release Notes',
      '📖 Docs Platform Guide',
    ]);
    assert.deepEqual(await labelsBelow(testing, await rowAt(testing, 'Northwind Robotics', 'Products')), [
      'Robots',
      'Controllers',
    ]);
  });

  test('shows the groups, pages and files of a space', async () => {
    const labels = await labelsBelow(testing, await rowAt(testing, ...handbook));

    assert.deepEqual(labels, [
      'Heron Operator Handbook',
      'البدء السريع',
      'Why does my Heron stop?',
      'Get to know Heron',
      'Get started',
      'Daily work',
      'Safety',
      'Troubleshooting',
      'Files',
    ]);
    const files = await rowsBelow(testing, await rowAt(testing, ...handbook, 'Files'));
    const parts = files.find(({ label }) => label.endsWith('heron-parts.svg'));
    assert.match(parts?.marks ?? '', /^[\d.]+ (byte|kB)/);
  });

  test('gives each row an id of its own, which stays the same after a refresh', async () => {
    const ids = async () => {
      const places = (await everyRow(testing)).filter(({ context }) => context !== 'note');
      return places.map(({ item }) => item.id);
    };
    const before = await ids();
    await executeCommand('docsPlatform.library.refresh');

    const after = await ids();

    assert.ok(before.length > 180, `${before.length} rows`);
    assert.ok(before.every((id) => id?.startsWith(`${mara.key}/`)));
    assert.equal(new Set(before).size, before.length);
    assert.deepEqual(after, before);
  });

  test('marks what is locked, private, hidden or computed, and counts what needs attention', async () => {
    const marks = async (...labels: string[]) => (await rowAt(testing, ...labels)).marks;
    const products = ['Northwind Robotics', 'Products'];
    const platformTeam = ['Northwind Robotics', 'Engineering', 'Platform team'];

    assert.match(await marks(...startHere), /^private( · |$)/);
    assert.match(await marks(...products, 'Controllers', '📗 NW-7 Firmware Guide'), /^locked( · |$)/);
    assert.match(await marks(...products, 'Robots', '🔧 Maintenance and Service'), /^signed-in visitors( · |$)/);
    assert.match(await marks(...platformTeam, '🔐 Security'), /^share link( · |$)/);
    assert.match(await marks('Harbor Labs', 'Skiff', 'People', 'Community'), /^unlisted( · |$)/);
    assert.match(await marks(...handbook), /^\d+ change requests? · \d+ comments?$/);
    assert.equal(await marks(...handbook, 'Get started', 'Acceptance checklist'), 'hidden');
    const all = await everyRow(testing, await rowAt(testing, 'Northwind Robotics', 'Developers'));
    assert.deepEqual(
      all.filter((row) => row.marks === 'computed').map(({ label }) => label),
      ['Endpoint index'],
    );
  });

  test("tells menus the user's permissions: an admin may do everything, a guest may read", async () => {
    const admin = (await rowAt(testing, ...handbook)).context;
    await signIn(person, platform.address, platform.tokenOf(userId('grace')));
    const guest = (await rowAt(testing, ...handbook)).context;

    assert.match(admin, /^space;browser;live;propose;view;.*\badmin\b.*\bedit\b.*\bmerge\b/);
    assert.equal(guest, 'space;browser;live;view;access');
    const labels = await labelsBelow(testing, await rowAt(testing, 'Northwind Robotics'));
    assert.ok(!labels.includes('🧭 Start Here'));
  });

  test('tells menus which rows are pages with text, and which have an address in the browser', async () => {
    const context = async (...labels: string[]) => (await rowAt(testing, ...labels)).context;

    assert.equal(await context(...handbook, 'Why does my Heron stop?'), 'page;browser;document;propose');
    assert.match(await context(...handbook, 'Get started'), /^page(;browser)?;propose$/);
    assert.equal(
      await context(...handbook, 'Files'),
      'files;view;access;admin;viewInviteLinks;edit;triggerGitSync;comment;merge;review',
    );
    assert.match(await context('Northwind Robotics'), /^organization;browser;view;admin/);
  });

  test('has no browser menus if there is no address', async () => {
    await executeCommand('docsPlatform.openSample');

    const contexts = (await everyRow(testing)).map(({ context }) => context);

    assert.deepEqual(
      contexts.filter((context) => context.includes('browser')),
      [],
    );
  });

  test('opens a link in the browser, but only one that a browser may open', async () => {
    platform.edit(spaceId('start-here'), [
      { operation: 'insert_page', title: 'A good link', type: 'link', href: 'https://example.com/a?b=c#d' },
      { operation: 'insert_page', title: 'A command', type: 'link', href: 'command:workbench.action.quit' },
      { operation: 'insert_page', title: 'A script', type: 'link', href: 'javascript:alert(1)' },
      { operation: 'insert_page', title: 'A file', type: 'link', href: 'file:///etc/passwd' },
    ]);
    await executeCommand('docsPlatform.library.refresh');

    for (const title of ['A good link', 'A command', 'A script', 'A file']) {
      const { item } = await rowAt(testing, ...startHere, title);
      assert.equal(item.command?.command, 'docsPlatform.library.openLink');
      await executeCommand(item.command.command, ...((item.command.arguments ?? []) as unknown[]));
    }

    assert.deepEqual(person.visited, ['https://example.com/a?b=c#d']);
    assert.equal(person.messages.length, 3);
    assert.match(person.messages[0] ?? '', /^“A command” links to something that can't be opened here/);
  });

  test('opens and copies the URL of a row', async () => {
    const { row } = await rowAt(testing, ...handbook);
    const address = `https://docs.northwind.example/o/${organizationId('northwind')}/s/${spaceId('operator-handbook')}`;

    await executeCommand('docsPlatform.library.openInBrowser', row);
    await executeCommand('docsPlatform.library.copyLink', row);

    assert.deepEqual(person.visited, [address]);
    assert.equal(await vscode.env.clipboard.readText(), address);
  });

  test('refreshes one space without requesting the others', async () => {
    await everyRow(testing);
    const { row } = await rowAt(testing, ...startHere);
    platform.taken();

    await executeCommand('docsPlatform.library.refreshPlace', row);

    const asked = platform.taken().filter((request) => request.startsWith('GET /v1/spaces/'));
    assert.deepEqual(asked, [`GET /v1/spaces/${spaceId('start-here')}`]);
  });
});

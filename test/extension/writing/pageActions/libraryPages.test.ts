import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../../../src/extension.ts';
import { organizationId, spaceId, userId } from '../../../../src/server/sample/seeding.ts';
import { changeRequestRow } from '../../../host/changeRequestRows.ts';
import { rowAt } from '../../../host/libraryRows.ts';
import { signIn, type Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { signedIn } from '../../activated.ts';
import { until } from '../../../host/until.ts';

const { executeCommand } = vscode.commands;
const space = spaceId('operator-handbook');
const handbook = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'] as const;
const inBrowser = `https://docs.northwind.example/o/${organizationId('northwind')}/s/${space}`;

interface PageJson {
  readonly id: string;
  readonly title: string;
  readonly pages?: PageJson[];
}

describe('Page commands of the Library', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;
  let subject: string;
  let number: number;
  let count = 0;

  signedIn((given) => ({ testing, person, platform, account } = given), { appUrl: 'https://docs.northwind.example' });

  beforeEach(async () => {
    subject = `From the Library ${++count}`;
    ({ number } = await json<{ number: number }>('POST', `/spaces/${space}/change-requests`, { subject }));
    await (await testing.stores(account).changeRequests()).refresh();
    platform.taken();
    person.startOver();
  });

  afterEach(async () => {
    platform.instead = undefined;
    await executeCommand('workbench.action.closeAllEditors');
  });

  async function json<Body>(method: string, path: string, body?: object): Promise<Body> {
    const response = await platform.call(method, path, body);
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
    return (await response.json()) as Body;
  }

  async function titles(of: string): Promise<string[]> {
    const flat = (page: PageJson): string[] => [page.title, ...(page.pages ?? []).flatMap(flat)];
    return (await json<{ pages: PageJson[] }>('GET', `/spaces/${space}/${of}/pages`)).pages.flatMap(flat);
  }
  const titlesIn = (change = number) => titles(`change-requests/${change}/content`);
  const published = () => titles('content');

  const page = (...labels: string[]) => rowAt(testing, ...handbook, ...labels);
  const run = (command: string, ...given: unknown[]) => executeCommand(`docsPlatform.editing.${command}`, ...given);

  async function assertRevealed(wanted: string): Promise<void> {
    await until(`the row of the change request (${person.messages.join()})`, () => {
      const [selected] = testing.changeRequests?.view.selection ?? [];
      return selected?.kind === 'changeRequest' && selected.changeRequest.subject === wanted;
    });
  }

  test('a page is renamed in a change request that the user picks, which is then shown', async () => {
    const before = await published();
    person.picks(subject);
    person.types('Very first mission', '');

    await run('renamePage', (await page('Get started', 'First mission')).row);

    assert.ok((await titlesIn()).includes('Very first mission'), person.messages.join());
    assert.deepEqual(await published(), before);
    await assertRevealed(subject);
  });

  test('a page is renamed in a change request created for it', async () => {
    person.picks('Create Change Request…');
    person.types(`Made for it ${count}`, 'Very first mission', '');

    await run('renamePage', (await page('Get started', 'First mission')).row);

    await assertRevealed(`Made for it ${count}`);
    const [selected] = testing.changeRequests?.view.selection ?? [];
    assert.ok(selected?.kind === 'changeRequest');
    assert.ok((await titlesIn(selected.changeRequest.number)).includes('Very first mission'));
  });

  test('no change request is left behind if a question after its subject is dismissed', async () => {
    const count = async () =>
      (await json<{ items: unknown[] }>('GET', `/spaces/${space}/change-requests?status=draft&limit=100`)).items.length;
    const before = await count();
    for (const command of ['newPage', 'renamePage', 'deletePage']) {
      person.picks('Create Change Request…');
      person.types('Never made');

      await run(command, (await page('Get started', 'First mission')).row);
    }

    assert.deepEqual(person.messages, []);
    assert.equal(await count(), before);
  });

  test('a page is deleted in a change request created for it', async () => {
    const subject = `Made to delete ${count}`;
    person.picks('Create Change Request…');
    person.types(subject);
    person.presses('Delete');

    await run('deletePage', (await page('Get started', 'First mission')).row);

    assert.match(person.choices[0]?.message ?? '', new RegExp(`Delete “First mission” in “${subject}”`));
    await assertRevealed(subject);
    const [selected] = testing.changeRequests?.view.selection ?? [];
    assert.ok(selected?.kind === 'changeRequest');
    assert.ok(!(await titlesIn(selected.changeRequest.number)).includes('First mission'));
  });

  test("a page is added below the row's page, and opened", async () => {
    person.picks(subject, 'Under “First mission”');
    person.types('Second mission');

    await run('newPage', (await page('Get started', 'First mission')).row);

    const all = await titlesIn();
    assert.equal(all[all.indexOf('First mission') + 1], 'Second mission');
    const { uri } = vscode.window.activeTextEditor?.document ?? assert.fail('No editor');
    assert.equal(uri.scheme, 'docs-platform-edit');
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /^# Second mission/);
  });

  test("a page is added to the row's space", async () => {
    person.picks(subject, 'At the top');
    person.types('Last page');

    await run('newPage', (await rowAt(testing, ...handbook)).row);

    assert.equal((await titlesIn()).at(-1), 'Last page');
  });

  test('a page is deleted after a question that names the change request, and Undo restores it', async () => {
    const before = await titlesIn();
    person.picks(subject);
    person.presses('Delete', 'Undo');

    await run('deletePage', (await page('Get started', 'First mission')).row);

    assert.match(person.choices[0]?.message ?? '', new RegExp(`Delete “First mission” in #${number}`));
    assert.match(person.choices[1]?.message ?? '', /Deleted “First mission” in #/);
    await assertRevealed(subject);
    await until('the page', async () => (await titlesIn()).join() === before.join());
  });

  test('asks nothing more if no change request is chosen', async () => {
    for (const command of ['newPage', 'renamePage', 'deletePage']) {
      await run(command, (await page('Get started', 'First mission')).row);
    }

    assert.equal(person.offered.length, 3);
    assert.deepEqual([person.questions, person.choices, person.messages], [[], [], []]);
  });

  test('a command without an argument applies to the open published page', async () => {
    const { item } = await page('Get started', 'First mission');
    await vscode.window.showTextDocument(item.command?.arguments?.[0] as vscode.Uri);
    person.picks(subject);
    person.types('Very first mission', '');

    await run('renamePage');

    assert.ok((await titlesIn()).includes('Very first mission'), person.messages.join());
  });

  test('pages can be changed only by users who may edit their space', async () => {
    const { context } = await page('Get started', 'First mission');
    assert.match(context, /^page;.*;propose\b/);
    const reader = await signIn(person, platform.address, platform.tokenOf(userId('grace')));
    try {
      const given = await page('Get started', 'First mission');
      assert.doesNotMatch(given.context, /propose/);

      await run('renamePage', given.row);

      assert.match(person.messages.at(-1) ?? '', /have permission to edit “Heron Operator Handbook”/);
      assert.deepEqual(person.offered, []);
    } finally {
      await testing.accounts.remove(reader.key);
      await testing.accounts.activate(account.key);
    }
  });

  test('the lock of a locked space is explained before anything is asked', async () => {
    const mission = await page('Get started', 'First mission');
    await json('PATCH', `/spaces/${space}`, { editMode: 'locked' });
    try {
      await executeCommand('docsPlatform.library.refresh');

      await run('renamePage', mission.row);

      assert.match(person.choices[0]?.message ?? '', /locked/);
      assert.deepEqual([person.offered, person.questions], [[], []]);
    } finally {
      await json('PATCH', `/spaces/${space}`, { editMode: 'live' });
      await executeCommand('docsPlatform.library.refresh');
    }
  });

  describe('is its link', () => {
    const copy = (...given: unknown[]) => executeCommand('docsPlatform.page.copyLink', ...given);
    const copyMarkdown = (...given: unknown[]) => executeCommand('docsPlatform.page.copyMarkdownLink', ...given);
    const copied = () => vscode.env.clipboard.readText();

    test('which opens in the browser', async () => {
      await copy((await page('Get started', 'First mission')).row);

      assert.equal(await copied(), `${inBrowser}/get-started/first-mission`);
    });

    test('as Markdown, with its title', async () => {
      await json('POST', `/spaces/${space}/change-requests/${number}/content`, {
        changes: [{ operation: 'insert_page', title: 'Error [E100]', document: { markdown: 'Text.' } }],
      });
      await (await testing.stores(account).contents()).refresh(space, number);

      await copyMarkdown((await changeRequestRow(testing, 'Drafts', subject, 'All Pages', 'Error [E100]')).row);

      assert.equal(await copied(), `[Error \\[E100\\]](${inBrowser}/error-e100)`);
    });

    test('for each selected row of a change request, on a line of its own', async () => {
      const below = (title: string) => changeRequestRow(testing, 'Drafts', subject, 'All Pages', 'Get started', title);
      const rows = [(await below('First mission')).row, (await below('Map the floor')).row];

      await copy(rows[0], rows);

      assert.equal((await copied()).split('\n').length, 2);
      assert.match(await copied(), /\/get-started\/first-mission\n/);
    });

    test('unless the server reports none, which is said', async () => {
      await vscode.env.clipboard.writeText('as before');
      platform.edit(space, [
        { operation: 'insert_page', title: 'Elsewhere', type: 'link', href: 'https://example.com/' },
      ]);
      await executeCommand('docsPlatform.library.refresh');
      const { row } = await page('Elsewhere');

      await copy(row);
      await copyMarkdown(row);

      const sentence = "“Elsewhere” has no link: the server doesn't provide one.";
      assert.deepEqual(person.messages, [sentence, sentence]);
      assert.equal(await copied(), 'as before');
    });
  });
});

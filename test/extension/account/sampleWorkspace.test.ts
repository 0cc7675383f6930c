import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension.ts';
import type { Row } from '../../../src/extension/sites/rows.ts';
import { guideSpaceId } from '../../../src/model/library/guideSpace.ts';
import { spaceId } from '../../../src/server/sample/seeding.ts';
import { forgetAllAccounts } from '../../host/extensionUnderTest.ts';
import { signIn, type Person } from '../../host/person.ts';
import { servePlatform } from '../../host/servedPlatform.ts';
import { activated, keepSampleWorkspace } from '../activated.ts';

const { executeCommand } = vscode.commands;

describe('The sample workspace', () => {
  let testing: Testing;
  let person: Person;

  activated(
    (given) => {
      ({ testing, person } = given);
      keepSampleWorkspace(testing);
    },
    { hasSample: true },
  );

  afterEach(async () => {
    await executeCommand('workbench.action.closeAllEditors');
    await forgetAllAccounts(testing);
    person.startOver();
  });

  test('is open once however often it is opened', async () => {
    await executeCommand('docsPlatform.openSample');
    await executeCommand('docsPlatform.openSample');

    assert.deepEqual(
      testing.accounts.all().map(({ key }) => key),
      ['sample'],
    );
  });

  test('has share links that open their sites', async () => {
    await executeCommand('docsPlatform.openSample');
    const { sites } = testing;
    const labelOf = async (row: Row) => {
      const { label } = await sites.getTreeItem(row);
      return typeof label === 'string' ? label : label?.label;
    };
    let row: Row | undefined;
    for (const wanted of ['Northwind Robotics', 'Service Partners', 'Share Links', 'Service partners']) {
      const rows = (await sites.getChildren(row)) ?? [];
      const labels = await Promise.all(rows.map(labelOf));
      row = rows[labels.indexOf(wanted)];
      assert.ok(row, `There is no ${wanted} in: ${labels.join(', ')}`);
    }
    await executeCommand('docsPlatform.sites.copyShareLink', row);
    const link = await vscode.env.clipboard.readText();
    person.types(link.replace('shareKey=', 'nothing='), `[the site](${link}).`);

    await executeCommand('docsPlatform.openFromUrl');

    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /^# Service Partners\n/);
    assert.deepEqual(person.refusals, ["No space has this URL, or you don't have access to it. Check the URL."]);
    assert.doesNotMatch(vscode.window.activeTextEditor?.document.uri.toString() ?? '', /shareKey/);
  });

  test('opens a change request by a URL with the id of its space', async () => {
    await executeCommand('docsPlatform.openSample');
    const account = testing.accounts.active!;
    const [at] = (await (await testing.stores(account).changeRequests()).having(['open'])) ?? [];
    assert.ok(at);
    person.types(`https://docs.example/s/${at.space.id}/~/changes/${at.changeRequest.number}/`);

    await executeCommand('docsPlatform.openFromUrl');

    const [row] = testing.changeRequests?.view.selection ?? [];
    assert.equal(row?.kind === 'changeRequest' && row.changeRequest.id, at.changeRequest.id);
  });

  const readers = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .flatMap(({ input }) => (input instanceof vscode.TabInputCustom ? [`${input.viewType} ${input.uri.path}`] : []));

  test('opens the guide in the reader, and stays in another account', async () => {
    const platform = await servePlatform();
    try {
      const mara = await signIn(person, platform.address, platform.token);
      person.startOver();

      await executeCommand('docsPlatform.openGuide');

      assert.deepEqual(person.choices, []);
      assert.equal(testing.accounts.active?.key, mara.key);
      assert.match(readers().join(), /^docsPlatform\.reader .*docs-platform-guide\.md$/);
    } finally {
      await platform.close();
    }
  });

  test('offers a reset if it has no guide', async () => {
    await executeCommand('docsPlatform.openSample');
    const sample = testing.accounts.active;
    assert.ok(sample);
    const api = await testing.stores(sample).libraryActions();
    const space = await (await testing.stores(sample).library()).space(guideSpaceId);
    await api.deleteSpace(space);
    person.presses('Reset Sample Workspace…', 'Reset');

    await executeCommand('docsPlatform.openGuide');

    assert.match(person.choices[0]?.message ?? '', /doesn't have the guide/);
    assert.match(readers().join(), /^docsPlatform\.reader .*docs-platform-guide\.md$/);
  });

  test('is closed by signing out, without a question', async () => {
    await executeCommand('docsPlatform.openSample');

    await executeCommand('docsPlatform.signOut');

    assert.deepEqual(testing.accounts.all(), []);
    assert.deepEqual(person.choices, []);
  });

  /** Simulates another window that has it open. */
  function inOtherWindow<Result>(action: (database: DatabaseSync) => Result): Result {
    const database = new DatabaseSync(path.join(testing.context.globalStorageUri.fsPath, 'sample', 'platform.sqlite'));
    try {
      return action(database);
    } finally {
      database.close();
    }
  }
  const rename = () => inOtherWindow((database) => database.exec(`UPDATE organizations SET title = 'Renamed'`));
  const titles = () =>
    inOtherWindow((database) =>
      database
        .prepare('SELECT title FROM organizations')
        .all()
        .map(({ title }) => title),
    );

  test('is reset only after a confirmation', async () => {
    await executeCommand('docsPlatform.openSample');
    rename();

    await executeCommand('docsPlatform.resetSample');

    assert.equal(person.choices[0]?.modal, true);
    assert.match(person.choices[0]?.detail ?? '', /lost/);
    assert.deepEqual(titles(), ['Renamed', 'Renamed']);
  });

  test('is restored by a reset, and can be read at once', async () => {
    await executeCommand('docsPlatform.openSample');
    rename();
    person.presses('Reset');

    await executeCommand('docsPlatform.resetSample');

    assert.ok(!titles().includes('Renamed'));
    assert.deepEqual(person.messages, ['The sample workspace was reset.']);
    assert.equal((await testing.tree?.provider.getChildren())?.length, 2);
  });

  test('loses its unsent changes in a reset, which says so first', async () => {
    await executeCommand('docsPlatform.openSample');
    const space = spaceId('operator-handbook');
    const target = { space, number: 1, page: 'somewhere' };
    const place = { space };
    const stores = async () => {
      const sample = testing.accounts.active!;
      return [await testing.stores(sample).edits(), await testing.stores(sample).comments()] as const;
    };
    const [edits, threads] = await stores();
    await edits.drafts.keep(target, 'Mine.', 'Theirs.');
    await threads.drafts.keep({ kind: 'thread', place }, 'A comment.');

    await executeCommand('docsPlatform.resetSample');

    assert.match(person.choices[0]?.detail ?? '', /You also lose your unsent changes: 1 page, 1 comment\./);
    assert.equal((await edits.drafts.get(target))?.text, 'Mine.');
    person.presses('Reset');
    await executeCommand('docsPlatform.resetSample');
    const [laterEdits, laterThreads] = await stores();
    assert.equal(await laterEdits.drafts.get(target), undefined);
    assert.deepEqual(await laterThreads.drafts.load(), []);
    await executeCommand('docsPlatform.resetSample');
    assert.doesNotMatch(person.choices.at(-1)?.detail ?? '', /unsent changes/);
  });

  test('is shown again after a reset', async () => {
    await executeCommand('docsPlatform.openSample');
    await testing.tree?.provider.getChildren();
    await testing.changeRequests?.provider.getChildren();
    const reported = new Set<string>();
    const following = vscode.Disposable.from(
      testing.tree?.provider.onDidChangeTreeData?.(() => reported.add('Library')) ??
        new vscode.Disposable(() => undefined),
      testing.changeRequests?.provider.onDidChangeTreeData?.(() => reported.add('Change Requests')) ??
        new vscode.Disposable(() => undefined),
    );
    person.presses('Reset');

    await executeCommand('docsPlatform.resetSample');

    assert.deepEqual([...reported].sort(), ['Change Requests', 'Library']);
    following.dispose();
  });
});

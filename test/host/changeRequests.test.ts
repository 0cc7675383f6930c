import assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { changeRequestLabels, changeRequestRow } from './changeRequestRows.ts';
import { extensionUnderTest, forgetAllAccounts } from './extensionUnderTest.ts';
import { signIn, sitDown, type Person } from './person.ts';
import { openQuickPick } from './quickPick.ts';
import { servePlatform, type ServedPlatform } from './servedPlatform.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;

const callButtons = 'Add a page about call buttons';
const docking = 'Explain what docking at 0.3 m/s looks like';

suite('Change requests', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  setup(async () => {
    testing = await extensionUnderTest();
    person = sitDown(testing);
    platform = await servePlatform({ appUrl: 'https://app.docs.example' });
    account = await signIn(person, platform.address, platform.token);
    person.startOver();
  });

  teardown(async () => {
    await forgetAllAccounts(testing);
    person.leave();
    await platform.close();
  });

  /** The platform's record of a change request of the sample workspace. */
  async function onPlatform(space: string, subject: string): Promise<Record<string, unknown> & { id: string }> {
    for (const status of ['open', 'draft', 'merged', 'archived']) {
      const response = await platform.call('GET', `/spaces/${spaceId(space)}/change-requests?status=${status}`);
      const { items } = (await response.json()) as { items: (Record<string, unknown> & { id: string })[] };
      const found = items.find((item) => item['subject'] === subject);
      if (found) return found;
    }
    assert.fail(`The platform has no ${subject}.`);
  }

  const row = async (group: string, subject: string) => (await changeRequestRow(testing, group, subject)).row;

  test('are grouped, with those that need attention first, and counted by the badge', async () => {
    assert.deepEqual(await changeRequestLabels(testing), ['Needs Attention', 'Open', 'Drafts', 'Merged', 'Archived']);
    const { item, marks } = await changeRequestRow(testing, 'Needs Attention', docking);

    assert.match(marks, /^needs your review · Ada Park · \d+[mhdwy] · Heron Operator Handbook$/);
    assert.match(
      item.accessibilityInformation?.label ?? '',
      /^#\d+ Explain what docking.*, Heron Operator Handbook · open · outdated · \d comments · needs your review · Ada Park · /,
    );
    await until('the badge', () => testing.changeRequests?.view.badge?.value === 5);
  });

  test('are found by a part of the subject', async () => {
    const picker = await openQuickPick('docsPlatform.changeRequests.goTo');
    picker.type('call buttons');
    await picker.baseOf(/call buttons/);

    await picker.accept();

    await until('the row', () => selected()?.includes(callButtons));
  });

  function selected(): string | undefined {
    const chosen = testing.changeRequests?.view.selection[0];
    return chosen?.kind === 'changeRequest' ? chosen.changeRequest.subject : undefined;
  }

  test('are created for the space of the open page', async () => {
    const uri = vscode.Uri.parse(
      `docs-platform://${account.key}/${spaceId('operator-handbook')}/why-does-my-heron-stop.md`,
    );
    await vscode.window.showTextDocument(uri);
    person.types('Explain the beep');

    await executeCommand('docsPlatform.changeRequests.create', uri);

    assert.equal((await onPlatform('operator-handbook', 'Explain the beep'))['status'], 'draft');
  });

  test('can be acted on from the diff of a page', async () => {
    const { number } = (await onPlatform('operator-handbook', callButtons)) as unknown as { number: number };
    const path = `/${spaceId('operator-handbook')}.change-request-${number}/daily-work/missions.md`;
    const side = (authority: string) => vscode.Uri.from({ scheme: 'docs-platform', authority, path });
    await executeCommand('vscode.diff', side(`${account.key}~before`), side(account.key));
    person.presses('Merge');

    await executeCommand('docsPlatform.changeRequest.merge');

    assert.equal((await onPlatform('operator-handbook', callButtons))['status'], 'merged', person.messages.join());
  });

  test('can be acted on from the diff of all their pages', async () => {
    const { id } = await onPlatform('operator-handbook', callButtons);
    await executeCommand('docsPlatform.changes.open', await row('Open', callButtons));
    await until('the diff', () =>
      vscode.window.activeTextEditor?.document.uri.path.startsWith('/Heron Operator Handbook #'),
    );
    person.types('About call buttons');

    await executeCommand('docsPlatform.changeRequest.rename');

    const renamed = await onPlatform('operator-handbook', 'About call buttons');
    assert.equal(renamed.id, id);
  });
});

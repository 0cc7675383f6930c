import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { organizationId, spaceId, userId } from '../../src/server/sample/seeding.ts';
import { everyRow, labelsBelow, rowAt, rowsBelow } from '../host/libraryRows.ts';
import { signIn, type Person } from '../host/person.ts';
import type { ServedPlatform } from '../host/servedPlatform.ts';
import { shownRows } from '../host/shownRows.ts';
import { signedIn } from './activated.ts';

describe('A server with only the documented endpoints', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  signedIn((given) => ({ testing, person, platform, account } = given), { specOnly: true });

  beforeAll(() => person.startOver());

  test("doesn't report the current user, so the account is named after the server", () => {
    assert.equal(account.userId, undefined);
    assert.equal(account.label, new URL(platform.address).host);
  });

  test('still reports a wrong token', async () => {
    person.types(platform.address, 'dp_wrong');

    await vscode.commands.executeCommand('docsPlatform.signIn');

    assert.equal(person.refusals.length, 1);
    assert.deepEqual(testing.accounts.all(), [account]);
  });

  test('has the spaces of its collections, and says that there may be others', async () => {
    const rows = await rowsBelow(testing, await rowAt(testing, 'Northwind Robotics'));
    const labels = rows.map(({ label }) => label);

    assert.deepEqual(labels.slice(0, 3), ['Products', 'Developers', 'Engineering'], rows[0]?.marks);
    assert.match(labels.at(-1) ?? '', /^This server doesn't list spaces outside of collections/);
    const all = (await everyRow(testing)).map(({ label }) => label);
    assert.ok(all.includes('📘 Heron Operator Handbook') && all.includes('⛵ Skiff'), all.join('\n'));
  });

  test('still opens its pages', async () => {
    const uri = vscode.Uri.parse(
      `docs-platform://${account.key}/${spaceId('operator-handbook')}/why-does-my-heron-stop.md`,
    );

    const document = await vscode.workspace.openTextDocument(uri);

    assert.match(document.getText(), /^# Why does my Heron stop\?\n/);
  });

  test('shows a space outside of collections once it was opened', async () => {
    const library = await testing.stores(account).library();
    const place = await library.placeOf(spaceId('start-here'));
    assert.ok(place);

    const labels = await labelsBelow(testing, await rowAt(testing, 'Northwind Robotics'));

    assert.ok(labels.includes('🧭 Start Here'), labels.join());
  });

  test("isn't asked again for what it lacks", async () => {
    platform.taken();
    await vscode.commands.executeCommand('docsPlatform.library.refresh');
    await vscode.commands.executeCommand('docsPlatform.library.refresh');

    const vain = platform.taken().filter((request) => /^GET \/v1\/orgs\/[^/]+\/spaces$/.test(request));
    assert.deepEqual(vain, []);
    assert.deepEqual(person.messages, []);
  });

  test('asks once before an owner becomes a member of a team, because the owner may be the user', async () => {
    const organization = organizationId('northwind');
    const created = await platform.call('PUT', `/orgs/${organization}/teams`, { title: 'Night Watch' });
    const { id } = (await created.json()) as { id: string };
    const roleOf = async () => {
      const people = await platform.call('GET', `/orgs/${organization}/teams/${id}/members`);
      const { items } = (await people.json()) as { items: { team: { role: string } }[] };
      return items.map(({ team }) => team.role);
    };
    await platform.call('PUT', `/orgs/${organization}/teams/${id}/members/${userId('mara')}`, { role: 'owner' });
    const { row } = await shownRows(testing.organization).at(
      'Northwind Robotics',
      'Teams',
      'Night Watch',
      'Mara Lindqvist',
    );
    person.picks('Member');

    await vscode.commands.executeCommand('docsPlatform.organization.changeTeamRole', row);

    assert.deepEqual([person.choices.length, await roleOf()], [1, ['owner']]);
    person.startOver();
    person.picks('Member');
    person.presses('Change to Member');
    await vscode.commands.executeCommand('docsPlatform.organization.changeTeamRole', row);
    assert.deepEqual([person.choices.length, await roleOf()], [1, ['member']]);
  });

  test('accepts another token for the same account when it is replaced, and creates another account on a new sign-in', async () => {
    person.types(platform.tokenOf(userId('jin')));
    await vscode.commands.executeCommand('docsPlatform.replaceToken');
    assert.deepEqual(testing.accounts.all(), [account]);
    assert.equal(await testing.accounts.token(account.key), platform.tokenOf(userId('jin')));

    const second = await signIn(person, platform.address, platform.token);

    assert.deepEqual(testing.accounts.all(), [account, second]);
    assert.equal(second.label, `${account.label} (2)`);
  });
});

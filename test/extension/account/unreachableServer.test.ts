import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../src/extension/ground/services/accounts.ts';
import { createReachability } from '../../../src/extension/ground/services/reachability.ts';
import type { Testing } from '../../../src/extension.ts';
import { spaceId } from '../../../src/server/sample/seeding.ts';
import { changeRequestLabels } from '../../host/changeRequestRows.ts';
import { rowAt } from '../../host/libraryRows.ts';
import type { Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { until } from '../../host/until.ts';
import { signedInForEach } from '../activated.ts';

const { executeCommand } = vscode.commands;
const northwind = 'Northwind Robotics';
const unreachable = "Can't reach the server. Showing content from a moment ago.";

describe('An unreachable server', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  signedInForEach((given) => ({ testing, person, platform, account } = given));

  const messages = () =>
    [testing.tree?.view, testing.changeRequests?.view, testing.inbox?.view].map((view) => view?.message);
  const retry = () => executeCommand('docsPlatform.retryConnection');
  const page = () => vscode.Uri.parse(`docs-platform://${account.key}/${spaceId('operator-handbook')}`);

  test('is shown by all views, whichever of them noticed it, and by none after any answer', async () => {
    await rowAt(testing, northwind);
    await changeRequestLabels(testing, 'Open');
    const before = messages();
    await platform.goAway();

    await executeCommand('docsPlatform.changeRequests.refresh');
    assert.deepEqual(messages(), [unreachable, unreachable, unreachable]);
    await platform.comeBack();
    await testing.sites.getChildren((await testing.sites.getChildren())?.[0]);

    await until('the end of it', () => messages().every((message) => message !== unreachable));
    await until('fresh change requests', () => testing.changeRequests?.view.message === undefined);
    assert.deepEqual(messages().slice(0, 2), before.slice(0, 2));
  });

  test('gets one request from a retry, which says why it fails', async () => {
    await rowAt(testing, northwind);
    await platform.goAway();
    await executeCommand('docsPlatform.library.refresh');
    assert.deepEqual(person.messages, []);

    await retry();

    await until('the message', () => person.messages.length > 0);
    assert.equal(person.messages.length, 1);
    assert.match(person.messages[0] ?? '', /refused the connection/);
  });

  test('is shown at once if it is only busy, and gets one request from a retry', async () => {
    await rowAt(testing, northwind);
    await until('the daily visit', () => platform.signsOfLife() > 0);
    const isShown = () => testing.tree?.view.message === unreachable;
    platform.instead = () => new Response('{}', { status: 503, headers: { 'retry-after': '2' } });
    let hasWaited = false;
    const refreshed = executeCommand('docsPlatform.library.refresh').then(() => (hasWaited = true));
    await until('the line above the view', isShown);
    assert.equal(hasWaited, false);
    platform.taken();

    await retry();

    assert.deepEqual(
      platform.taken().filter((request) => request.endsWith('/user')),
      ['GET /v1/user'],
    );
    await until('the message', () => person.messages.length > 0);
    assert.match(person.messages[0] ?? '', /Try again in [12] seconds?/);
    platform.instead = undefined;
    await refreshed;
    await until('the end of it', () => !isShown());
  });

  test('leaves no failed row behind in any view after it is back', async () => {
    const { row: space } = await rowAt(testing, northwind, '🧭 Start Here');
    const sites = testing.sites;
    const [organization] = (await sites.getChildren()) ?? [];
    const people = testing.organization;
    const [members] = (await people.getChildren((await people.getChildren())?.[0])) ?? [];
    const hasFailed = (rows: readonly object[] | null | undefined) =>
      (rows ?? []).some((row) => 'failed' in row && row.failed);
    await platform.goAway();
    assert.ok(hasFailed(await testing.tree?.provider.getChildren(space)));
    assert.ok(hasFailed(await sites.getChildren(organization)));
    assert.ok(hasFailed(await people.getChildren(members)));
    const reported: unknown[] = [];
    const following = [testing.tree?.provider, sites, people].map((view) =>
      view?.onDidChangeTreeData?.((row) => reported.push(row)),
    );
    await platform.comeBack();

    await retry();

    const rows = [space, organization, members];
    await until('the rows to be asked for again', () => rows.every((row) => reported.includes(row)));
    for (const each of following) each?.dispose();
    assert.ok(!hasFailed(await testing.tree?.provider.getChildren(space)));
    assert.ok(!hasFailed(await sites.getChildren(organization)));
    assert.ok(!hasFailed(await people.getChildren(members)));
    assert.deepEqual(person.messages, []);
  });

  test("is explained in the editor of a page whose space wasn't read before, too", async () => {
    const uri = vscode.Uri.joinPath(page(), 'why-does-my-heron-stop.md');
    await platform.goAway();

    const { document } = await vscode.window.showTextDocument(uri);

    assert.match(document.getText(), /^Can't reach the server, /);
    await platform.comeBack();
    await retry();
    await until('the page', () => document.getText().startsWith('#'));
    assert.deepEqual(person.messages, []);
  });

  test('is retried automatically until it answers', async () => {
    await rowAt(testing, northwind);
    const reachability = createReachability(testing.accounts, (given) => testing.servers.retry(given), 20);
    const following = testing.reachability.onDidRecover(() => {
      reachability.found(account);
      reachability.recovered(account);
    });
    await platform.goAway();
    await executeCommand('docsPlatform.library.refresh');
    reachability.lost(account, Date.now());

    await platform.comeBack();

    await until('the view to heal', () => testing.tree?.view.message === undefined);
    following.dispose();
    reachability.dispose();
  });
});

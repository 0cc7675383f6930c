import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { LedgerEntry } from '../../../src/client/ledger.ts';
import type { Testing } from '../../../src/extension.ts';
import { recentRequestsText, requestTable } from '../../../src/extension/account/recentRequests.ts';
import type { Account } from '../../../src/extension/ground/services/accounts.ts';
import { spaceId } from '../../../src/server/sample/seeding.ts';
import { everyRow } from '../../host/libraryRows.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { until } from '../../host/until.ts';
import { signedIn } from '../activated.ts';

const entry: LedgerEntry = { at: 0, endpoint: 'GET /v1/user', outcome: 'ok', took: 1, repeats: 0, way: 'direct' };

test('the document says so if there were no requests', async () => {
  assert.equal(await recentRequestsText({ recentRequests: async () => [] }), 'This window has sent no requests yet.\n');
});

test('the document explains the table above it', async () => {
  assert.match(
    await recentRequestsText({ recentRequests: async () => [entry, { ...entry, endpoint: 'GET file' }] }),
    /^The latest requests of this window, the newest first\.[^]*“direct” is without it[^]*GET file[^]*GET \/v1\/user/,
  );
});

test('the table is in the order in which requests began, and names what went wrong', () => {
  const slow: LedgerEntry = { ...entry, at: 1000, outcome: 'unavailable', reason: 'proxySignIn', took: 30_000 };
  const failed: LedgerEntry = { ...entry, at: 2000, outcome: 'unavailable', reason: 'serverBusy', status: 503 };

  const rows = requestTable([failed, slow]).split('\n').slice(2, 4);

  assert.match(rows[0] ?? '', /00:00:02 .* \| 503 serverBusy /);
  assert.match(rows[1] ?? '', /00:00:01 .* \| proxySignIn /);
  assert.ok(
    rows.every((row) => row.endsWith(' | `GET /v1/user` |')),
    rows.join('\n'),
  );
});

describe('Recent requests', () => {
  let testing: Testing;
  let platform: ServedPlatform;
  let account: Account;

  signedIn((given) => ({ testing, platform, account } = given));

  test('are shown, and copied with the diagnostics, without ids, addresses, names or the token', async () => {
    await everyRow(testing);

    await vscode.commands.executeCommand('docsPlatform.showRecentRequests');

    const shown = vscode.window.activeTextEditor?.document;
    assert.equal(shown?.isDirty, false);
    await vscode.commands.executeCommand('docsPlatform.copyDiagnostics');
    const copied = await vscode.env.clipboard.readText();
    for (const text of [shown?.getText() ?? '', copied]) {
      assert.match(text, /\| 200 +\| \d+ +\| \d+ +\| direct +\| +\| `GET \/v1\/orgs\/\{organizationId\}\/spaces` \|/);
      for (const secret of [
        platform.token,
        new URL(platform.address).port,
        spaceId('operator-handbook'),
        account.label,
      ])
        assert.ok(!text.includes(secret), secret);
      assert.doesNotMatch(text, /heron|northwind/i);
    }
  });

  test('are up to date when they are shown a second time', async () => {
    await vscode.commands.executeCommand('docsPlatform.showRecentRequests');
    const before = vscode.window.activeTextEditor?.document.getText() ?? '';
    await vscode.commands.executeCommand('docsPlatform.refresh');
    await everyRow(testing);

    await vscode.commands.executeCommand('docsPlatform.showRecentRequests');

    await until('newer requests', () => vscode.window.activeTextEditor?.document.getText() !== before);
  });
});

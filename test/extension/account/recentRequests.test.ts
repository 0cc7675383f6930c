import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { LedgerEntry } from '../../../src/client/ledger.ts';
import { recentRequestsText, requestTable } from '../../../src/extension/account/recentRequests.ts';

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

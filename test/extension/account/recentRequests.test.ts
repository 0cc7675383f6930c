import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { LedgerEntry } from '../../../src/client/ledger.ts';
import { recentRequestsText } from '../../../src/extension/account/recentRequests.ts';

const entry: LedgerEntry = { at: 0, endpoint: 'GET /v1/user', outcome: 'ok', took: 1, repeats: 0, way: 'direct' };

test('the document says so if there were no requests', async () => {
  assert.equal(await recentRequestsText({ recentRequests: async () => [] }), 'This window has sent no requests yet.\n');
});

test('the document explains the table above it', async () => {
  assert.match(
    await recentRequestsText({ recentRequests: async () => [entry, { ...entry, endpoint: 'GET file' }] }),
    /^The latest requests of this window, the newest first\.[^]*“direct” is directly[^]*GET file[^]*GET \/v1\/user/,
  );
});

import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import * as vscode from 'vscode';
import type { LedgerEntry } from '../../../src/client/ledger.ts';
import { showRecentRequests } from '../../../src/extension/account/recentRequests.ts';

let provider: { provideTextDocumentContent(): string };
let shown: string;

beforeEach(() => {
  Object.assign(vscode.workspace, {
    registerTextDocumentContentProvider: (_: string, given: typeof provider) => (provider = given),
    openTextDocument: async () => provider.provideTextDocumentContent(),
  });
  Object.assign(vscode.window, { showTextDocument: async (text: string) => (shown = text) });
});

const entry: LedgerEntry = { at: 0, endpoint: 'GET /v1/user', outcome: 'ok', took: 1, repeats: 0, way: 'direct' };

test('Show Recent Requests says so if there are none', async () => {
  await showRecentRequests({ recentRequests: async () => [] });

  assert.equal(shown, 'This window has sent no requests yet.\n');
});

test('Show Recent Requests explains the table above it', async () => {
  await showRecentRequests({ recentRequests: async () => [entry, { ...entry, endpoint: 'GET file' }] });

  assert.match(
    shown,
    /^The latest requests of this window, the newest first\.[^]*“direct” is directly[^]*GET file[^]*GET \/v1\/user/,
  );
});

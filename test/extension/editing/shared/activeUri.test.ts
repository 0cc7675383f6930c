import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import * as vscode from 'vscode';
import { activeUri } from '../../../../src/extension/editing/shared/sessions.ts';

const page = { scheme: 'docs-platform-edit', authority: 'ada', path: '/space1.change-request-7/welcome.md' };
const other = { scheme: 'docs-platform', authority: 'ada', path: '/space1/welcome.md' };

/** Opens a webview in the active tab. */
function focus(viewType: string): void {
  Object.assign(vscode.window.tabGroups.activeTabGroup, { activeTab: { input: new vscode.TabInputWebview(viewType) } });
}

test('the editable page next to a focused preview is the active one', async () => {
  const visibleTextEditors = [{ document: { uri: other } }, { document: { uri: page } }];
  Object.assign(vscode.window, { visibleTextEditors });

  focus('mainThreadWebview-markdown.preview');
  assert.equal(activeUri(), page);

  focus('mainThreadWebview-docsPlatform.threads');
  expect(activeUri()).toBeUndefined();
});

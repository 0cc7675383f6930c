import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension.ts';
import type { Person } from '../../host/person.ts';
import { until } from '../../host/until.ts';
import { signedInForEach } from '../activated.ts';

const { executeCommand } = vscode.commands;
let testing: Testing;
let person: Person;
signedInForEach((given) => ({ testing, person } = given));

const stored = (): string => {
  const { workspaceState } = testing.context;
  return JSON.stringify(workspaceState.keys().map((key) => [key, workspaceState.get(key)]));
};

async function writeRequest(): Promise<void> {
  person.picks('POST /v1/integrations/{integrationName}');
  await executeCommand('docsPlatform.callEndpoint');
  const editor = await until('the request', () => {
    const open = vscode.window.activeTextEditor;
    return open?.document.uri.scheme === 'docs-platform-request' && open;
  });
  const text = JSON.stringify({ query: { shareKey: 'SHARE-KEY' }, body: { secrets: { key: 'SECRET' }, name: 'NAME' } });
  await editor.edit((edit) => edit.replace(new vscode.Range(0, 0, editor.document.lineCount, 0), text));
  await editor.document.save();
}

test('share keys and secrets of a request are not stored, and the rest is', async () => {
  await writeRequest();

  await until('the stored request', () => stored().includes('NAME'));
  assert.ok(!/SHARE-KEY|SECRET/.test(stored()), stored());
  assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /SHARE-KEY.*SECRET/);
});

test('signing out deletes what was sought and requested', async () => {
  await writeRequest();
  await executeCommand('docsPlatform.findInPages.find', undefined, { text: 'SOUGHT' });
  assert.match(stored(), /NAME/);
  assert.match(stored(), /SOUGHT/);

  person.presses('Sign Out');
  await executeCommand('docsPlatform.signOut');
  await executeCommand('workbench.action.closeAllEditors');

  assert.ok(!/NAME|SOUGHT/.test(stored()), stored());
});

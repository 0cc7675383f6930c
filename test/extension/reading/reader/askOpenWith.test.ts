import assert from 'node:assert/strict';
import { beforeEach, expect, test } from 'vitest';
import * as vscode from 'vscode';
import { askOpenWith } from '../../../../src/extension/reading/reader/askOpenWith.ts';
import type { Uses } from '../../../../src/extension/ground/services/services.ts';
import { fake } from '../../../fakes/vscode/index.ts';

const page = vscode.Uri.parse('docs-platform://a/Handbook/start.md');
const setting = () => vscode.workspace.getConfiguration().get('docsPlatform.pages.openWith');
const ran: unknown[] = [];
let stored: Map<string, unknown>;
let parts: Uses<'edge' | 'globalState'>;

beforeEach(async () => {
  vscode.workspace.registerTextDocumentContentProvider('docs-platform', { provideTextDocumentContent: () => '# A\n' });
  await vscode.window.showTextDocument(page);
  ran.length = 0;
  stored = new Map();
  parts = {
    globalState: {
      get: (key: string) => stored.get(key),
      update: async (key: string, value: unknown) => void stored.set(key, value),
    },
    edge: { explain: (_: string, error: unknown) => assert.fail(String(error)) },
  } as unknown as Uses<'edge' | 'globalState'>;
  for (const id of ['reader.open', 'reader.openPage'])
    vscode.commands.registerCommand(`docsPlatform.${id}`, (given) => ran.push([id, String(given)]));
});

/** Answers the question with this entry, and returns how often it was asked. */
async function asked(label: string | undefined): Promise<number> {
  let times = 0;
  fake.pick = (items) => {
    times++;
    return items.find((item) => item.label === label);
  };
  askOpenWith(parts, page);
  await new Promise((resolve) => setImmediate(resolve));
  return times;
}

test.each([
  ['Reader', 'reader', [['reader.open', page.toString()]]],
  ['Both', 'both', [['reader.openPage', page.toString()]]],
  ['Markdown', 'source', []],
])('the answer %s is stored, and the open page follows it', async (label, chosen, commands) => {
  await asked(label);

  await expect.poll(() => ran).toEqual(commands);
  assert.equal(setting(), chosen);
});

test('nobody is asked twice, not even who closed the question', async () => {
  assert.equal(await asked(undefined), 1);

  assert.equal(await asked('Reader'), 0);
  assert.equal(setting(), 'source');
});

test('nobody is asked who has chosen in the settings', async () => {
  await vscode.workspace.getConfiguration().update('docsPlatform.pages.openWith', 'both');

  assert.equal(await asked('Reader'), 0);
  assert.equal(setting(), 'both');
});

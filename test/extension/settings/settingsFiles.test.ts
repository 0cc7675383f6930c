import assert from 'node:assert/strict';
import { onTestFinished, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { createApi } from '../../../src/client/createApi.ts';
import { checkSettings } from '../../../src/client/settingsCheck.ts';
import { settingsUriOf } from '../../../src/model/settingsAddress.ts';
import { openLocalPlatform } from '../../../src/server/localPlatform.ts';
import { organizationId } from '../../../src/server/sampleSeeding.ts';
import { createSettingsDocuments } from '../../../src/store/settings/settingsDocuments.ts';

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', () => {
  const nothing = () => ({ dispose: () => undefined });
  class TabInputTextDiff {}
  return {
    TabInputTextDiff,
    Disposable: { from: nothing },
    Uri: { from: (parts: object) => parts },
    commands: { executeCommand: async () => undefined },
    l10n: { t: (text: string) => text },
    workspace: { registerTextDocumentContentProvider: nothing, onDidChangeTextDocument: nothing },
    window: {
      setStatusBarMessage: nothing,
      tabGroups: { all: [], onDidChangeTabs: nothing, close: async () => true },
    },
  };
});

const { createSettingsFiles } = await import('../../../src/extension/settings/settingsFiles.ts');

test('who saves twice while the first save is asked about is asked once', async () => {
  const platform = openLocalPlatform({ data: ':memory:', seed: 'sample', sampleFolder: 'media/sample' });
  onTestFinished(() => platform.close());
  const api = createApi({ base: 'http://localhost', platform: platform.handle, token: async () => platform.token });
  const log = { warn: (message: string) => assert.fail(message) };
  const documents = createSettingsDocuments({
    api,
    me: async () => undefined,
    check: checkSettings,
    now: Date.now,
    log,
  });
  const ids = { organizationId: organizationId('northwind') };
  const { text } = await documents.read({ kind: 'organization', ids });
  const changed = text.replace(/"defaultRole": .*/, '"defaultRole": "comment",');
  assert.notEqual(changed, text);
  const parts = settingsUriOf({ account: 'a', kind: 'organization', ids, title: 'Northwind' });
  const uri = { ...parts, toString: () => parts.path };
  const document = { uri, getText: () => changed } as unknown as vscode.TextDocument;
  const answer = Promise.withResolvers<string>();
  let asked = 0;
  const files = createSettingsFiles({
    accounts: { byKey: () => ({ key: 'a' }) },
    platforms: { settings: async () => documents },
    prompts: {
      choose: async () => {
        asked++;
        return answer.promise;
      },
    },
    edge: { note: (_: string, error: unknown) => assert.fail(String(error)) },
  } as unknown as Parameters<typeof createSettingsFiles>[0]);

  const saves = [files.approve(document), files.approve(document)];
  answer.resolve('Apply');

  assert.deepEqual([await Promise.all(saves), asked], [[true, false], 1]);
});

import assert from 'node:assert/strict';
import { beforeEach, test, vi } from 'vitest';

const window = vi.hoisted(() => ({
  documents: [] as { languageId: string }[],
  opened: undefined as ((document: { languageId: string }) => void) | undefined,
  extension: undefined as { activate(): Promise<void> } | undefined,
  asked: [] as string[],
}));

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', () => ({
  extensions: {
    getExtension(id: string) {
      window.asked.push(id);
      return window.extension;
    },
  },
  workspace: {
    get textDocuments() {
      return window.documents;
    },
    onDidOpenTextDocument(listener: typeof window.opened) {
      window.opened = listener;
      return { dispose: () => undefined };
    },
  },
}));

const { withJsonFeatures } = await import('../../../src/extension/settings/jsonFeatures.ts');

let activated = 0;

beforeEach(() => {
  activated = 0;
  const extension = { activate: async () => void activated++ };
  Object.assign(window, { documents: [], opened: undefined, extension, asked: [] });
});

test('the JSON features start with a settings document, and with no other one', () => {
  withJsonFeatures();
  window.opened?.({ languageId: 'markdown' });
  assert.equal(activated, 0);

  window.opened?.({ languageId: 'docs-platform-settings' });

  assert.deepEqual([activated, window.asked], [1, ['vscode.json-language-features']]);
});

test.each(['docs-platform-settings', 'docs-platform-request'])(
  'the JSON features start with a restored %s document',
  (languageId) => {
    window.documents = [{ languageId }];

    withJsonFeatures();

    assert.equal(activated, 1);
  },
);

test('settings open in a VS Code without JSON features, or with broken ones', async () => {
  withJsonFeatures();
  window.extension = undefined;
  window.opened?.({ languageId: 'docs-platform-settings' });
  const activate = vi.fn(() => Promise.reject(new Error('It is disabled')));
  window.extension = { activate };

  window.opened?.({ languageId: 'docs-platform-settings' });
  await Promise.allSettled(activate.mock.results.map(({ value }) => value as Promise<void>));

  assert.equal(activate.mock.calls.length, 1);
});

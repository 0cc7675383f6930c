import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, onTestFinished, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';

// This `vscode` differs from that of other test files (test/fakes/vscode), which share their modules.
const loaded = vi.hoisted(() => {
  vi.resetModules();
  return { runtime: 0, stores: undefined as ((account: { readonly label: string }) => object) | undefined };
});
vi.mock('vscode', async () => (await import('./serverWords/recordingCode.ts')).recordingCode);
vi.mock('../../src/composition/runtime.ts', () => ({
  createRuntime() {
    loaded.runtime += 1;
    const { stores } = loaded;
    if (stores) return { stores, dispose: () => undefined };
    throw new Error('No server is to be asked.');
  },
}));

afterAll(() => void vi.resetModules());

const { activate } = await import('../../src/extension.ts');
const { focusWindow, recordingCode, shown, trees } = await import('./serverWords/recordingCode.ts');

/**
 * Activates the extension as at the start of a window, and lets ten minutes pass. Its views are visible unless the
 * window is hidden.
 */
async function startWindow(
  stored: Record<string, unknown>,
  { isHidden = false, isTested = false } = {},
): Promise<{ readonly ran: readonly string[]; readonly testing: Testing | undefined }> {
  const state = (values: Record<string, unknown>) => ({
    keys: () => Object.keys(values),
    get: (key: string) => values[key],
    update: async (key: string, value: unknown) => void (values[key] = value),
  });
  const context = {
    subscriptions: [] as vscode.Disposable[],
    extension: { packageJSON: JSON.parse(readFileSync('package.json', 'utf8')) as unknown },
    extensionMode: recordingCode.ExtensionMode[isTested ? 'Test' : 'Production'],
    extensionUri: recordingCode.Uri.file(process.cwd()),
    globalStorageUri: recordingCode.Uri.file(tmpdir()),
    globalState: { ...state(stored), setKeysForSync: () => undefined },
    workspaceState: state({}),
    secrets: { get: async () => 'token', onDidChange: () => ({ dispose: () => undefined }) },
  };
  const running = vi.spyOn(recordingCode.commands, 'executeCommand');
  running.mockClear();
  vi.useFakeTimers();
  onTestFinished(() => {
    for (const each of context.subscriptions) each.dispose();
    vi.useRealTimers();
    running.mockRestore();
    focusWindow(true);
    loaded.runtime = 0;
    loaded.stores = undefined;
    shown.length = 0;
  });
  focusWindow(!isHidden);
  const { testing } = activate(context as unknown as vscode.ExtensionContext);
  for (const tree of isHidden ? [] : trees.values()) await tree.getChildren().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(600_000);
  await vi.dynamicImportSettled();
  return { ran: running.mock.calls.map(([id]) => id).filter((id) => id !== 'setContext'), testing };
}

const messages = () => shown.filter(({ where }) => /^(Error|Warning|Information)Message/.test(where));

test('a start without an account only registers', async () => {
  const { ran } = await startWindow({ started: true });

  assert.equal(loaded.runtime, 0);
  assert.deepEqual(ran, []);
  assert.deepEqual(messages(), []);
});

test('a start with an account loads what needs attention, and shows no error if that fails', async () => {
  const sample = { key: 'sample', kind: 'sample', base: 'http://sample.invalid', label: 'Sample Workspace' };

  const { ran } = await startWindow({ accounts: [sample], activeAccount: 'sample' });

  assert.ok(loaded.runtime > 0);
  assert.deepEqual(ran, []);
  assert.deepEqual(messages(), []);
});

test('a window without the focus sends no request until it gets the focus', async () => {
  const server = { key: 'ada', kind: 'server', base: 'http://server.invalid', label: 'Ada' };
  await startWindow({ accounts: [server], activeAccount: 'ada' }, { isHidden: true });
  assert.equal(loaded.runtime, 0);

  focusWindow(true);
  await vi.waitFor(() => assert.ok(loaded.runtime > 0));
});

test("the first start without an account opens the walkthrough, and later starts don't", async () => {
  const stored: Record<string, unknown> = {};
  const first = await startWindow(stored);
  const second = await startWindow(stored);

  assert.deepEqual([first.ran, second.ran], [['workbench.action.openWalkthrough'], []]);
});

test('the first start in a window without the focus opens the walkthrough once it gets the focus', async () => {
  const stored: Record<string, unknown> = {};
  const { ran } = await startWindow(stored, { isHidden: true });
  assert.deepEqual([ran, stored['started']], [[], undefined]);

  focusWindow(true);
  await vi.dynamicImportSettled();

  const opened = vi.mocked(recordingCode.commands.executeCommand).mock.calls.map(([id]) => id);
  assert.deepEqual(
    opened.filter((id) => id !== 'setContext'),
    ['workbench.action.openWalkthrough'],
  );
  assert.equal(stored['started'], true);
});

test('an account that signs in again under the same key gets stores of its own', async () => {
  const known = { key: 'ada', kind: 'server', base: 'http://server.invalid', label: 'Ada' } as const;
  const renamed = { ...known, label: 'Ada Lovelace' };
  const { testing } = await startWindow({ started: true }, { isTested: true });
  const asked: string[] = [];
  loaded.stores = ({ label }) => ({ library: async () => void asked.push(label) });

  await testing?.stores(known).library();
  await testing?.stores(renamed).library();

  assert.deepEqual(asked, ['Ada', 'Ada Lovelace']);
});

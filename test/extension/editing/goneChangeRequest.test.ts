import assert from 'node:assert/strict';
import { onTestFinished, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { fakeCode } from '../fakeCode.ts';
import { openEditors } from './editor.ts';

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', async () => (await import('../fakeCode.ts')).fakeCode);

type Editors = Awaited<ReturnType<typeof openEditors>>;

function openTab({ uriAt }: Editors, path: string, isDirty: boolean) {
  const input = Object.assign(new fakeCode.TabInputText(), { uri: uriAt(path) });
  return { input, isDirty };
}

function showTabs(tabs: readonly ReturnType<typeof openTab>[]) {
  const closed: unknown[] = [];
  const { tabGroups } = fakeCode.window;
  const before = { ...tabGroups };
  Object.assign(tabGroups, { all: [{ tabs }], close: async (closing: unknown[]) => void closed.push(...closing) });
  onTestFinished(() => void Object.assign(tabGroups, before, { close: undefined }));
  return closed;
}

function removeChangeRequest({ opened }: Editors): void {
  opened.instead = async (request, handle) =>
    /\/change-requests\/1(\/|$|\?)/.test(request.url)
      ? Response.json({ error: { code: 404, message: 'Not found' } }, { status: 404 })
      : handle(request);
}

test('a reset closes the pages of change requests that are gone, but not what is unsaved', async () => {
  using all = await openEditors();
  await all.open('a.md');
  const { type } = await all.open('b.md');
  type('# B\n\nMine.\n');
  const [clean, dirty] = [openTab(all, 'a.md', false), openTab(all, 'b.md', true)];
  const closed = showTabs([clean, dirty]);
  const deleted = new Set<string>();
  all.onDidChangeFile((changes: vscode.FileChangeEvent[]) =>
    changes
      .filter((change) => Number(change.type) === fakeCode.FileChangeType.Deleted)
      .forEach(({ uri }) => deleted.add(uri.path)),
  );
  removeChangeRequest(all);

  all.startOver();

  await vi.waitFor(() => assert.deepEqual(closed, [clean]));
  await vi.waitFor(() => assert.ok([...deleted].some((path) => path.endsWith('/b.md'))));
});

test('a reset leaves the pages open of change requests that still exist', async () => {
  using all = await openEditors();
  await all.open('a.md');
  const closed = showTabs([openTab(all, 'a.md', false)]);
  const asked: string[] = [];
  all.opened.answered = (request) => void asked.push(request.url);

  all.startOver();

  await vi.waitFor(() => assert.ok(asked.length > 0));
  await all.hear();
  assert.deepEqual(closed, []);
});

test('a save to a change request that is gone fails with that reason, and the text is kept', async () => {
  using all = await openEditors();
  const { type, save } = await all.open('a.md');
  type('# A\n\nToo late.\n');
  removeChangeRequest(all);

  assert.equal(await save(), false);

  const [{ message } = assert.fail()] = all.failures;
  assert.equal(message, 'Change request #1 no longer exists.');
  assert.deepEqual(await all.drafts(), ['a']);
});

test('the status bar names no change request that is gone', async () => {
  using all = await openEditors();
  await all.open('a.md');
  const { tabGroups } = fakeCode.window;
  const item = { shown: 0, hidden: 0 };
  const createStatusBarItem = () => ({ show: () => item.shown++, hide: () => item.hidden++, dispose: () => undefined });
  const before = { ...fakeCode.window };
  Object.assign(fakeCode.window, { createStatusBarItem });
  Object.assign(tabGroups, { activeTabGroup: { activeTab: openTab(all, 'a.md', false) } });
  onTestFinished(() => {
    Object.assign(fakeCode.window, before);
    Object.assign(tabGroups, { activeTabGroup: {} });
  });
  all.reload();
  await vi.waitFor(() => assert.ok(item.shown > 0));
  removeChangeRequest(all);

  all.startOver();

  await vi.waitFor(() => assert.ok(item.hidden > 0));
});

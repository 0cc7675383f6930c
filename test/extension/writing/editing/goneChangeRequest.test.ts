import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import * as vscode from 'vscode';
import { fake } from '../../../fakes/vscode/index.ts';
import { openEditors } from './editor.ts';

type Editors = Awaited<ReturnType<typeof openEditors>>;

function openTab({ uriAt }: Editors, path: string, isDirty: boolean) {
  return { input: new vscode.TabInputText(uriAt(path)), isDirty };
}

function showTabs(tabs: readonly ReturnType<typeof openTab>[]) {
  const closed: unknown[] = [];
  const close = async (closing: unknown[]) => void closed.push(...closing);
  Object.assign(vscode.window.tabGroups, { all: [{ tabs }], close });
  return closed;
}

function removeChangeRequest({ opened }: Editors): void {
  opened.instead = async (request, handle) =>
    /\/change-requests\/1(\/|$|\?)/.test(request.url)
      ? Response.json({ error: { code: 404, message: 'Not found' } }, { status: 404 })
      : handle(request);
}

test('a reset closes the pages of deleted change requests, except unsaved ones', async () => {
  using all = await openEditors();
  await all.open('a.md');
  const { type } = await all.open('b.md');
  type('# B\n\nMine.\n');
  const [clean, dirty] = [openTab(all, 'a.md', false), openTab(all, 'b.md', true)];
  const closed = showTabs([clean, dirty]);
  const deleted = new Set<string>();
  all.onDidChangeFile((changes: vscode.FileChangeEvent[]) =>
    changes
      .filter((change) => change.type === vscode.FileChangeType.Deleted)
      .forEach(({ uri }) => deleted.add(uri.path)),
  );
  removeChangeRequest(all);

  all.startOver();

  await vi.waitFor(() => assert.deepEqual(closed, [clean]));
  await vi.waitFor(() => assert.ok([...deleted].some((path) => path.endsWith('/b.md'))));
});

test('a reset leaves pages open whose change requests still exist', async () => {
  using all = await openEditors();
  await all.open('a.md');
  const closed = showTabs([openTab(all, 'a.md', false)]);
  const asked: string[] = [];
  all.opened.answered = (request) => void asked.push(request.url);

  all.startOver();

  await vi.waitFor(() => assert.ok(asked.length > 0));
  await all.receive();
  assert.deepEqual(closed, []);
});

test('a save to a deleted change request fails with that reason and keeps the text', async () => {
  using all = await openEditors();
  const { type, save } = await all.open('a.md');
  type('# A\n\nToo late.\n');
  removeChangeRequest(all);

  assert.equal(await save(), false);

  const [{ message } = assert.fail()] = all.failures;
  assert.equal(message, 'Change request #1 no longer exists.');
  assert.deepEqual(await all.drafts(), ['a']);
});

test('the status bar names no deleted change request', async () => {
  using all = await openEditors();
  await all.open('a.md');
  Object.assign(vscode.window.tabGroups, { activeTabGroup: { activeTab: openTab(all, 'a.md', false) } });
  all.reload();
  const item = fake.statusBarItems.at(-1)!;
  await vi.waitFor(() => assert.ok(item.isShown));
  removeChangeRequest(all);

  all.startOver();

  await vi.waitFor(() => assert.ok(!item.isShown));
});

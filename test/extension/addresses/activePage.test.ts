import assert from 'node:assert/strict';
import { onTestFinished, test, vi } from 'vitest';
import { fakeCode } from '../fakeCode.ts';

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', async () => (await import('../fakeCode.ts')).fakeCode);

const { followActivePage } = await import('../../../src/extension/addresses/activePage.ts');
type Parts = Parameters<typeof followActivePage>[0];

test('a page that was opened while the server was unreachable is followed once it answers again', async () => {
  const uri = fakeCode.Uri.from({ scheme: 'docs-platform', authority: 'ada', path: '/space1/welcome.md' });
  const { tabGroups } = fakeCode.window;
  const before = { ...tabGroups };
  const activeTab = { input: Object.assign(new fakeCode.TabInputText(), { uri }) };
  const never = () => ({ dispose: () => undefined });
  Object.assign(tabGroups, { activeTabGroup: { activeTab }, onDidChangeTabGroups: never });
  onTestFinished(() => void Object.assign(tabGroups, before));
  const recovered = new fakeCode.EventEmitter<string>();
  const node = { id: 'welcome' };
  const pages = vi.fn().mockRejectedValueOnce(new Error('unreachable'));
  pages.mockResolvedValue({ byId: new Map([['welcome', node]]), byPath: new Map([['welcome.md', node]]) });
  const note = vi.fn();
  const following = followActivePage({
    accounts: { byKey: (key: string) => ({ key }) },
    platforms: {
      reachability: { onDidRecover: recovered.event },
      library: async () => ({ knownPages: () => undefined, pages }),
    },
    edge: { note },
  } as unknown as Parts);
  await vi.waitFor(() => assert.equal(note.mock.calls.length, 1));
  assert.equal(following.now(), undefined);

  recovered.fire('other');
  recovered.fire('ada');

  await vi.waitFor(() => assert.equal(following.now()?.node, node));
  assert.equal(pages.mock.calls.length, 2);
  following.dispose();
});

import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import * as vscode from 'vscode';
import { followActivePage } from '../../../../src/extension/ground/places/activePage.ts';

type Parts = Parameters<typeof followActivePage>[0];

test('follows a page that was opened while the server was unreachable, once the server answers again', async () => {
  const uri = vscode.Uri.from({ scheme: 'docs-platform', authority: 'ada', path: '/space1/welcome.md' });
  Object.assign(vscode.window.tabGroups.activeTabGroup, { activeTab: { input: new vscode.TabInputText(uri) } });
  const recovered = new vscode.EventEmitter<string>();
  const node = { id: 'welcome' };
  const pages = vi.fn().mockRejectedValueOnce(new Error('unreachable'));
  pages.mockResolvedValue({ byId: new Map([['welcome', node]]), byPath: new Map([['welcome.md', node]]) });
  const note = vi.fn();
  const following = followActivePage({
    accounts: { byKey: (key: string) => ({ key }) },
    stores: () => ({
      library: async () => ({ cachedPages: () => undefined, pages }),
    }),
    reachability: { onDidRecover: recovered.event },
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

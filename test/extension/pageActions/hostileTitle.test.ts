import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { PageActParts } from '../../../src/extension/editing/shared/pageActionParts.ts';
import type { PageAtDesk } from '../../../src/extension/pageActions/givenPage.ts';
import { fakeCode } from '../fakeCode.ts';

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', async () => (await import('../fakeCode.ts')).fakeCode);

test.each(['b', 'c'])('a title becomes neither a link nor an icon when its page was moved to %s', async (slug) => {
  const { move } = await import('../../../src/extension/pageActions/move.ts');
  const title = '$(sync~spin) [Read this](command:x.y)';
  const node = { id: 'a', title, page: { slug: 'b', type: 'document' }, children: [] };
  const moved = { ...node, page: { ...node.page, slug } };
  const tree = (one: unknown) => ({ byId: new Map([['a', one]]), roots: [{ id: 'z' }, one, { id: 'y' }] });
  const desk: object = {
    number: 1,
    space: 's',
    edits: { send: async () => ({}), drafts: { of: async () => [] } },
    pages: async () => tree(moved),
    begin: async () => desk,
  };
  fakeCode.said.length = 0;

  await move({} as PageActParts, { desk, tree: tree(node), node } as unknown as PageAtDesk, { into: undefined, at: 0 });

  assert.equal(fakeCode.said.length, 1);
  assert.ok(fakeCode.said[0]?.includes('Read this'));
  if (slug === 'b') assert.ok(!fakeCode.said[0]?.includes('$('));
  else assert.ok(!fakeCode.said[0]?.includes(']('));
});

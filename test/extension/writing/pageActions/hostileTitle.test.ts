import assert from 'node:assert/strict';
import { test } from 'vitest';
import { move } from '../../../../src/extension/writing/pageActions/move.ts';
import type { PageInSession } from '../../../../src/extension/writing/pageActions/givenPage.ts';
import { fake } from '../../../fakes/vscode/index.ts';
import { createPrompts } from '../../../../src/extension/ground/services/prompts.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';

test.each(['b', 'c'])('a title becomes neither a link nor an icon when its page was moved to %s', async (slug) => {
  const title = '$(sync~spin) [Read this](command:x.y)';
  const node = { id: 'a', title, page: { slug: 'b', type: 'document' }, children: [] };
  const moved = { ...node, page: { ...node.page, slug } };
  const tree = (one: unknown) => ({ byId: new Map([['a', one]]), roots: [{ id: 'z' }, one, { id: 'y' }] });
  let isSent = false;
  const session: object = {
    account: { key: 'a' },
    number: 1,
    space: 's',
    edits: { send: async () => ((isSent = true), {}), drafts: { of: async () => [] } },
    content: { refresh: async () => ({}) },
    pages: async () => tree(isSent ? moved : node),
    begin: async () => session,
  };

  await move(
    { prompts: createPrompts() } as Services,
    { session, tree: tree(node), node } as unknown as PageInSession,
    {
      into: undefined,
      at: 0,
    },
  );

  assert.equal(fake.said.length, 1);
  assert.ok(fake.said[0]?.includes('Read this'));
  if (slug === 'b') assert.ok(!fake.said[0]?.includes('$('));
  else assert.ok(!fake.said[0]?.includes(']('));
});

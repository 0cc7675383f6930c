import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createApi } from '../../../src/client/createApi.ts';
import { createRevisionTrees } from '../../../src/store/content/revisionTrees.ts';

test('the trees used last stay cached, four of them no matter how large', async () => {
  const asked: string[] = [];
  const api = createApi({
    base: 'https://docs.example',
    token: async () => 'token',
    platform: async ({ url }) => {
      const revision = /revisions\/(\w+)\/pages/.exec(url)?.[1] ?? '';
      asked.push(revision);
      return Response.json({ pages: Array.from({ length: 5 }, (_, index) => ({ id: `${revision}${index}` })) });
    },
  });
  const trees = createRevisionTrees({ api, library: { space: () => assert.fail('No space is needed.') }, room: 10 });
  const load = async (...revisions: readonly string[]) => {
    for (const revision of revisions) await trees.load({ space: 's', revision });
    return asked.splice(0);
  };

  assert.deepEqual(await load('a', 'b', 'c', 'd', 'e'), ['a', 'b', 'c', 'd', 'e']);
  assert.deepEqual(await load('b', 'c', 'd', 'e', 'b'), []);
  assert.deepEqual(await load('a', 'b', 'c'), ['a', 'c']);
});

test('a tree that was loaded before it was compared gets the paths of the revision that it is compared with', async () => {
  const api = createApi({
    base: 'https://docs.example',
    token: async () => 'token',
    platform: async ({ url }) => {
      const ids = url.includes('/revisions/base/') ? ['b'] : ['a', 'b'];
      return Response.json({ pages: ids.map((id) => ({ id, title: 'Same' })) });
    },
  });
  const trees = createRevisionTrees({ api, library: { space: () => assert.fail('No space is needed.') } });
  const pathOver = async (over?: string) =>
    (await trees.load({ space: 's', revision: 'head', over })).tree.byId.get('b')?.path;

  const paths = [await pathOver(), await pathOver('base')];

  assert.match(paths[0] ?? '', /^Same~\w+\.md$/);
  assert.equal(paths[1], 'Same.md');
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { createApi } from '../../src/client/createApi.ts';
import { each } from '../../src/client/each.ts';
import type { Platform } from '../../src/client/platform.ts';
import { connect, failure } from './connect.ts';
import { spaceOf } from './samples.ts';
import { json, serve } from './serve.ts';

const at = { collectionId: 'c' };

function apiOver(platform: Platform) {
  return createApi({ base: 'http://here', platform, token: async () => 't' });
}

/** A platform whose list of spaces stands in pages by their cursors, the first under ''. */
function pagesOf(
  pages: Readonly<Record<string, { ids: readonly string[]; next?: string }>>,
  asked: string[] = [],
): Platform {
  return async (request) => {
    const cursor = new URL(request.url).searchParams.get('page') ?? '';
    asked.push(cursor);
    const page = pages[cursor] ?? { ids: [] };
    const next = page.next === undefined ? {} : { next: { page: page.next } };
    return Response.json({ items: page.ids.map(spaceOf), ...next });
  };
}

async function idsOf(spaces: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of spaces) ids.push(id);
  return ids;
}

test('every item of every page comes once, in order', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(sizes, async (counts) => {
      const pages = counts.map((count, page) => ({
        ids: Array.from({ length: count }, (_, item) => `${page}.${item}`),
        ...(page + 1 < counts.length ? { next: `c${page + 1}` } : {}),
      }));
      const byCursor = Object.fromEntries(pages.map((page, index) => [index === 0 ? '' : `c${index}`, page]));

      const ids = await idsOf(each(apiOver(pagesOf(byCursor)).collections.spaces, at));

      assert.deepEqual(
        ids,
        pages.flatMap((page) => page.ids),
      );
    }),
  );
});

describe('a walk ends', () => {
  test.each([
    ['where a cursor leads to itself', { '': { ids: ['a'], next: 'x' }, x: { ids: ['b'], next: 'x' } }, ['a', 'b']],
    [
      'where cursors go in a circle',
      { '': { ids: ['a'], next: 'x' }, x: { ids: ['b'], next: 'y' }, y: { ids: ['c'], next: 'x' } },
      ['a', 'b', 'c'],
    ],
    ['where a cursor is empty', { '': { ids: ['a'], next: '' } }, ['a']],
  ])('%s', async (_, pages, ids) => {
    assert.deepEqual(await idsOf(each(apiOver(pagesOf(pages)).collections.spaces, at)), ids);
  });
});

test('no page is asked for before it is needed', async () => {
  const asked: string[] = [];
  const pages = { '': { ids: ['a', 'b'], next: 'x' }, x: { ids: ['c'] } };

  for await (const { id } of each(apiOver(pagesOf(pages, asked)).collections.spaces, at)) if (id === 'b') break;

  assert.deepEqual(asked, ['']);
});

test('the other query fields go with every page', async () => {
  const server = await serve((request, response) =>
    json(response, { items: [], ...(request.url.includes('page=') ? {} : { next: { page: '2' } }) }),
  );

  await idsOf(each(connect(server.base).collections.spaces, { ...at, limit: 3 }));

  assert.deepEqual(
    server.received.map(({ url }) => url),
    ['/v1/collections/c/spaces?limit=3', '/v1/collections/c/spaces?page=2&limit=3'],
  );
});

test('the signal stops the walk', async () => {
  const stop = new AbortController();
  const platform = pagesOf({ '': { ids: ['a'], next: 'x' }, x: { ids: ['b'] } });
  const walk = each(apiOver(platform).collections.spaces, at, { signal: stop.signal });
  await walk.next();

  stop.abort();

  assert.equal((await failure(walk.next())).kind, 'cancelled');
});

test('only calls that give lists in pages fit', () => {
  const api = apiOver(pagesOf({}));
  // @ts-expect-error a space is no list
  each(api.spaces.get, { spaceId: 's' });
  // @ts-expect-error page trees come whole
  each(api.content.pages, { spaceId: 's' });
  // @ts-expect-error the collection is missing
  each(api.collections.spaces, {});
  each(api.content.pageLinks, { spaceId: 's', pageId: 'p', status: 'broken' });
});

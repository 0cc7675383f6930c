import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import type { List } from '../../../src/contract/shared/list.ts';
import { listed as all } from '../../../src/store/shared/listed.ts';
import { createTurns, createPagedList } from '../../../src/store/shared/pagedList.ts';
import { pagesOf } from '../../../src/store/shared/pagesOf.ts';
import { createApi } from '../../../src/client/createApi.ts';
import { connect } from '../../client/connect.ts';
import { spaceOf } from '../../client/samples.ts';
import { json, serve } from '../../client/serve.ts';

type Pages = Readonly<Record<string, { readonly items: readonly string[]; readonly next?: string }>>;

/** A list with its pages by cursor, the first under ''. */
function listed(pages: Pages, asked: string[] = []): (cursor: string | undefined) => Promise<List<string>> {
  return async (cursor = '') => {
    asked.push(cursor);
    const { items = [], next } = pages[cursor] ?? {};
    return { items: [...items], ...(next !== undefined && { next: { page: next } }) };
  };
}

async function itemsOf(pages: Pages, cursors?: readonly string[]): Promise<string[]> {
  const items: string[] = [];
  for await (const { list } of pagesOf(listed(pages), cursors)) items.push(...list.items);
  return items;
}

test('every item of every page comes once, in order', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(sizes, async (counts) => {
      const pages = counts.map((count, page) => ({
        items: Array.from({ length: count }, (_, item) => `${page}.${item}`),
        ...(page + 1 < counts.length ? { next: `c${page + 1}` } : {}),
      }));

      const items = await itemsOf(
        Object.fromEntries(pages.map((page, index) => [index === 0 ? '' : `c${index}`, page])),
      );

      assert.deepEqual(
        items,
        pages.flatMap((page) => page.items),
      );
    }),
  );
});

test.each<[string, Pages, string[]]>([
  ['where a cursor leads to itself', { '': { items: ['a'], next: 'x' }, x: { items: ['b'], next: 'x' } }, ['a', 'b']],
  [
    'where cursors lead in a circle',
    { '': { items: ['a'], next: 'x' }, x: { items: ['b'], next: 'y' }, y: { items: ['c'], next: 'x' } },
    ['a', 'b', 'c'],
  ],
  ['where the cursor is empty', { '': { items: ['a'], next: '' } }, ['a']],
])('a list ends %s', async (_, pages, items) => {
  assert.deepEqual(await itemsOf(pages), items);
});

test('a list continues after earlier cursors, and remembers them', async () => {
  const pages = { '': { items: ['a'], next: 'x' }, x: { items: ['b'], next: 'y' }, y: { items: ['c'], next: 'x' } };

  assert.deepEqual(await itemsOf(pages, ['x', 'y']), ['c']);
});

test('a page is requested when it is taken', async () => {
  const asked: string[] = [];
  const walk = pagesOf(listed({ '': { items: ['a'], next: 'x' }, x: { items: ['b'], next: 'y' } }, asked));

  await walk.next();
  await walk.next();

  assert.deepEqual(asked, ['', 'x']);
});

test('empty pages before the last are skipped', async () => {
  const pages = { '': { items: [], next: 'x' }, x: { items: ['a'], next: 'y' }, y: { items: [] } };

  const walked: [number, boolean][] = [];
  for await (const { list, hasMore } of pagesOf(listed(pages))) walked.push([list.items.length, hasMore]);

  assert.deepEqual(walked, [
    [1, true],
    [0, false],
  ]);
});

describe('a list over HTTP that names a new cursor each time', () => {
  /** Number of items per page. */
  async function endless(items: (page: number) => number) {
    const server = await serve(({ url }, response) => {
      const page = Number(new URL(url, 'http://here').searchParams.get('page') ?? 0);
      json(response, {
        items: Array.from({ length: items(page) }, (_, index) => spaceOf(`s${page}-${index}`)),
        next: { page: String(page + 1) },
      });
    });
    const api = connect(server.base);
    const fetch = (page: { page?: string; limit: number }) => api.spaces.list({ organizationId: 'o', ...page });
    return { server, api, fetch };
  }

  test('is given up after 20 empty pages in a row', async () => {
    const { server, fetch } = await endless(() => 0);

    await assert.rejects(all(fetch), { kind: 'unreadable', message: /^endlessList \{"pages":20\}/ });

    assert.equal(server.received.length, 20);
  });

  test('is read further although 19 pages in a row are empty', async () => {
    const { server, fetch } = await endless((page) => (page % 20 === 0 ? 1 : 0));

    await assert.rejects(all(fetch), { kind: 'unreadable', message: /^endlessList \{"pages":1000\}/ });

    assert.equal(server.received.length, 1000);
  });

  test('is given up page by page, too, and keeps earlier pages with the reason', async () => {
    const { server, api } = await endless((page) => (page < 3 ? 1 : 0));
    const list = createPagedList({
      fetch: (page, signal) =>
        api.spaces.list({ organizationId: 'o', limit: 1000, ...(page !== undefined && { page }) }, { signal }),
      now: Date.now,
      turns: createTurns(),
      onUpdate: () => undefined,
    });
    await list.load();

    await assert.rejects(
      async () => {
        while (list.cached()?.hasMore) await list.more();
      },
      { kind: 'unreadable' },
    );

    assert.deepEqual([list.cached()?.items.length, server.received.length], [3, 23]);
  });
});

describe("a list whose next cursor can't be read", () => {
  const api = createApi({
    base: 'http://here',
    platform: async () => Response.json({ items: [spaceOf('s')], next: 'cursor-2' }),
    token: async () => 't',
  });
  const fetch = (page: { readonly page?: string }) => api.spaces.list({ organizationId: 'o', ...page });
  const isCut = { kind: 'unreadable', message: /^unexpectedReply .*next\.page/ };

  test("doesn't pass for the whole list", async () => {
    await assert.rejects(all(fetch), isCut);
  });

  test('shows what was read, and says why there is no more', async () => {
    const list = createPagedList({
      fetch: () => fetch({}),
      now: Date.now,
      turns: createTurns(),
      onUpdate: () => undefined,
    });

    const { items, hasMore, skipped } = await list.load();

    assert.deepEqual([items.length, hasMore, skipped], [1, true, 0]);
    await assert.rejects(list.more(), isCut);
    await assert.rejects(list.more(), isCut);
    assert.equal(list.cached()?.items.length, 1);
  });
});

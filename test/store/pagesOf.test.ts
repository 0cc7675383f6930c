import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { List } from '../../src/contract/list.ts';
import { pagesOf } from '../../src/store/pagesOf.ts';

type Pages = Readonly<Record<string, { readonly items: readonly string[]; readonly next?: string }>>;

/** A list whose pages stand under their cursors, the first under ''. */
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
])('a walk ends %s', async (_, pages, items) => {
  assert.deepEqual(await itemsOf(pages), items);
});

test('a walk goes on after the cursors that were met before, and remembers them', async () => {
  const pages = { '': { items: ['a'], next: 'x' }, x: { items: ['b'], next: 'y' }, y: { items: ['c'], next: 'x' } };

  assert.deepEqual(await itemsOf(pages, ['x', 'y']), ['c']);
});

test('a page is asked for as it is taken', async () => {
  const asked: string[] = [];
  const walk = pagesOf(listed({ '': { items: [], next: 'x' }, x: { items: [], next: 'y' } }, asked));

  await walk.next();
  await walk.next();

  assert.deepEqual(asked, ['', 'x']);
});

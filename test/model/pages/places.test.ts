import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Page } from '../../../src/contract/spaces/content.ts';
import {
  isWithin,
  mayHoldPages,
  pagesBelow,
  pagesIn,
  placeAt,
  slugsIn,
  isPlacedAt,
} from '../../../src/model/pages/places.ts';
import { pageTree, type PageNode, type PageTree } from '../../../src/model/pages/tree.ts';

function page(id: string, pages: readonly Page[] = [], fields: Partial<Page> = {}): Page {
  return { id, title: id, type: 'document', slug: id, pages: [...pages], ...fields };
}

const tree = pageTree([
  page('a', [page('b', [page('c')]), page('d')]),
  page('e', [], { type: 'group', slug: undefined, path: 'docs/e-of-e' }),
  page('f', [], { type: 'link', href: 'https://example.org' }),
]);

function node(id: string, of: PageTree = tree): PageNode {
  return of.byId.get(id) ?? assert.fail(`There is no page ${id}`);
}

test('the place before or after a sibling is directly next to it', () => {
  const siblings = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 2, maxLength: 8 });
  const cases = siblings.chain((ids) =>
    fc.tuple(
      fc.constant(ids),
      fc.shuffledSubarray(ids, { minLength: 2, maxLength: 2 }),
      fc.constantFrom('before' as const, 'after' as const),
    ),
  );
  fc.assert(
    fc.property(cases, ([ids, [moved = '', target = ''], side]) => {
      const flat = pageTree(ids.map((id) => page(id)));

      const { into, at = -1 } = placeAt(flat, node(target, flat), side, node(moved, flat));

      const after = ids.filter((id) => id !== moved).toSpliced(at, 0, moved);
      assert.equal(into, undefined);
      assert.equal(after.indexOf(moved) - after.indexOf(target), side === 'before' ? -1 : 1);
      const stays = after.join() === ids.join();
      assert.equal(isPlacedAt(flat, node(moved, flat), { into, at }), stays);
    }),
  );
});

test('the place inside another page is after its children', () => {
  assert.deepEqual(placeAt(tree, node('a'), 'into', node('e')), { into: 'a' });
  assert.equal(isPlacedAt(tree, node('d'), { into: 'a' }), true);
  assert.equal(isPlacedAt(tree, node('b'), { into: 'a' }), false);
  assert.equal(isPlacedAt(tree, node('b'), { into: undefined }), false);
});

test('a new page before another one takes its place', () => {
  assert.deepEqual(placeAt(tree, node('d'), 'before'), { into: 'a', at: 1 });
  assert.deepEqual(placeAt(tree, node('d'), 'after'), { into: 'a', at: 2 });
});

test('descendants of a page are listed in depth-first order, and are within it', () => {
  const below = pagesBelow(node('a'));

  assert.deepEqual(
    below.map(({ id }) => id),
    ['b', 'c', 'd'],
  );
  assert.ok(below.every((each) => isWithin(each, node('a'))));
  assert.equal(isWithin(node('a'), node('b')), false);
  assert.equal(isWithin(undefined, node('b')), false);
});

test('only documents and groups have children', () => {
  assert.deepEqual(
    tree.roots.filter(mayHoldPages).map(({ id }) => id),
    ['a', 'e'],
  );
});

test('slugs are taken by siblings with a path', () => {
  assert.deepEqual(slugsIn(tree, undefined), ['a', 'e-of-e']);
  assert.deepEqual(slugsIn(tree, 'a', node('b')), ['d']);
  assert.deepEqual(pagesIn(tree, 'gone'), []);
});

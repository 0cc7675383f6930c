import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { portionsByFolder, portionsByRange, portionsBySize } from '../../../src/model/shared/portions.ts';

const foldersOf = (path: string): string[] => path.split('/').slice(0, -1);

describe('the portions of a long list', () => {
  test('contain each item once, and never more than fit', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
      .map((names) => names.join('/'));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (paths, atMost) => {
        const items = paths.map((path, index) => `${path}${index}`);
        for (const portions of [portionsByFolder(items, foldersOf, atMost), portionsByRange(items, atMost)]) {
          assert.deepEqual(portions.flatMap((portion) => portion.items).sort(), items.toSorted());
          assert.ok(portions.every((portion) => portion.items.length > 0 && portion.items.length <= atMost));
        }
      }),
    );
  });

  test('keep the order of the items, and fill their size', () => {
    const portions = portionsBySize([2, 3, 1, 9, 5], (size) => size, 5);

    assert.deepEqual(portions, [[2, 3], [1], [9], [5]]);
    assert.deepEqual(
      portionsBySize([], () => 1, 5),
      [],
    );
  });

  test('are folders if these fit, and ranges if a folder has more direct items', () => {
    const items = ['one', 'two', 'a/1', 'a/2', 'b/1', 'b/c/1', 'b/c/2', 'b/d/1'];

    const portions = portionsByFolder(items, foldersOf, 2);

    assert.deepEqual(
      portions.map(({ folder, items }) => [folder, items]),
      [
        ['', ['one', 'two']],
        ['a', ['a/1', 'a/2']],
        ['b', ['b/1']],
        ['b/c', ['b/c/1', 'b/c/2']],
        ['b/d', ['b/d/1']],
      ],
    );
  });

  test('have their range and total', () => {
    const portions = portionsByRange(['a', 'b', 'c'], 2);

    assert.deepEqual(
      portions.map(({ range }) => range),
      [
        [1, 2],
        [3, 3],
      ],
    );
  });
});

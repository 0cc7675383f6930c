import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Collection } from '../../../src/contract/spaces/collections.ts';
import { hierarchyOf } from '../../../src/model/library/hierarchy.ts';
import { spaceOf } from '../../client/samples.ts';

describe('the hierarchy of an organization', () => {
  test("nests collections and spaces under their parents, in the server's order", () => {
    const hierarchy = hierarchyOf(
      [collection('b'), collection('a'), collection('c', 'b')],
      [space('y', 'c'), space('x', 'c'), space('z')],
    );

    assert.deepEqual(idsAt(hierarchy, undefined), ['b', 'a', 'z']);
    assert.deepEqual(idsAt(hierarchy, 'b'), ['c']);
    assert.deepEqual(idsAt(hierarchy, 'c'), ['y', 'x']);
    assert.deepEqual(
      hierarchy.above(space('y', 'c')).map(({ id }) => id),
      ['b', 'c'],
    );
  });

  test('has items with a missing parent at the root', () => {
    assert.deepEqual(idsAt(hierarchyOf([collection('a', 'gone')], [space('x', 'gone')]), undefined), ['a', 'x']);
  });

  test('has collections with circular parents at the root, with their content', () => {
    const hierarchy = hierarchyOf(
      [collection('a', 'b'), collection('b', 'a'), collection('self', 'self'), collection('d', 'a')],
      [space('x', 'b')],
    );

    assert.deepEqual(idsAt(hierarchy, undefined), ['a', 'b', 'self']);
    assert.deepEqual(idsAt(hierarchy, 'a'), ['d']);
    assert.deepEqual(idsAt(hierarchy, 'b'), ['x']);
  });

  test('contains everything once, whatever the parents', () => {
    const parents = fc.array(fc.option(fc.nat(20), { nil: undefined }), { maxLength: 15 });
    fc.assert(
      fc.property(parents, parents, (above, of) => {
        const collections = above.map((parent, index) => collection(String(index), parent?.toString()));
        const spaces = of.map((parent, index) => space(`s${index}`, parent?.toString()));
        const hierarchy = hierarchyOf(collections, spaces);

        const shown: string[] = [];
        const open: (string | undefined)[] = [undefined];
        while (open.length > 0) {
          const at = hierarchy.at(open.pop());
          shown.push(...[...at.collections, ...at.spaces].map(({ id }) => id));
          open.push(...at.collections.map(({ id }) => id));
        }
        assert.deepEqual(shown.toSorted(), [...collections, ...spaces].map(({ id }) => id).toSorted());
      }),
    );
  });
});

function idsAt(hierarchy: ReturnType<typeof hierarchyOf>, parent: string | undefined): string[] {
  const { collections, spaces } = hierarchy.at(parent);
  return [...collections, ...spaces].map(({ id }) => id);
}

function collection(id: string, parent?: string): Collection {
  return { id, title: id, organization: 'org', defaultLevel: null, parent };
}

function space(id: string, parent?: string) {
  return { ...spaceOf(id), parent };
}

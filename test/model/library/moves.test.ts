import assert from 'node:assert/strict';
import { test } from 'vitest';
import { hierarchyOf } from '../../../src/model/library/hierarchy.ts';
import { moveOnto, type LibraryItem } from '../../../src/model/library/moves.ts';
import { collection, space } from '../../store/openLibrary.ts';

const collections = [collection('outer'), collection('inner', { parent: 'outer' }), collection('side')];
const spaces = [space('one'), space('two'), space('three'), space('deep', { parent: 'inner' })];
const hierarchy = hierarchyOf(collections, spaces);

function item(id: string): LibraryItem {
  const found = spaces.find((each) => each.id === id);
  if (found) return { kind: 'space', space: found };
  return { kind: 'collection', collection: collections.find((each) => each.id === id) ?? assert.fail(id) };
}

test.each([
  ['a space on a collection', 'one', 'outer', { parent: 'outer' }],
  ['a space on the organization', 'deep', undefined, { parent: null }],
  ['a space on one below it', 'one', 'two', { parent: null, position: { after: { type: 'space', space: 'two' } } }],
  ['a space on one above it', 'three', 'one', { parent: null, position: { before: { type: 'space', space: 'one' } } }],
  [
    'a space on one elsewhere',
    'one',
    'deep',
    { parent: 'inner', position: { before: { type: 'space', space: 'deep' } } },
  ],
  ['a space on itself', 'one', 'one', undefined],
  ['a collection on a collection', 'side', 'inner', { parent: 'inner' }],
  ['a collection on a space in another', 'side', 'deep', { parent: 'inner' }],
  ['a collection on a space beside it', 'side', 'one', undefined],
  ['a collection on one below it', 'outer', 'inner', undefined],
  ['a collection on a space below it', 'outer', 'deep', undefined],
])('dropping %s', (_, dragged, onto, expected) => {
  assert.deepEqual(moveOnto(item(dragged), onto === undefined ? undefined : item(onto), hierarchy), expected);
});

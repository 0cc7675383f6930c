import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { sameLines } from '../../../src/model/merge/sameLines.ts';
import { cpuTime } from '../../cpuTime.ts';

const lines = fc.array(fc.constantFrom<string[]>('', 'a', 'b', 'c', 'd', 'e'), { maxLength: 20 });

test('unchanged lines are equal and in the same order', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const places = sameLines(before, after);
      assert.equal(places.length, after.length);
      let last = -1;
      places.forEach((place, at) => {
        if (place === undefined) return;
        assert.ok(place > last);
        last = place;
        assert.equal(before[place], after[at]);
      });
    }),
  );
});

test('all lines around an edited one are unchanged', () => {
  fc.assert(
    fc.property(lines, fc.nat(), (before, index) => {
      if (before.length === 0) return;
      const at = index % before.length;
      const places = sameLines(before, before.with(at, 'new'));
      assert.deepEqual(
        places,
        before.map((_, place) => (place === at ? undefined : place)),
      );
    }),
  );
});

test('lines that are unique in both texts are found between changed ones', () => {
  assert.deepEqual(sameLines(['x', 'one', '', 'two', '', 'y'], ['X', 'one', '', 'new', '', 'two', '', 'Y']), [
    undefined,
    1,
    2,
    undefined,
    undefined,
    3,
    4,
    undefined,
  ]);
});

test('a line between changed ones is unchanged, although one of the new lines was elsewhere before', () => {
  assert.deepEqual(sameLines(['a', '', 'between', '', 'o'], ['c', '', 'between', '', 'a']), [
    undefined,
    1,
    2,
    3,
    undefined,
  ]);
});

test('a hundred thousand lines take hardly any time', () => {
  const before = Array.from({ length: 100_000 }, (_, index) => `line ${index % 700 === 0 ? '' : index}`);
  const after = before.flatMap((line, index) => (index % 3 === 0 ? [line, 'new'] : index % 7 === 0 ? [] : [line]));

  const start = cpuTime();
  assert.equal(sameLines(before, after).length, after.length);
  assert.ok(cpuTime() - start < 5000);
});

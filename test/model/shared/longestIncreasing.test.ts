import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { longestIncreasing } from '../../../src/model/shared/longestIncreasing.ts';

const items = fc.array(fc.record({ value: fc.nat(9), cost: fc.nat(5) }), { maxLength: 10 });

test('finds a subsequence that no other one exceeds in length, nor undercuts in cost at the same length', () => {
  fc.assert(
    fc.property(items, (list) => {
      const found = [
        ...longestIncreasing(
          list.map(({ value }) => value),
          (index) => list[index]!.cost,
        ),
      ].sort((one, other) => one - other);

      const all = Array.from({ length: 2 ** list.length }, (_, bits) => list.filter((_, at) => (bits >> at) & 1));
      const increasing = all.filter((each) => each.every(({ value }, at) => at === 0 || each[at - 1]!.value < value));
      const longest = Math.max(...increasing.map(({ length }) => length));
      const costs = increasing.filter(({ length }) => length === longest).map(costOf);
      const chosen = found.map((at) => list[at]!);
      assert.ok(
        increasing.some((each) => each.length === chosen.length && each.every((item, at) => item === chosen[at])),
      );
      assert.deepEqual([chosen.length, costOf(chosen)], [longest, Math.min(...costs)]);
    }),
  );
});

function costOf(list: readonly { readonly cost: number }[]): number {
  return list.reduce((sum, { cost }) => sum + cost, 0);
}

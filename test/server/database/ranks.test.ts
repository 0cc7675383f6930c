import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { rankAt, ranksFor, roomAt } from '../../../src/server/database/ranks.ts';

test('a rank is between its neighbors, wherever items are put', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.array(fc.nat(1000), { maxLength: 200 }), (count, places) => {
      const ranks = ranksFor(count);
      for (const place of places) {
        const at = place % (ranks.length + 1);
        ranks.splice(at, 0, rankAt(ranks, at));
      }
      assert.deepEqual(ranks, [...new Set(ranks)].sort());
    }),
  );
});

test('a new item comes after all siblings of equal rank', () => {
  const rank = rankAt(['5V', '5V', '7V'], 1);

  assert.ok(rank > '5V' && rank < '7V');
});

test('room is made between any siblings, even equal ones, and keeps their order', () => {
  const items = fc
    .array(fc.record({ rank: fc.constantFrom('1V', '5V', '5V1', '7V') }), { maxLength: 8 })
    .map((all) => all.sort((one, other) => (one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : 0)));
  fc.assert(
    fc.property(items, fc.nat(8), (siblings, place) => {
      const at = place % (siblings.length + 1);

      const { rank, moved } = roomAt(siblings, at);

      const ranks = new Map(moved);
      const after = siblings.map((item) => ranks.get(item) ?? item.rank);
      assert.deepEqual(after, after.toSorted());
      assert.ok(after.slice(0, at).every((other) => other < rank));
      assert.ok(after.slice(at).every((other) => other > rank));
    }),
  );
});

test('ranks of a hundred thousand siblings are sorted and short', () => {
  const ranks = ranksFor(100_000);

  assert.deepEqual(ranks, [...ranks].sort());
  assert.ok(ranks.every((rank) => rank.length <= 4));
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { rankAt, ranksFor } from '../../src/server/ranks.ts';

test('a rank is between its neighbours, wherever items are put', () => {
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

test('of items with the same rank a new one comes behind all', () => {
  const rank = rankAt(['5V', '5V', '7V'], 1);

  assert.ok(rank > '5V' && rank < '7V');
});

test('ranks of a hundred thousand siblings are in order and short', () => {
  const ranks = ranksFor(100_000);

  assert.deepEqual(ranks, [...ranks].sort());
  assert.ok(ranks.every((rank) => rank.length <= 4));
});

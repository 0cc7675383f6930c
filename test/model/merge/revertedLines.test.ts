import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { withLineEdits } from '../../../src/model/merge/lineEdits.ts';
import { areCurrent, hunksBetween, revertedHunk, revertedLines } from '../../../src/model/merge/revertedLines.ts';

const lines = fc.array(fc.constantFrom<string[]>('', 'a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 20 });
const reverted = (base: string[], text: string[], ...selections: readonly [start: number, end: number][]) =>
  withLineEdits(
    text.join('\n'),
    revertedLines(
      hunksBetween(base, text),
      { base, text },
      selections.map(([start, end]) => ({ start, end })),
    ),
  ).split('\n');

test('the hunks between two texts are what differs, and only for these texts', () => {
  fc.assert(
    fc.property(lines, lines, lines, (base, text, other) => {
      const hunks = hunksBetween(base, text);
      assert.ok(areCurrent(hunks, base, text));
      if (areCurrent(hunks, base, other)) {
        // Only lines inside of hunks may be different.
        assert.equal(other.length, text.length);
      }
    }),
  );
});

test('reverting every hunk gives the base', () => {
  fc.assert(
    fc.property(lines, lines, (base, text) => {
      const edits = hunksBetween(base, text).map((hunk) => revertedHunk(hunk, base));
      assert.deepEqual(withLineEdits(text.join('\n'), edits).split('\n'), base);
    }),
  );
});

test('reverting all lines gives the base', () => {
  fc.assert(
    fc.property(lines, lines, (base, text) => {
      assert.deepEqual(reverted(base, text, [0, text.length]), base);
    }),
  );
});

test('hunks of a text that was typed in since are not current', () => {
  const hunks = hunksBetween(['one', '', 'two', '', 'three'], ['one', '', 'TWO', '', 'three']);
  assert.equal(areCurrent(hunks, ['one', '', 'two', '', 'three'], ['one', 'new', '', 'TWO', '', 'three']), false);
  assert.equal(areCurrent(hunks, ['one', '', 'two', '', 'three'], ['one', '', 'TWO', '', 'THREE']), false);
  // The lines of the hunk itself may be typed in: all of them are reverted.
  assert.ok(areCurrent(hunks, ['one', '', 'two', '', 'three'], ['one', '', 'TWO!', '', 'three  ']));
});

test('only the selected ones of changed lines are reverted', () => {
  const base = ['a', 'b', 'c', 'd'];
  const text = ['a', 'B', 'C', 'd'];
  assert.deepEqual(reverted(base, text, [2, 3]), ['a', 'B', 'c', 'd']);
  assert.deepEqual(reverted(base, text, [0, 2]), ['a', 'b', 'C', 'd']);
  assert.deepEqual(reverted(base, text, [1, 2], [1, 3]), base);
  assert.deepEqual(reverted(base, text, [3, 4]), text);
});

test('selected lines that were added are removed, and the other added lines stay', () => {
  assert.deepEqual(reverted(['a', 'd'], ['a', 'b', 'c', 'd'], [2, 3]), ['a', 'b', 'd']);
});

test('deleted lines come back when a line next to them is selected, once', () => {
  assert.deepEqual(reverted(['a', 'b', 'c'], ['a', 'c'], [0, 1]), ['a', 'b', 'c']);
  assert.deepEqual(reverted(['a', 'b', 'c'], ['a', 'c'], [1, 2]), ['a', 'b', 'c']);
});

test('a line that was added next to a changed one is removed, whatever else is in their hunk', () => {
  const changed = 'The lamp blinks twice, then stops.';
  const base = ['# Lamp', 'The lamp blinks twice.', 'End'];
  const text = ['# Lamp', 'First.', changed, 'One more.', 'And another.', 'End'];
  assert.deepEqual(reverted(base, text, [3, 5]), ['# Lamp', 'First.', changed, 'End']);
  assert.deepEqual(reverted(base, text, [1, 2]), ['# Lamp', changed, 'One more.', 'And another.', 'End']);
  assert.deepEqual(reverted(base, text, [2, 3]), ['# Lamp', 'First.', base[1], 'One more.', 'And another.', 'End']);
  assert.deepEqual(reverted(['a', 'b', 'c', 'd'], ['a', 'X', 'Y', 'Z', 'd'], [1, 2], [3, 4]), ['a', 'b', 'Y', 'd']);
});

/** A line of made-up words that is like no other. */
const sentence = (seed: number): string => {
  let state = (seed + 1) * 7919;
  const letter = () => String.fromCharCode(97 + ((state = (state * 48_271) % 2_147_483_647) % 26));
  return Array.from({ length: 5 }, () => Array.from({ length: 6 }, letter).join('')).join(' ');
};

test('any selection of any changes gives what one gets by hand: each line once, as it was or as it is', () => {
  const fates = fc.array(
    fc.tuple(fc.constantFrom('kept', 'changed', 'deleted', 'kept'), fc.nat({ max: 3 }), fc.boolean()),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(fates, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (all, isSelected) => {
      const rows: { before?: string; after?: string }[] = [];
      let gap: { deleted: string[]; added: string[] } = { deleted: [], added: [] };
      // What nobody can tell apart from a changed line counts as one.
      const closeGap = (): void => {
        const { deleted, added } = gap;
        for (let at = 0; at < Math.max(deleted.length, added.length); at++) {
          rows.push({
            ...(deleted[at] !== undefined && { before: deleted[at] }),
            ...(added[at] !== undefined && { after: added[at] }),
          });
        }
        gap = { deleted: [], added: [] };
      };
      for (const [index, [fate, added, isAddedFirst]] of all.entries()) {
        const before = sentence(index);
        const news = Array.from({ length: added }, (_, at) => sentence(1000 + index * 10 + at));
        if (isAddedFirst) gap.added.push(...news);
        if (fate === 'deleted') gap.deleted.push(before);
        else {
          closeGap();
          rows.push({ before, after: fate === 'kept' ? before : `${before} changed` });
        }
        if (!isAddedFirst) gap.added.push(...news);
      }
      closeGap();
      const base = rows.flatMap(({ before }) => before ?? []);
      const text = rows.flatMap(({ after }) => after ?? []);
      if (base.length === 0 || text.length === 0) return;
      const selections = text.flatMap((_, at): [number, number][] => (isSelected[at] ? [[at, at + 1]] : []));

      let place = 0;
      const byHand = rows.flatMap(({ before, after }) => {
        if (after === undefined)
          return (isSelected[place] && place < text.length) || (place > 0 && isSelected[place - 1]) ? [before!] : [];
        return isSelected[place++] ? (before ?? []) : after;
      });
      const result = reverted(base, text, ...selections);

      assert.deepEqual(result, byHand.length === 0 ? [''] : byHand);
      assert.equal(new Set(result).size, result.length);
    }),
    { numRuns: 3000 },
  );
});

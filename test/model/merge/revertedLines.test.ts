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
      base,
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
  assert.deepEqual(reverted(['a', 'b', 'c', 'd'], ['a', 'X', 'Y', 'Z', 'd'], [1, 2], [3, 4]), [
    'a',
    'b',
    'c',
    'Y',
    'd',
  ]);
});

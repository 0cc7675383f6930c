import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { assertLinear, type Work } from './growth.ts';

let result = 0;
let remembered = 0;
let isLoaded = false;
const nothing = new Int32Array(new SharedArrayBuffer(4));

/** Takes a nanosecond or so for each step. */
function work(steps: number): void {
  for (let at = 0; at < steps; at++) result = Math.imul(result ^ at, 2654435761);
}

const superLinear: readonly [string, Work['prepare']][] = [
  ['quadratic time', (size) => () => work(size ** 2)],
  ['quadratic time that is short for ten thousand characters', (size) => () => work(size ** 2 / 500)],
  ['quadratic time beside linear time', (size) => () => work(size ** 2 / 200 + 5 * size)],
  ['quadratic time from some size on', (size) => () => work(size < 10_000 ? size : size ** 2 / 100)],
  ['exponential time', (size) => () => work(1.2 ** size)],
  ['a regular expression that backtracks', (size) => () => /^(?:a+)+$/.test(`${'a'.repeat(size)}b`)],
  ['work without an end', (size) => () => work(size < 1000 ? size : Infinity)],
  [
    'searches from each place to the end',
    (size) => {
      const text = '['.repeat(size);
      return () => {
        for (let at = 0; at < text.length; at++) if (text.includes(']', at)) result += 1;
      };
    },
  ],
  [
    'a list that is copied for each element',
    (size) => {
      const lines = Array<string>(size).fill('a');
      return () => lines.reduce<readonly string[]>((all, line) => [...all, line], []);
    },
  ],
  [
    'quadratic time of a function that remembers its last result',
    (size) => () => {
      if (size !== remembered) work(size ** 2 / 100);
      remembered = size;
    },
  ],
];

const linear: readonly [string, Work['prepare']][] = [
  ['linear time', (size) => () => work(20 * size)],
  ['linear time that is short', (size) => () => work(size / 100)],
  ['n·log n', (size) => () => work(size * Math.log2(size))],
  ['constant time', () => () => work(100_000)],
  ['no time', () => () => undefined],
  ['linear time from some size on', (size) => () => work(size < 10_000 ? 0 : 50 * size)],
  ['quadratic time up to some size', (size) => () => work(Math.min(size, 3000) ** 2)],
  [
    'linear time of a function that loads something at first',
    (size) => () => {
      if (!isLoaded && size > 1000) work(20_000_000);
      isLoaded ||= size > 1000;
      work(20 * size);
    },
  ],
  [
    'sorting',
    (size) => {
      const numbers = Array.from({ length: size }, (_, at) => Math.imul(at, 2654435761));
      return () => numbers.toSorted((one, other) => one - other);
    },
  ],
];

/** In ms: shorter than usual, because so much work here has no end. */
const limit = 500;
const isFound = { message: /^takes more than linear time for letters: / };

describe('the guard of growth', () => {
  test.each(superLinear)('finds %s', (_, prepare) => {
    assert.throws(() => assertLinear('letters', prepare, limit), isFound);
  });

  test.each(superLinear.slice(0, 4))('finds %s on a busy computer', (_, prepare) => {
    assert.throws(() => assertLinear('letters', disturbed(prepare), limit), isFound);
  });

  test.each(linear)('accepts %s', (_, prepare) => {
    assertLinear('letters', prepare, limit);
  });

  test.each(linear)('accepts %s on a busy computer', (_, prepare) => {
    assertLinear('letters', disturbed(prepare), limit);
  });

  test('hands on what a call throws, such as a stack overflow', () => {
    const depth = (levels: number): number => (levels === 0 ? 0 : 1 + depth(levels - 1));

    assert.throws(() => assertLinear('levels', (size) => () => depth(size)), RangeError);
  });

  test('says how long each size takes', () => {
    assert.throws(() => assertLinear('letters', (size) => () => work(size ** 2 / 500), 20_000), {
      message: /^takes more than linear time for letters: (?:[\d.e+]+ ms for \d+(?:, |$)){3}/,
    });
  });
});

/** Work of which about every seventh call waits some milliseconds for the processor. */
function disturbed(prepare: Work['prepare']): Work['prepare'] {
  let random = 1;
  return (size) => {
    const call = prepare(size);
    return () => {
      random = Math.imul(random, 1664525) + 1013904223;
      if (random >>> 0 < 2 ** 32 / 7) Atomics.wait(nothing, 0, 0, 2);
      call();
    };
  };
}

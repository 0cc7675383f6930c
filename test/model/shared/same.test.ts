import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { isSame } from '../../../src/model/shared/same.ts';

test.each([
  ['the order of fields', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
  ['undefined fields', { a: 1, b: undefined }, { a: 1 }],
])('isSame ignores %s', (_, one, other) => {
  assert.ok(isSame(one, other));
});

test.each([
  ['null from an absent field', { a: null }, {}],
  ['a list from an object', [], {}],
  ['lists of another order', [1, 2], [2, 1]],
  ['lists of another length', [1], [1, undefined]],
  ['a field named like an inherited one', JSON.parse('{"__proto__":{}}'), {}],
  ['values of another type', '1', 1],
])('isSame distinguishes %s', (_, one: unknown, other: unknown) => {
  assert.ok(!isSame(one, other));
  assert.ok(!isSame(other, one));
});

test('isSame agrees with the text of JSON values', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      assert.ok(isSame(one, JSON.parse(JSON.stringify(one))));
      if (JSON.stringify(one) === JSON.stringify(other)) assert.ok(isSame(one, other));
    }),
  );
});

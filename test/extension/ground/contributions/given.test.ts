import assert from 'node:assert/strict';
import { test } from 'vitest';
import { shaped } from '../../../../src/extension/ground/contributions/given.ts';

const isRow = shaped<{ readonly kind: 'page' | 'file' }>({
  kind: ['page', 'file'],
  key: 'string',
  at: { account: 'object', space: 'present' },
  node: 'missing',
});
const row = { kind: 'page', key: 'a', at: { account: {}, space: undefined } };

test('recognizes anything that has each property of the shape', () => {
  assert.ok(isRow(row));
  assert.ok(isRow({ ...row, kind: 'file', more: 1 }));
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'page'],
  ['another kind', { ...row, kind: 'space' }],
  ['a value of another type', { ...row, key: 1 }],
  ['a property that has to be missing', { ...row, node: undefined }],
  ['an object without a property', { ...row, at: { account: {} } }],
  ['null where an object has to be', { ...row, at: { account: null, space: 1 } }],
  ['no object where one has to be', { ...row, at: undefined }],
])('does not recognize %s', (_, given) => {
  assert.ok(!isRow(given));
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { parseToken } from '../../src/client/token.ts';

test.each([
  ['tok_a.b-c~d+e/f==', 'tok_a.b-c~d+e/f=='],
  ['  tok \n', 'tok'],
  ['Bearer tok', 'tok'],
  ['bearer   tok', 'tok'],
  ['Authorization: Bearer tok', 'tok'],
  ['BearerOfNews', 'BearerOfNews'],
])('%j is the token %s', (text, token) => {
  assert.deepEqual(parseToken(text), { token });
});

test.each([
  ['', 'tokenEmpty'],
  ['  \n', 'tokenEmpty'],
  ['Bearer ', 'tokenEmpty'],
  ['s3c ret', 'tokenWithSpaces'],
  ['s3c\nret', 'tokenWithSpaces'],
  ['s3c\r\nret\r\n', 'tokenWithSpaces'],
  ['s3cret\u0007', 'tokenWithOddCharacter'],
  ['s3crét', 'tokenWithOddCharacter'],
  ['\u200bs3cret', 'tokenWithOddCharacter'],
  ['s3cret'.repeat(2000), 'tokenTooLong'],
])('%j is refused: %s', (text, code) => {
  const parsed = parseToken(text);

  assert.ok('problem' in parsed);
  assert.deepEqual(parsed.problem, { code });
});

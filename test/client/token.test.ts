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
  ['', /^Paste the API token\.$/],
  ['  \n', /^Paste the API token\.$/],
  ['Bearer ', /^Paste the API token\.$/],
  ['s3c ret', /space or a line break/],
  ['s3c\nret', /space or a line break/],
  ['s3c\r\nret\r\n', /space or a line break/],
  ['s3cret\u0007', /character in it that no token has/],
  ['s3crét', /character in it that no token has/],
  ['\u200bs3cret', /character in it that no token has/],
  ['s3cret'.repeat(2000), /too long/],
])('%j is refused with a suggestion, and not quoted', (text, problem) => {
  const parsed = parseToken(text);

  assert.ok('problem' in parsed);
  assert.match(parsed.problem, problem);
  assert.equal(parsed.problem.includes('s3c'), false);
});

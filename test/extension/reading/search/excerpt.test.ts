import assert from 'node:assert/strict';
import { test } from 'vitest';
import { excerptOf, wordsOf } from '../../../../src/extension/reading/search/excerpt.ts';
import { cpuTime } from '../../../cpuTime.ts';

const text = `Robots look after their batteries by themselves. ${'They rest. '.repeat(20)}Press the green button twice.`;

test.each([
  ['look', text.slice(0, 300)],
  ['green BUTTON', '…rest. They rest. Press the green button twice.'],
  ['button green', '…They rest. Press the green button twice.'],
  ['nowhere', text.slice(0, 300)],
  ['', text.slice(0, 300)],
])('an excerpt for %j shows the words', (query, expected) => {
  assert.equal(excerptOf(text, wordsOf(query)), expected);
});

test('an excerpt starts with the words if there is no space shortly before them', () => {
  assert.equal(excerptOf(`${'x'.repeat(500)}needle`, wordsOf('needle')), '…needle');
});

test('an excerpt of a hostile text takes no time', () => {
  const before = cpuTime();

  excerptOf('a '.repeat(500_000), wordsOf('a b '.repeat(128)));

  assert.ok(cpuTime() - before < 2000);
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { likenessOf } from '../../../src/model/shared/resemblance.ts';

test.each([
  ['nothing-here', 'charge-everything-before-the-morning'],
  ['the-dock', 'the-morning'],
  ['gone', 'safety-first'],
  ['', 'safety-first'],
])('“%s” has nothing in common with “%s”', (written, name) => {
  assert.equal(likenessOf(written, name), 0);
});

test.each([
  ['titel', 'title'],
  ['charge', 'charge-everything-before-the-morning'],
  ['safty-rules', 'safety-first'],
  ['Getting started', 'getting-started'],
])('“%s” may mean “%s”', (written, name) => {
  assert.ok(likenessOf(written, name) > 0);
});

test('an equal name ranks higher than one that contains it', () => {
  assert.ok(likenessOf('charging', 'charging') > likenessOf('charging', 'charging-the-robot'));
});

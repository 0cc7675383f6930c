import assert from 'node:assert/strict';
import { test } from 'vitest';
import { pictureOf } from '../../../src/model/shared/emoji.ts';

test.each([
  ['📙', '📙'],
  ['1f4d9', '📙'],
  ['1F4D9', '📙'],
  ['2699', '⚙\ufe0f'],
  ['2699-fe0f', '⚙\ufe0f'],
  ['⚙', '⚙\ufe0f'],
  ['00a9', '©\ufe0f'],
  ['1f1e9-1f1ea', '🇩🇪'],
  ['0031-20e3', '1\ufe0f\u20e3'],
  ['261d-1f3fb', '☝🏻'],
  ['1f3f3-200d-1f308', '🏳\ufe0f\u200d🌈'],
  ['1f468-200d-1f469-200d-1f467-200d-1f466', '👨‍👩‍👧‍👦'],
  ['1f469-1f3fd-200d-2764-200d-1f48b-200d-1f468-1f3ff', '👩🏽‍❤️‍💋‍👨🏿'],
  ['1f3f4-e0067-e0062-e0073-e0063-e0074-e007f', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
])('%s is the emoji %s', (emoji, picture) => {
  assert.equal(pictureOf(emoji), picture);
});

test.each([
  undefined,
  null,
  '',
  'ship 1 now',
  '\u202e5',
  '5',
  '35',
  '#',
  '2699x',
  '📙📙',
  '📙 book',
  '$(trash)',
  'd800',
  'd83d-dcd9-d800',
  'ffffff',
  '202e',
  'ad',
  '📙'.repeat(10_000),
  '📙\u200d'.repeat(9) + '📙',
])('%j is not an emoji', (emoji) => {
  assert.equal(pictureOf(emoji), undefined);
});

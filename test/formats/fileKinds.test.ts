import assert from 'node:assert/strict';
import { test } from 'vitest';
import { dimensionsOf } from '../../src/formats/fileKinds.ts';

test.each([
  ['width="40" height="20px"', { width: 40, height: 20 }],
  ['width="24.5" height="10"', { width: 25, height: 10 }],
  ['viewBox="0 0 24.5 10.25"', { width: 25, height: 10 }],
  ['width="0.2" height="0.2"', { width: 1, height: 1 }],
  ['width="12345678901234567890" height="10"', undefined],
  ['width="100%" height="100%"', undefined],
])('a drawing has whole pixels: %s', (attributes, size) => {
  assert.deepEqual(dimensionsOf('image/svg+xml', Buffer.from(`<svg ${attributes}></svg>`)), size);
});

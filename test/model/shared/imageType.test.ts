import assert from 'node:assert/strict';
import { test } from 'vitest';
import { imageTypeOf } from '../../../src/model/shared/imageType.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each([
  ['\x89PNG\r\n\x1a\nrest', 'image/png'],
  ['\xff\xd8\xffrest', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
  ['RIFF\0\0\0\0WAVE', undefined],
  ['<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>', undefined],
  ['<html>', undefined],
  ['', undefined],
])('%j is %s', (text, type) => {
  assert.equal(imageTypeOf(bytes(text)), type);
});

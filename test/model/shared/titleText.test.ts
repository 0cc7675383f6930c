import assert from 'node:assert/strict';
import { test } from 'vitest';
import { titleText } from '../../../src/model/shared/titleText.ts';

test.each([
  ['Guides', 'Guides'],
  ['one\r\n\ttwo\u2028three', 'one two three'],
  ['safe\u202egnp.exe', 'safegnp.exe'],
  ['\u2066isolated\u2069', 'isolated'],
  ['bell\u0007', 'bell'],
  ['next\u0085line', 'next line'],
  ['שלום', 'שלום'],
  ['\u202e \n', 'Untitled'],
  ['', 'Untitled'],
  [undefined, 'Untitled'],
  [null, 'Untitled'],
])('%j is shown as %j', (text, shown) => {
  assert.equal(titleText(text), shown);
});

test("a missing name is replaced by the caller's fallback", () => {
  assert.equal(titleText('\u202e', 'file-1'), 'file-1');
});

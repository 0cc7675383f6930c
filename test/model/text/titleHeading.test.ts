import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { repeatsTitle, titledText, titleIn } from '../../../src/model/text/titleHeading.ts';
import { cpuTime } from '../../cpuTime.ts';

test.each<[string, string | undefined, string]>([
  ['# A\n\nText.\n', 'A', 'Text.\n'],
  ['# A\r\n\r\nText.\r\n', 'A', 'Text.\r\n'],
  ['\n \n  #\tA b ##\n\n\nText.', 'A b', '\nText.'],
  ['# A', 'A', ''],
  ['#\n\nText.', '', 'Text.'],
  ['# C#\nText.', 'C#', 'Text.'],
  ['## A\n', undefined, '## A\n'],
  ['#A\n', undefined, '#A\n'],
  ['    # A\n', undefined, '    # A\n'],
  ['Text.\n# A\n', undefined, 'Text.\n# A\n'],
  ['', undefined, ''],
])('%j has its title in %j, and the text %j', (text, heading, body) => {
  assert.deepEqual(titledText(text), { heading, body });
});

test.each([
  ['A *b* `c` [d](e.md) \\* &amp;', 'A b c d * &'],
  ['Part <a href="#b" id="b"></a>', 'Part'],
  ['List<T> of <T>', 'List<T> of <T>'],
  ['1. First', '1. First'],
  ['snake_case_name', 'snake_case_name'],
])('the heading %j reads as %j', (heading, title) => {
  assert.equal(titleIn(heading, undefined), title);
  assert.equal(titleIn(heading, { title: 'Old', heading: 'Old' }), title);
});

test('a server that shows title marks literally takes them for letters', () => {
  assert.equal(titleIn('__main__ file', { title: '__init__ file', heading: '__init__ file' }), '__main__ file');
});

test('splitting a text loses no character', () => {
  const text = fc.array(fc.constantFrom('#', ' ', '\n', '\r\n', 'a', '\t', '## ')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (text) => {
      const { heading, body } = titledText(text);
      assert.ok(text.endsWith(body));
      const front = text.slice(0, text.length - body.length);
      assert.equal(front.replace(/[\s#]/g, ''), (heading ?? '').replace(/[\s#]/g, ''));
    }),
  );
});

test.each([
  ['# A\n\nText.', 'A', true],
  ['\n# *A*\n', 'A', true],
  ['# A b\n', 'A', false],
  ['## A\n', 'A', false],
  ['Text.', 'A', false],
])('whether %j repeats the title %j: %s', (body, title, expected) => {
  assert.equal(repeatsTitle(body, title), expected);
});

test.each([
  ['lines without a heading', '\r\n'.repeat(100_000) + 'x'],
  ['spaces in a heading', `# a${' '.repeat(100_000)}b`],
  ['marks in a heading', `# ${'# '.repeat(50_000)}b`],
  ['brackets in a heading', `# ${'[](<'.repeat(25_000)}b`],
])('many %s take hardly any time', (_, text) => {
  const before = cpuTime();
  const { heading = '' } = titledText(text);

  assert.ok(titleIn(heading, { title: 'A', heading: 'A' }).length <= heading.length);
  assert.ok(cpuTime() - before < 2000);
});

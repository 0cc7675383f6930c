import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { blankLinesAround } from '../../../src/model/tags/blankLines.ts';
import { destinationsOf } from '../../../src/model/text/destinations.ts';
import { headingsOf } from '../../../src/model/pages/text.ts';

describe('a block', () => {
  test.each([
    ['between a paragraph and a heading', 'Text\n|\n## Heading', '\n', '\n'],
    ['between blank lines', 'Text\n\n|\n\n## Heading', '', ''],
    ['in an empty text', '|', '', ''],
    ['in the first line', '|\nText', '', '\n'],
    ['in the first line of two empty ones', '|\n\nText', '', ''],
    ['in the second line below an empty one', '\n|\nText', '', '\n'],
    ['in the last line', '# Title\n|', '\n', ''],
    ['between lines that end in CRLF', 'Text\r\n|\r\nMore', '\n', '\n'],
    ['in an indented line', '- Item\n  |\n- Item', '\n', '\n'],
    ['at the start of a heading', 'Text\n\n|## Heading\n\nText', '', '\n\n'],
    ['at the start of a heading directly below a paragraph', 'Text\n|## Heading', '\n', '\n\n'],
    ['at the end of a heading', '## Heading|\n\nText', '\n\n', ''],
    ['at the end of a heading directly above a paragraph', '## Heading|\nText', '\n\n', '\n'],
    ['instead of a line', 'Text\n|Some words|\nMore', '\n', '\n'],
  ])('%s gets its missing blank lines', (_, text, before, after) => {
    assert.deepEqual(blankLinesIn(text, 'html'), { before, after });
    assert.deepEqual(blankLinesIn(text, 'tag'), { before, after });
  });

  test('in a tag gets a blank line only if HTML would swallow the end tag', () => {
    const text = '{% hint style="info" %}\n|\n{% endhint %}';

    assert.deepEqual(blankLinesIn(text, 'tag'), { before: '', after: '' });
    assert.deepEqual(blankLinesIn(text, 'html'), { before: '', after: '\n' });
  });

  test('below the end of a tag, or a tag without an end, gets a blank line', () => {
    assert.equal(blankLinesIn('{% endhint %}\n|\n', 'tag')?.before, '\n');
    assert.equal(blankLinesIn('{% embed url="https://a.example" %}\n|\n', 'tag')?.before, '\n');
  });

  test.each([
    'A | sentence',
    '## A | heading',
    '## |Heading',
    '|## Some| words',
    '- |',
    '| a | b |'.replace('b', '|'),
    '> |',
    'Text\n|words| go on',
  ])("can't be within a line: %j", (text) => {
    assert.equal(blankLinesIn(text, 'html'), undefined);
  });

  test('of HTML leaves the heading below it a heading', () => {
    const text = 'Text\n|\n## Heading';
    const { before, after } = blankLinesIn(text, 'html') ?? assert.fail();

    const written = text.replace('|', `${before}<figure><img src="a.png" alt=""></figure>${after}`);

    assert.deepEqual(
      headingsOf(written).map(({ title }) => title),
      ['Heading'],
    );
    assert.equal(destinationsOf(written).length, 1);
  });
});

describe('a link', () => {
  test.each([
    ['directly below HTML', '<figure><img src="a.png" alt=""></figure>\n|', '\n'],
    ['below several lines of HTML', 'Text\n\n<div>\nmore\n</div>\n|\n\nText', '\n'],
    ['below HTML that interrupts a paragraph', 'Text\n<figure><img src="a.png" alt=""></figure>\n|', '\n'],
    ['below HTML below a heading', '# Heading\n<figure></figure>\n|', '\n'],
    ['below HTML in a tag', '{% hint style="info" %}\n<figure></figure>\n|\n{% endhint %}', '\n'],
    ['below HTML in a list', '- item\n  <figure></figure>\n  |', '\n  '],
    ['below HTML in a quote', '> <figure></figure>\n> |', '\n> '],
    ['below an address alone in its line', '<https://a.example>\n|', ''],
    ['in a paragraph', 'Text\n|', ''],
    ['below a blank line', '<figure></figure>\n\n|', ''],
    ['within a line', 'Text\n\nText |', ''],
    ['in the first line', '|', ''],
    ['below an address in angle brackets within a line', 'See <https://a.example>\n|', ''],
  ])('%s gets a blank line only where HTML would swallow it', (_, text, before) => {
    assert.deepEqual(blankLinesIn(text, 'text'), { before, after: '' });
    assert.equal(
      destinationsOf(text.replace('|', `${before}[a](_files/a.pdf)`)).some(({ url }) => /pdf/.test(url)),
      true,
    );
  });
});

/** The range is at the first `|`, or between the first two. */
function blankLinesIn(marked: string, kind: 'html' | 'tag' | 'text') {
  const [before = '', ...rest] = marked.split('|');
  const inner = rest.length === 2 ? (rest[0] ?? '') : '';
  const start = before.length;
  const text = before + rest.join(rest.length === 2 ? '' : '|');
  return blankLinesAround(text, { start, end: start + inner.length }, kind);
}

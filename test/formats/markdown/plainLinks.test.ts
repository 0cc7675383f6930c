import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';
import { describe, test } from 'vitest';
import { plainLinks } from '../../../src/formats/markdown/plainLinks.ts';

const found = (text: string) => plainLinks(text)?.map(({ url, isShown }) => [url, isShown]);

/** The result of a full parser. */
function parsed(text: string): unknown[] {
  const links: unknown[] = [];
  visit(fromMarkdown(text), (node) => {
    if (node.type === 'link' || node.type === 'image') links.push([node.url, node.type === 'image']);
  });
  return links;
}

describe('links that need no parser', () => {
  test('are found at their places', () => {
    const text = 'See [one](a.md#b), **[two](https://a.example/x?y=1)** and ![three](c.png).\n- [four](d)\n';

    const links = plainLinks(text) ?? [];

    assert.deepEqual(
      links.map(({ start, end, isShown }) => [text.slice(start, end), isShown]),
      [
        ['a.md#b', false],
        ['https://a.example/x?y=1', false],
        ['c.png', true],
        ['d', false],
      ],
    );
  });

  test.each([
    '`[code](a)`',
    '`open [link](a)',
    '``two` [link](a)``',
    '\\[escaped](a)',
    '[titled](a "b")',
    '[![nested](a)](b)',
    '[reference]: a',
    '<b>[html](a)</b>',
    '[enclosed](<a b>)',
    '[with (parentheses)](a(b))',
    '    [indented](a)',
    '\t[indented](a)',
    '- one\n\n      [indented](a)',
    '~~~\n[fenced](a)\n~~~',
    '[empty]()',
    '[entity](a&amp;b)',
    '[line\nbreak](a)',
    '[code](`a`)',
  ])("don't include all of %j", (text) => {
    assert.equal(found(text), undefined);
  });

  test('are those that a parser finds, whatever the text', () => {
    const piece = fc.constantFrom(
      ...[
        '`',
        '`',
        '`code`',
        '``',
        '[',
        ']',
        '(',
        ')',
        '![',
        '](',
        '[a](b)',
        '![c](d.png)',
        '[e][f]',
        'text',
        ' ',
        '\n',
        '\n\n',
        '*',
        '**',
        '_',
        '#',
        '- ',
      ],
      ...[
        '> ',
        '1. ',
        '|',
        '---',
        '===',
        'http://x.example',
        '    ',
        '\t',
        '~',
        '"',
        "'",
        ':',
        '!',
        '^',
        '{% x %}',
        '$',
        '%20',
        'é',
      ],
    );

    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const links = found(text);
        if (links) assert.deepEqual(links, parsed(text));
      }),
      { numRuns: 5000 },
    );
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { visit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { parsedByPart } from '../../../src/model/text/byPart.ts';

let parsed = 0;

/** Also notes where the links are. */
function parse(text: string) {
  parsed += 1;
  const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const places: { start: number; end: number; url: string }[] = [];
  visit(tree, ['link', 'definition'], (node) => {
    const { url, position } = node as { url: string; position: { start: { offset: number }; end: { offset: number } } };
    places.push({ start: position.start.offset, end: position.end.offset, url });
  });
  return { tree, places };
}

const blocks = [
  ...['# One', '## Two ##', 'Title\n===', '#Three', '   ### Four', '    # Code'],
  ...['Text with [a link](b.md), [one] and [Two words][].', '![x][one] and [one][two words]', '[^1] and [none]'],
  ...[
    '[one]: one.md',
    '[two\nwords]: two.md "Two"',
    '> [one]: other.md',
    '- [Two  Words]:\n  three.md',
    '[^1]: A note',
    '[a]: b c',
  ],
  ...['```\n\n# Not a heading\n\n```', '```js', '~~~', '````\n```\n\n# Not\n\n````', '  ```', '- ```\n  code', '> ~~~'],
  ...[
    '<!-- \n\n# Not a heading\n',
    '-->',
    '<div>\n# Not\n</div>',
    '<pre>\n\n# Not\n',
    '</pre>',
    '<?x',
    '?>',
    '<script>\n\n# Not\n',
  ],
  ...[
    '- item\n\n  # In it\n\n- next',
    '1. one\n2. two',
    '> quote\n# After',
    '| a | b |\n| - | - |\n| 1 | 2 |',
    '***',
    '$$\n\n# x\n\n$$',
  ],
];

test('a text is parsed in parts as in one', () => {
  const texts = fc
    .tuple(
      fc.array(fc.constantFrom(...blocks, '# H', '# H', '# H'), { minLength: 5, maxLength: 30 }),
      fc.constantFrom('\n', '\r\n'),
    )
    .map(([all, end]) => all.join('\n\n').replaceAll('\n', end));
  let split = 0;
  fc.assert(
    fc.property(texts, (text) => {
      parsed = 0;
      const read = parsedByPart(text, parse, 20);
      if (parsed > 1) split += 1;
      assert.deepEqual(read, parse(text));
    }),
    { numRuns: 300 },
  );
  expect(split).toBeGreaterThan(150);
});

test('a part that ends in code is parsed with the rest, once', () => {
  parsed = 0;

  parsedByPart(`# A\n\n<pre>\n\n${'# B\n\n'.repeat(1000)}`, parse, 5);

  expect(parsed).toBeLessThan(4);
});

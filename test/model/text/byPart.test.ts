import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { visit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { parsedByPart } from '../../../src/model/text/byPart.ts';

let parsed = 0;
let characters = 0;

/** Also notes where the links are. */
function parse(text: string) {
  parsed += 1;
  characters += text.length;
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
  ...[
    '[![badge]](https://a.example) [![one]][two words]',
    '[see[badge] x',
    '[[one]] [a [two words] b][Esc\\]aped x]',
    '[\n> one]',
  ],
  ...['[badge]: badge.png', '[esc\\]aped\nx]: e.md', '[>]: x', '[>] and [esc\\]aped x]', '[\\\ny]: y', '[\\ y]'],
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

test('long definitions that every part needs are parsed once', () => {
  const labels = Array.from({ length: 60 }, (_, at) => `${at} ${'long '.repeat(100)}`.trim());
  const part = `# A\n\n${labels.map((label) => `[${label}]`).join('\n')}\n\n`;
  const text = part.repeat(10) + labels.map((label) => `[${label}]: x`).join('\n\n');
  characters = 0;

  parsedByPart(text, parse);

  expect(characters).toBe(text.length);
});

test('a part gets the definitions of pictures in links', () => {
  const filler = `# A\n\n${'Words. '.repeat(1500)}\n\n`;
  const text = `# A\n\n[![badge]](https://ci.example) [see[foo] x\n\n${filler}${filler}[badge]: a.png\n\n[foo]: b.md\n`;

  assert.deepEqual(parsedByPart(text, parse), parse(text));
});

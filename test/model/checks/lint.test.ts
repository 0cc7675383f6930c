import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lint } from 'markdownlint/sync';
import { expect, test } from 'vitest';
import { lintProblems } from '../../../src/model/checks/lint.ts';
import { mayFail } from '../../../src/model/checks/lintable.ts';
import { usualRules } from '../../../src/model/checks/rules.ts';
import { withTagLinesCut } from '../../../src/model/tags/problems.ts';
import { parsedWithTree } from '../../../src/model/text/destinations.ts';

/** A rule that finds nothing, and for which the page is read as one. */
const withAnother = { ...usualRules, MD043: true };

const blocks = [
  ...['# One', '## Two', '#Three', '##\tFour', '# H', '# H', 'Title\n---', '#', '#\u00a0Five'],
  ...[
    'A *word*, **two** and _three_.',
    'a * b * c',
    '*a * b',
    '2 *x and 3 *y',
    'snake_case and other_name',
    '** bold **',
  ],
  ...[
    '*a `b* c` d*',
    'x* *a* y *b',
    '_a_b_ c_',
    '(*a*) "**b**"',
    '*www.a.b/c* d*',
    '- *a\n- b *',
    '* item\n* *item',
    '    * code',
    'text\n    * a * b',
  ],
  ...['(text)[link]', '[a ](b.md)', '[ a](b.md)', '[a\n](b)', '[a](b.md)', '- [ ] task'],
  ...[
    '[a]()',
    '[a](#)',
    '[a]( # )',
    '[a](<>)',
    '[a](# "t")',
    '[![x]()](b)',
    '[a][one]',
    '[a][none]',
    '[one][]',
    '[none][]',
    '[one]',
    '![a][ONE]',
    '[hash]',
    '[a][hash]',
    '[a][^1]',
  ],
  ...['[one]: one.md', '[hash]: #', '> [one]: one.md', '[^1]: A note of words'],
  ...[
    '| a | b |\n| - | - |\n| 1 | 2 |',
    '| a | b |\n|---|---|\n| 1 |',
    '| a |\n| - |\n| 1 | 2 |',
    'a | b\n--|--\n1 | 2 | 3',
    '| a \\| b | c |\n|-|-|\n| 1 | 2 |\nText',
  ],
  ...[
    '- | a | b\n  |-|-|\n  | 1 | 2 | 3',
    '> | a | b |\n> |-|-|\n> | 1 |',
    'a\n:-\nb',
    '|a|\n|-|\n||',
    '| a | b |\n| - | - |\n| `x|y` | 2 |',
  ],
  ...['```\n#Not\n\n# Not\n```', '```', '<div>\n[a]()\n</div>', '<!--\n\n# Not\n', '-->', '$$\n\n# Not\n\n#Not\n\n$$'],
  ...['{% hint style="info" %}\n#X\n{% endhint %}', '{% tab title="a * b" %}'],
];

test('a page is read in parts as in one', () => {
  const filler = `${'Words that fill a line. '.repeat(80)}\n\n`;
  const texts = fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom(...blocks), fc.integer({ min: 0, max: 9 })), { minLength: 1, maxLength: 12 }),
      fc.constantFrom('\n', '\r\n'),
    )
    .map(([all, end]) =>
      all
        .map(([block, more]) => (more === 0 ? `${filler}${filler}${block}` : block))
        .join('\n\n')
        .replaceAll('\n', end),
    );
  let faulty = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const { tree } = parsedWithTree(text, withTagLinesCut(text));
      const whole = lintProblems(text, withAnother, tree);
      if (whole.length > 0) faulty += 1;
      assert.deepEqual(lintProblems(text, usualRules, tree), whole);
    }),
    { numRuns: 100 },
  );
  expect(faulty).toBeGreaterThan(30);
});

test('a table in which markdownlint finds a problem is read', () => {
  const cell = fc.constantFrom('a', 'b c', '\\|', '\\\\', '`x|y`', '`x\\|y`', '', ' ', '\u00a0', '-', '*', '1.', '>');
  const row = fc.tuple(
    fc.array(cell, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '|'),
    fc.constantFrom('', '|', ' |', '|\t', '|\u00a0'),
  );
  const line = row.map(([cells, first, last]) => first + cells.join(' | ') + last);
  const delimiter = row.map(
    ([cells, first, last]) =>
      first + cells.map((each, at) => (each === 'a' && at > 0 ? ':-:' : '---')).join('|') + last,
  );
  const tables = fc
    .tuple(
      line,
      delimiter,
      fc.array(fc.oneof({ weight: 4, arbitrary: line }, delimiter), { maxLength: 4 }),
      fc.constantFrom('', '> ', '- ', '  '),
      fc.constantFrom('\n', '\r\n'),
    )
    .map(([head, below, rows, prefix, end]) =>
      [head, below, ...rows].map((each, at) => (prefix === '- ' && at > 0 ? '  ' : prefix) + each).join(end),
    );
  let faulty = 0;
  fc.assert(
    fc.property(fc.array(tables, { minLength: 1, maxLength: 2 }), (all) => {
      const page = all.join('\n\n');
      const { page: found = [] } = lint({ strings: { page }, config: { default: false, MD056: true } });
      if (found.length === 0) return;
      faulty += 1;
      assert.ok(mayFail(page, new Set()), page);
    }),
    { numRuns: 1000, examples: [[['a |\n--- |\nb | c\n']], [['a |\n- |\n|\n']]] },
  );
  expect(faulty).toBeGreaterThan(100);
});

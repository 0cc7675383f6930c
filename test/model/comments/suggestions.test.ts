import assert from 'node:assert/strict';
import fc from 'fast-check';
import { suite, test } from 'vitest';
import { applySuggestions, outdatedIn, uniqueStretch } from '../../../src/model/comments/appliedSuggestions.ts';
import { changedWordsOf, diffLines, textOfLine } from '../../../src/model/comments/suggestionDiff.ts';
import { quotedWords } from '../../../src/model/comments/quotedWords.ts';
import {
  linesOf,
  suggestingMarkdown,
  suggestingComment,
  suggestionMarkdown,
  suggestionProblem,
  partsOf,
  suggestionsIn,
  type Suggestion,
} from '../../../src/model/comments/suggestions.ts';
import { cpuTime } from '../../cpuTime.ts';

const line = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, '')),
  fc.constantFrom(
    '',
    '```',
    '````suggestion',
    '   ~~~',
    '```original',
    '> quoted',
    '\t',
    'same',
    '`',
    '~~~~ suggestion',
  ),
);
const suggestion: fc.Arbitrary<Suggestion> = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 5 }), fc.array(line, { maxLength: 5 }))
  .map(([oldLines, newLines]) => ({ oldLines, newLines }));

suite('The Markdown of a suggestion', () => {
  test('is two blocks', () => {
    assert.equal(
      suggestionMarkdown({ oldLines: ['Old lamp', 'and cable'], newLines: ['New lamp'] }),
      '```original\nOld lamp\nand cable\n```\n\n```suggestion\nNew lamp\n```',
    );
  });

  test('is read as the same lines, whatever they contain and with any line endings', () => {
    fc.assert(
      fc.property(fc.array(suggestion, { maxLength: 3 }), fc.constantFrom('\n', '\r\n'), (suggestions, ending) => {
        const comment = ['Shorter:', ...suggestions.map(suggestionMarkdown), 'What do you think?'].join('\n\n');
        assert.deepEqual(suggestionsIn(comment.replaceAll('\n', ending)), suggestions);
      }),
    );
  });

  test('tells an empty line from no line', () => {
    assert.deepEqual(suggestionsIn('```original\na\n```\n```suggestion\n```'), [{ oldLines: ['a'], newLines: [] }]);
    assert.deepEqual(suggestionsIn('```original\na\n```\n```suggestion\n\n```'), [{ oldLines: ['a'], newLines: [''] }]);
  });

  test('may have words between its blocks', () => {
    const comment = 'Instead of\n```original\na\n```\nrather\n~~~ suggestion\nb\n~~~';
    assert.deepEqual(suggestionsIn(comment), [{ oldLines: ['a'], newLines: ['b'] }]);
    assert.equal(quotedWords({ quote: undefined, body: { kind: 'markdown', markdown: comment } }), 'a');
  });

  test('is none without the old lines, in a quote, inside of another block, or without an end', () => {
    const whole = suggestionMarkdown({ oldLines: ['a'], newLines: ['b'] });
    for (const comment of [
      'A suggestion: drop it.',
      '```suggestion\nb\n```',
      '```original\n```\n```suggestion\nb\n```',
      whole.replaceAll(/^/gm, '> '),
      `~~~~\n${whole}\n~~~~`,
      whole.slice(0, -4),
    ]) {
      assert.deepEqual(suggestionsIn(comment), [], comment);
    }
  });

  test('takes each block of old lines once', () => {
    const comment = '```original\na\n```\n```suggestion\nb\n```\n```suggestion\nc\n```';
    assert.deepEqual(suggestionsIn(comment), [{ oldLines: ['a'], newLines: ['b'] }]);
  });

  test('is read up to 50 times in a comment', () => {
    const whole = suggestionMarkdown({ oldLines: ['a'], newLines: ['b'] });
    assert.equal(suggestionsIn(Array<string>(60).fill(whole).join('\n')).length, 50);
  });

  test('is shown as a diff', () => {
    const comment = suggestionMarkdown({ oldLines: ['one', 'two', 'three'], newLines: ['one', '2', 'three', '```'] });
    const [above, suggestion, below] = partsOf(`Like this:\n\n${comment}\n\nGood?`);
    assert.ok(suggestion?.kind === 'suggestion');
    assert.deepEqual(diffLines(suggestion.suggestion).map(textOfLine), [' one', '-two', '+2', ' three', '+```']);
    assert.deepEqual(
      [above, below],
      [
        { kind: 'text', markdown: 'Like this:\n' },
        { kind: 'text', markdown: '\nGood?' },
      ],
    );
    assert.deepEqual(partsOf('No suggestion'), [{ kind: 'text', markdown: 'No suggestion' }]);
  });

  test('has marks at the words that it changes, unless little stays the same', () => {
    const marked = (before: string, after: string) =>
      diffLines({ oldLines: before.split('\n'), newLines: after.split('\n') }).map(
        ({ mark, pieces }) =>
          `${mark[0]} ${pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')}`,
      );
    assert.deepEqual(marked('Drive into the dock slowly.', 'Drive into a dock very slowly.'), [
      'd Drive into [the] dock slowly.',
      'i Drive into [a] dock[ very] slowly.',
    ]);
    assert.deepEqual(marked('One.\nTwo of them.', 'One.\nTwo of you,\nand me.'), [
      's One.',
      'd Two of [them].',
      'i Two of [you,]',
      'i [and me].',
    ]);
    assert.deepEqual(marked('One.', 'Another thing'), ['d One.', 'i Another thing']);
  });

  test('shows what is changed first, of a long line', () => {
    const long = (end: string) =>
      `The map tells robots where walls are, where they may drive, and how ${end} they may go.`;
    assert.deepEqual(changedWordsOf({ oldLines: ['', long('fast')], newLines: ['', long('slowly')] }), [
      { line: 1, before: '… may drive, and how ', deleted: 'fast', inserted: 'slowly', after: ' they may go.' },
    ]);
    assert.deepEqual(changedWordsOf({ oldLines: ['a'], newLines: [] }), [
      { line: 0, before: '', deleted: 'a', inserted: '', after: '' },
    ]);
  });

  test('is read in linear time', () => {
    const size = 100_000;
    for (const comment of [
      `suggestion\n${'~'.repeat(size)}\``,
      `suggestion\n\`\`\`${'a'.repeat(size)}\``,
      `suggestion\n\`\`\`${' '.repeat(size)}x`,
      suggestionMarkdown({ oldLines: Array<string>(size / 2).fill('`a'), newLines: ['`'.repeat(size)] }),
    ]) {
      const start = cpuTime();
      for (const part of partsOf(comment)) if (part.kind === 'suggestion') diffLines(part.suggestion);
      assert.ok(cpuTime() - start < 1000);
    }
  });
});

suite('Applying suggestions', () => {
  const apply = (text: string, ...all: readonly (readonly [string[], string[]])[]) =>
    applySuggestions(
      text,
      all.map(([oldLines, newLines]) => ({ oldLines, newLines })),
    );

  test('replaces the old lines and keeps all others byte for byte', () => {
    const { text, outdated } = apply('a\r\nb \rc\n\td', [
      ['b ', 'c'],
      ['B', 'C', 'D'],
    ]);
    assert.equal(text, 'a\r\nB\rC\rD\n\td');
    assert.deepEqual(outdated, [undefined]);
  });

  test('deletes lines', () => {
    assert.equal(apply('a\nb\nc', [['b'], []]).text, 'a\nc');
    assert.equal(apply('a\nb\nc', [['b'], []], [['c'], []]).text, 'a');
    assert.equal(apply('a\nb\n', [['b', ''], []]).text, 'a');
    assert.equal(apply('a', [['a'], []]).text, '');
  });

  test('uses the line endings of the text in new lines', () => {
    assert.equal(apply('a\r\nb', [['b'], ['b', 'c']]).text, 'a\r\nb\r\nc');
  });

  test('leaves out a suggestion whose old lines are gone or repeated', () => {
    const { text, outdated } = apply('a\nb\na', [['x'], ['y']], [['a'], ['y']], [['b', 'x'], []], [['b'], ['B']]);
    assert.equal(text, 'a\nB\na');
    assert.deepEqual(outdated, ['missing', 'repeated', 'missing', undefined]);
    assert.deepEqual(apply('a\na\na', [['a', 'a'], ['b']]).outdated, ['repeated']);
  });

  test('applies only the first of overlapping suggestions, and both if they only touch', () => {
    const overlapping = apply('a\nb\nc', [['b', 'c'], ['X']], [['a', 'b'], ['Y']]);
    assert.equal(overlapping.text, 'a\nX');
    assert.deepEqual(overlapping.outdated, [undefined, 'overlapping']);
    assert.equal(apply('a\nb\nc', [['b', 'c'], ['X']], [['a'], ['Y']]).text, 'Y\nX');
  });

  test('gives the text that was meant, by way of its Markdown', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 30 }),
        line,
        fc.nat(),
        fc.nat({ max: 4 }),
        fc.array(line, { minLength: 1, maxLength: 4 }),
        (before, last, seed, length, newLines) => {
          const lines = [...before.map(([content]) => content), last];
          const start = seed % lines.length;
          const stretch = uniqueStretch(lines, start, Math.min(lines.length, start + 1 + length));
          const text = before.map(([content, ending]) => content + ending).join('') + last;
          fc.pre(stretch !== undefined);
          const oldLines = lines.slice(stretch.start, stretch.end);
          const [read] = suggestionsIn(suggestionMarkdown({ oldLines, newLines }));
          assert.ok(read);
          const applied = applySuggestions(text, [read]);
          assert.deepEqual(applied.outdated, [undefined]);
          const offset = (at: number) =>
            before.slice(0, at).reduce((sum, [content, ending]) => sum + content.length + ending.length, 0);
          assert.ok(applied.text.startsWith(text.slice(0, offset(stretch.start))));
          const rest = stretch.end < lines.length ? text.slice(offset(stretch.end)) : '';
          assert.ok(applied.text.endsWith(rest));
          assert.deepEqual(linesOf(applied.text), [
            ...lines.slice(0, stretch.start),
            ...newLines,
            ...lines.slice(stretch.end),
          ]);
        },
      ),
    );
  });

  test('takes linear time for repeated lines', () => {
    const text = Array<string>(200_000).fill('a').join('\n');
    const oldLines = [...Array<string>(50_000).fill('a'), 'b'];
    const start = cpuTime();
    assert.equal(outdatedIn(`${text}\nb\nb`)({ oldLines, newLines: [] }), undefined);
    assert.equal(outdatedIn(text)({ oldLines, newLines: [] }), 'missing');
    assert.ok(cpuTime() - start < 2000);
  });
});

test('a suggestion in a comment of very many lines is shown', () => {
  const lines = 'x\n'.repeat(400_000);
  const suggestion = suggestionMarkdown({ oldLines: ['a'], newLines: ['b'] });
  assert.deepEqual(partsOf(`${lines}${suggestion}\n${lines}`)[1], {
    kind: 'suggestion',
    suggestion: { oldLines: ['a'], newLines: ['b'] },
  });
});

suite('The stretch of a suggestion', () => {
  test('grows until it occurs only once', () => {
    const lines = ['x', 'same', 'y', 'same', 'z'];
    assert.deepEqual(uniqueStretch(lines, 0, 1), { start: 0, end: 1 });
    assert.deepEqual(uniqueStretch(lines, 3, 4), { start: 2, end: 5 });
    assert.equal(uniqueStretch(Array<string>(99).fill('same'), 50, 51), undefined);
  });
});

suite('A comment with one suggestion', () => {
  const words = fc.oneof(
    fc.array(line, { maxLength: 4 }).map((lines) => lines.join('\n')),
    fc.constantFrom('', 'Shorter', '\n', '```\nopen', '~~~', 'a\n\n', '```suggestion\nx\n```'),
  );

  test('can always be applied, whatever is said besides', () => {
    fc.assert(
      fc.property(words, suggestion, (said, suggested) => {
        const markdown = suggestingMarkdown({ words: said, suggestion: suggested });
        assert.deepEqual(suggestionsIn(markdown)[0], suggested);
        assert.ok(markdown.includes(said));
      }),
    );
  });

  test('is read as its parts again', () => {
    fc.assert(
      fc.property(fc.string(), suggestion, (typed, suggested) => {
        const said = linesOf(typed).join('\n');
        fc.pre(!/[`~]/.test(said));
        const parts = { words: said, suggestion: suggested };
        assert.deepEqual(suggestingComment(suggestingMarkdown(parts)), parts);
      }),
    );
  });

  test('has its words below if they would break it', () => {
    const markdown = suggestingMarkdown({ words: '```', suggestion: { oldLines: ['a'], newLines: ['b'] } });
    assert.equal(markdown, '```original\na\n```\n\n```suggestion\nb\n```\n\n```');
    assert.equal(suggestingComment(markdown)?.words, '```');
  });

  const block = '```original\na\n```\n\n```suggestion\nb\n```';
  test.each([
    ['', 'no suggestion'],
    [`${block}\n\n${block}`, 'two suggestions'],
    [`above\n\n${block}\n\nbelow`, 'words on both sides'],
    ['```original\na\n```\nrather\n```suggestion\nb\n```', 'words between its blocks'],
    [`close\n${block}`, 'words right above'],
  ])('has no parts in %j: %s', (markdown) => {
    assert.equal(suggestingComment(markdown), undefined);
  });

  test.each([
    [block, false],
    ['Use a block `suggestion`.', false],
    ['```suggestion\nb\n```', true],
    ['```original\na\n``\n\n```suggestion\nb\n```', true],
    [`${block}\n\n~~~ suggestion\nc`, true],
    ['```suggestions\nb\n```', false],
    [suggestionMarkdown({ oldLines: ['a'], newLines: ['```suggestion', 'x', '```'] }), false],
    ['````\n```suggestion\nb\n```\n````', false],
    ['```original\na\n```\n\n```suggestion\nb', true],
  ])('in %j, a suggestion that can’t be applied: %s', (markdown, isBroken) => {
    assert.equal(suggestionProblem(markdown) === 'broken', isBroken);
  });

  test('that changes nothing', () => {
    assert.equal(suggestionProblem(suggestionMarkdown({ oldLines: ['a', ''], newLines: ['a', ''] })), 'same');
    assert.equal(suggestionProblem(suggestionMarkdown({ oldLines: [''], newLines: [] })), undefined);
  });
});

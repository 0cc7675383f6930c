import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, test } from 'vitest';
import { boxText, type BoxTextOptions } from '../../../src/model/comments/boxText.ts';
import { diffLines, textOfLine } from '../../../src/model/comments/suggestionDiff.ts';
import { suggestionMarkdown, suggestionsIn, type Suggestion } from '../../../src/model/comments/suggestions.ts';

/** The Markdown of the box, with plain text escaped as VS Code does. */
function markdownOf(comment: string, options?: BoxTextOptions): string {
  return boxText(comment, options)
    .parts.map(({ kind, text }) => (kind === 'plain' ? escaped(text) : text))
    .join('\n\n');
}

function escaped(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+\-!~]/g, '\\$&')
    .replace(/([ \t]+)/g, (_, blanks: string) => '&nbsp;'.repeat(blanks.length))
    .replace(/>/gm, '\\>')
    .replace(/\r\n|\n|\r/g, '\n\n');
}

/** The text of each block `diff`, as two parsers read the Markdown. */
function diffsIn(markdown: string): string[] {
  const read = fromMarkdown(markdown).children.flatMap((node) =>
    node.type === 'code' && node.lang === 'diff' ? [node.value] : [],
  );
  const isDiff = /^diff\b/i;
  const all = new MarkdownIt({ html: true })
    .parse(markdown, {})
    .filter(({ type, info }) => type === 'fence' && isDiff.test(info.trim()))
    .map(({ content }) => content.replace(/\n$/, ''));
  assert.deepEqual(all, read);
  return read;
}

const diffOf = (suggestion: Suggestion) => diffLines(suggestion).map(textOfLine).join('\n');

const hiding = [
  '> Tpyo here',
  '    `````text',
  '```original',
  'The limit is 10 V.',
  '```',
  '```suggestion',
  'The limit is 400 V.',
  '```',
  '`````',
  '',
  '```original',
  'Tpyo here.',
  '```',
  '```suggestion',
  'Typo here.',
  '```',
  '`````',
  '`````',
].join('\n');

describe('the box of a comment in an editor', () => {
  test('shows the suggestion that is applied, not one that the display would make of an indent', () => {
    const markdown = markdownOf(hiding, { saidFirst: true });

    assert.deepEqual(suggestionsIn(hiding), [{ oldLines: ['The limit is 10 V.'], newLines: ['The limit is 400 V.'] }]);
    assert.deepEqual(diffsIn(markdown), ['-The limit is 10 V.\n+The limit is 400 V.']);
  });

  test('shows exactly the suggestions that are applied, whatever is around them', () => {
    const whole = suggestionMarkdown({ oldLines: ['a word here', 'b'], newLines: ['a thing here'] });
    const fence = fc.tuple(
      fc.constantFrom('', ' ', '   ', '    ', '\t', '> ', '- ', '  - ', '1. ', '>     '),
      fc.constantFrom('```', '````', '`````', '~~~', '~~~~'),
      fc.constantFrom('', 'original', 'suggestion', ' suggestion', 'diff', 'diff x', 'text', '\u00a0', '\t', '`'),
    );
    const line = fc.oneof(
      fence.map((parts) => parts.join('')),
      fc.constantFrom('', ' ', 'x', '> quoted', '>', '- item', '<!--', '-->', '<pre>', '<div>', '</div>', '-a', '+b'),
      fc.constantFrom('| a |', '| - |', '[a]: b', '&lt;', '\\', '<script>', '$$', '---', '\u2028', 'a\rb', whole),
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 24 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        (lines, end, last) => {
          const comment = lines.join(end);
          const applied = suggestionsIn(comment);
          fc.pre(applied.length > 0);

          assert.deepEqual(diffsIn(markdownOf(comment, { saidFirst: last })), applied.map(diffOf));
        },
      ),
      { numRuns: 400 },
    );
  });

  test('shows suggestions below a text that is cut, and says which ones it leaves out', () => {
    const second = suggestionMarkdown({ oldLines: ['10 V'], newLines: ['400 V'] });
    const filler = 'word '.repeat(6000);
    const shown = boxText(`${suggestionMarkdown({ oldLines: ['a'], newLines: ['b'] })}\n\n${filler}\n\n${second}`);
    assert.equal(shown.isCut, true);
    assert.equal(shown.suggestions.length, 2);
    assert.match(shown.parts.at(-1)?.text ?? '', /\+400 V/);

    const long = suggestionMarkdown({ oldLines: ['a'], newLines: Array<string>(30_000).fill('new') });
    const cut = boxText(`${second}\n\n${long}`);
    assert.deepEqual(cut.suggestions, [{ oldLines: ['10 V'], newLines: ['400 V'] }]);
    assert.equal(cut.isCut, true);
  });

  test('starts with its own words, followed by the quote', () => {
    const first = (comment: string) => markdownOf(comment, { saidFirst: true });
    assert.equal(first('> The line\n> goes on\n\nWhy?'), 'Why?\n\n> The line\n> goes on');
    assert.equal(first('> Only a quote'), '> Only a quote');
    assert.equal(first('Why?\n\n> later'), 'Why?\n\n> later');
    assert.equal(markdownOf('> The line\n\nWhy?'), '> The line\n\nWhy?');
  });

  test('names the words that a suggestion changes in its lines', () => {
    const partial = suggestionMarkdown({
      oldLines: ['Drive in slowly, then stop.'],
      newLines: ['Drive in fast, stop.'],
    });
    assert.equal(boxText(partial).parts.at(-1)?.text, '`-slowly` `+fast` · `-then`');
    const whole = suggestionMarkdown({ oldLines: ['One.'], newLines: ['Another thing'] });
    assert.deepEqual(
      boxText(whole).parts.map(({ kind }) => kind),
      ['markdown'],
    );
  });
});

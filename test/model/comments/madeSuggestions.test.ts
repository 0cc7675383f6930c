import assert from 'node:assert/strict';
import fc from 'fast-check';
import { suite, test } from 'vitest';
import { applySuggestions } from '../../../src/model/comments/appliedSuggestions.ts';
import { suggestionsMaking } from '../../../src/model/comments/madeSuggestions.ts';
import { suggestionMarkdown, suggestionsIn } from '../../../src/model/comments/suggestions.ts';

const text = fc
  .array(fc.oneof(fc.constantFrom('', 'a', 'b', 'c', '```', '```suggestion'), fc.string({ maxLength: 4 })), {
    maxLength: 30,
  })
  .map((lines) => lines.map((line) => line.replace(/[\r\n]/g, '')).join('\n'));

suite('The suggestions that make an edited text', () => {
  test('turn the old text into exactly the edited one, in any order, after they were sent as comments', () => {
    fc.assert(
      fc.property(text, text, fc.boolean(), (before, after, isReversed) => {
        const made = suggestionsMaking(before, after).flatMap((each) => suggestionsIn(suggestionMarkdown(each)));
        const applied = applySuggestions(before, isReversed ? made.toReversed() : made);

        assert.equal(applied.text, after);
        assert.deepEqual(applied.outdated.filter(Boolean), []);
      }),
      { numRuns: 2000 },
    );
  });

  test('keep the line endings of the old text', () => {
    const before = 'One.\r\n\r\nTwo.\r\n\r\nThree.\r\n';
    const after = 'One!\r\nMore.\r\n\r\nTwo.\r\n';

    assert.equal(applySuggestions(before, suggestionsMaking(before, after)).text, after);
  });

  test('are one for each changed stretch of lines, at those lines', () => {
    const before = ['# Title', '', 'One.', '', 'Two.', 'Three.', '', 'Four.'];
    const after = ['# Title', '', 'One!', '', 'Two.', '', 'Four.', 'Five.'];

    assert.deepEqual(suggestionsMaking(before.join('\n'), after.join('\n')), [
      { start: 2, end: 3, oldLines: ['One.'], newLines: ['One!'] },
      { start: 5, end: 6, oldLines: ['Three.'], newLines: [] },
      { start: 7, end: 8, oldLines: ['Four.'], newLines: ['Four.', 'Five.'] },
    ]);
  });

  test('are one for each paragraph, although the blank lines between them are alike', () => {
    const made = suggestionsMaking('One.\n\nTwo.\n\nThree.', 'One!\n\nTwo!\n\nThree!');

    assert.deepEqual(
      made.map(({ oldLines, newLines }) => [oldLines, newLines]),
      [
        [['One.'], ['One!']],
        [['Two.'], ['Two!']],
        [['Three.'], ['Three!']],
      ],
    );
  });

  test('take in lines around a line that occurs several times', () => {
    const [made, ...others] = suggestionsMaking('a\nsame\nb\nsame', 'a\nother\nb\nsame');

    assert.deepEqual(others, []);
    assert.deepEqual(made, { start: 0, end: 3, oldLines: ['a', 'same', 'b'], newLines: ['a', 'other', 'b'] });
  });

  test('are none for the same text', () => {
    assert.deepEqual(suggestionsMaking('a\nb', 'a\nb'), []);
  });

  test('are at most a hundred, however many lines changed', () => {
    const before = Array.from({ length: 2000 }, (_, at) => `line ${at}`);
    const after = before.map((line, at) => (at % 2 === 0 ? line : `new ${at}`));
    const made = suggestionsMaking(before.join('\n'), after.join('\n'));

    assert.ok(made.length <= 100, `${made.length} suggestions`);
    assert.equal(applySuggestions(before.join('\n'), made).text, after.join('\n'));
  });
});

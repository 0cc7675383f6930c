import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { newHidden, withHiddenShown } from '../../../src/model/text/hiddenCharacters.ts';
import { wordsOf } from '../../../src/model/text/words.ts';

describe('hidden characters', () => {
  test.each([
    ['a direction mark', 'from \u202e001', 'from [U+202E]001'],
    ['an isolate and a mark', '\u2066a\u2069\u200f', '[U+2066]a[U+2069][U+200F]'],
    ['zero width', 'a\u200bb\u2060c\ufeff', 'a[U+200B]b[U+2060]c[U+FEFF]'],
    ['a soft hyphen', 'so\u00adft', 'so[U+00AD]ft'],
    ['tags', 'a\u{e0041}', 'a[U+E0041]'],
    ['tags that make no known flag', '🏴\u{e0061}\u{e0062}\u{e007f}', '🏴[U+E0061][U+E0062][U+E007F]'],
    ['joiners where nothing is joined', 'a\u200db 👩\u200d', 'a[U+200D]b 👩[U+200D]'],
    ['several joiners', 'می\u200c\u200cخواهم', 'می[U+200C][U+200C]خواهم'],
    ['a selector of nothing', '1\ufe0f a\ufe0f\ufe0f', '1[U+FE0F] a[U+FE0F][U+FE0F]'],
    ['fillers', '\u3164\u115f', '[U+3164][U+115F]'],
    ['controls and separators', 'a\u0000\u001b\u2028', 'a[U+0000][U+001B][U+2028]'],
  ])('are named: %s', (_, text, shown) => {
    assert.equal(withHiddenShown(text), shown);
  });

  test.each([
    ['emoji', '👩‍🚀 👨‍👩‍👧‍👦 ❤️ ❤️‍🔥 1️⃣ #️⃣ 🇩🇪 👍🏽 🏳️‍🌈 ☺\ufe0e ✔️'],
    ['known flags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['Persian', 'می\u200cخواهم'],
    ['Hindi and Sinhala', 'क्\u200dष කාර්\u200dය'],
    ['Japanese', '葛\u{e0100}飾区'],
    ['blanks', 'a\t\u00a0b\r\n'],
  ])('are left where they are needed: %s', (_, text) => {
    assert.equal(withHiddenShown(text), text);
  });

  test('are new if the old text has fewer', () => {
    assert.deepEqual(newHidden('a\u200b', 'b\u200b\u202e\u202e'), ['U+202E']);
    assert.deepEqual(newHidden('a\u200b', 'a\u200bb\u200b'), ['U+200B']);
    assert.deepEqual(newHidden('\u202e', '👩‍🚀'), []);
  });
});

test('words keep numbers and emoji whole', () => {
  assert.deepEqual(wordsOf('It’s 1.5 V, 👩‍🚀👍🏽!'), ['It’s', ' ', '1.5', ' ', 'V', ',', ' ', '👩‍🚀', '👍🏽', '!']);
});

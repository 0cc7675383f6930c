import assert from 'node:assert/strict';
import { test } from 'vitest';
import { plural } from '../../../../src/extension/ground/words/plural.ts';
import { env } from '../../../fakes/vscode/index.ts';

/** The text for each count in a language. */
function inLanguage(language: string, text: string, counts: readonly number[]): string[] {
  env.language = language;
  return counts.map((count) => plural(text, count));
}

test('English has one form for 1 and one for the rest', () => {
  assert.deepEqual(inLanguage('en', '{0} page|{0} pages', [0, 1, 2, 21, 1200]), [
    '0 pages',
    '1 page',
    '2 pages',
    '21 pages',
    '1,200 pages',
  ]);
});

test('Polish picks one, few and many', () => {
  assert.deepEqual(inLanguage('pl', '{0} strona|{0} strony|{0} stron|{0} strony', [0, 1, 2, 5, 12, 22]), [
    '0 stron',
    '1 strona',
    '2 strony',
    '5 stron',
    '12 stron',
    '22 strony',
  ]);
});

test('Arabic picks zero, one, two, few, many and other, in this order', () => {
  const forms = 'zero|one|two|few|many|other';

  assert.deepEqual(inLanguage('ar', forms, [0, 1, 2, 3, 11, 100]), forms.split('|'));
});

test('Japanese needs one form', () => {
  assert.deepEqual(inLanguage('ja', '{0} ページ', [0, 1, 2]), ['0 ページ', '1 ページ', '2 ページ']);
});

test('a translation with fewer forms than its language has uses the last one for the rest', () => {
  assert.deepEqual(inLanguage('pl', 'one|few|many', [1, 2, 5, 1.5]), ['one', 'few', 'many', 'many']);
  assert.deepEqual(inLanguage('fr', 'one|other', [0, 1, 2, 1_000_000]), ['one', 'one', 'other', 'other']);
});

test('an untranslated text keeps its English forms in every language', () => {
  for (const language of ['pl', 'ar', 'ja', 'qps-ploc']) {
    assert.deepEqual(inLanguage(language, 'page|pages', [0, 1, 2, 5]), ['pages', 'page', 'pages', 'pages'], language);
  }
});

test('further values come after the count, and their text is no placeholder', () => {
  assert.equal(plural('“{1}” has {0} link|“{1}” has {0} links', 2, '{0}'), '“{0}” has 2 links');
  assert.equal(plural('{0} in #{1}|{0} in #{1}', 1, 1234), '1 in #1234');
});

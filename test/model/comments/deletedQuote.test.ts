import { expect, test } from 'vitest';
import { deletedMarkdown, deletedQuote, selectedIn } from '../../../src/model/comments/deletedQuote.ts';
import { placeOf } from '../../../src/model/comments/quotePlace.ts';

test.each([
  ['words with marks of Markdown', 'What *remains*.', 'old ~~key_ring~~ \\ [here]'],
  ['words beside nothing', '', 'All of it.'],
  ['a struck paragraph above', 'One.\n\n~~Two.~~', 'Three.'],
])('%s are the same after being quoted', (_, beside, deleted) => {
  expect(deletedQuote(deletedMarkdown({ beside, deleted }))).toEqual({ beside, deleted });
});

test('deleted words are quoted in one line, and the rest of a long text is left out', () => {
  expect(deletedMarkdown({ beside: '', deleted: 'One\n\n- two' })).toBe('~~One - two~~');
  expect(deletedMarkdown({ beside: '', deleted: 'word '.repeat(1000) })).toHaveLength(505);
});

test('a quote of deleted words leads to what remains beside them', () => {
  const markdown = 'First.\n\nEach robot has one.\n\nThe old key ring.\n';
  const quote = deletedMarkdown({ beside: 'Each robot has one.', deleted: 'The old key ring.' });

  expect(placeOf(quote, markdown)).toEqual(placeOf('Each robot has one.', markdown));
  expect(placeOf(deletedMarkdown({ beside: '', deleted: 'old key' }), markdown)).toBeUndefined();
});

test('words that are struck through in the page are found as such', () => {
  const markdown = 'First.\n\n~~Struck words.~~\n';

  expect(placeOf('~~Struck words.~~', markdown)).toEqual({ start: 10, end: 22 });
});

test('lists show the deleted words', () => {
  expect(selectedIn(deletedMarkdown({ beside: 'One.', deleted: 'the_key' }))).toBe('the_key');
});

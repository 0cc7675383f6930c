import { expect, test } from 'vitest';
import { formerQuote } from '../../../src/model/comments/formerQuote.ts';
import { placeOf } from '../../../src/model/comments/quotePlace.ts';

const before = '# Docks\n\nEach robot has one dock.\n\nKeep the key at hand.\n\nThe last line of them all is here.\n';
const after = '# Docks\n\nEach robot has one.\n\nThe last line of them all is here.\n';

function quoteOf(words: string): string {
  const start = before.indexOf(words);
  return formerQuote(before, after, { start, end: start + words.length });
}

test.each([
  ['a deleted line', 'Keep the key at hand.', '~~Keep the key at hand.~~'],
  ['words of a changed line', 'one dock', '~~one dock~~'],
])('%s is quoted below the nearest line that remains', (_, words, struck) => {
  const quote = quoteOf(words);

  expect(quote.endsWith(`\n\n${struck}`)).toBe(true);
  expect(placeOf(quote, after)?.start).toBeLessThan(3);
});

test('a line that remains is quoted as such', () => {
  const line = 'The last line of them all is here.';

  expect(quoteOf(line)).toBe(line);
});

test('deleted text of a page on which nothing remains is quoted alone', () => {
  expect(formerQuote('One.\n', 'Two.\n', { start: 0, end: 4 })).toBe('~~One.~~');
});

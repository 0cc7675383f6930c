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
  ['a deleted line', 'Keep the key at hand.', 'Each robot has one.'],
  ['words of a changed line', 'one dock', 'Each robot has one.'],
  ['a changed line', 'Each robot has one dock.', 'Each robot has one.'],
])('%s is quoted below the nearest line that remains, perhaps with other words', (_, words, beside) => {
  const quote = quoteOf(words);

  expect(quote).toBe(`${beside}\n\n~~${words}~~`);
  expect(placeOf(quote, after)?.start).toBe(after.indexOf('Each'));
});

test('a deleted line below a heading is quoted below its words', () => {
  const quote = formerQuote('# Safety first\n\nStay away.\n', '# Safety first\n\nAll is well.\n', {
    start: 16,
    end: 26,
  });

  expect(quote).toBe('Safety first\n\n~~Stay away.~~');
});

test('of several changed lines, each is quoted below what it became', () => {
  const [one, other] = [
    '# A\n\nStop the robot at the door.\n\nStop the robot at the lift.\n',
    '# A\n\nStop this robot at the door.\n\nStop this robot at the lift.\n',
  ];
  const start = one.lastIndexOf('Stop');

  const quote = formerQuote(one, other, { start, end: start + 5 });

  expect(placeOf(quote, other)?.start).toBe(other.lastIndexOf('Stop'));
});

test('a line that remains is quoted as such', () => {
  const line = 'The last line of them all is here.';

  expect(quoteOf(line)).toBe(line);
});

test('deleted text of a page on which nothing remains is quoted alone', () => {
  expect(formerQuote('One.\n', 'Two.\n', { start: 0, end: 4 })).toBe('~~One.~~');
});

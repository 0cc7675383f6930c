import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeOf, quoteOf } from '../../../src/model/comments/quotePlace.ts';
import { cpuTime } from '../../cpuTime.ts';

const page = `# Charging

The robot drives in at **0.3 m/s**, five seconds in all. See [the dock](../dock.md "Dock") for more.

{% hint style="info" %}
With an old reflector it takes *seven* seconds &mdash; no more.
{% endhint %}

- Keep the floor clean &amp; dry.
- 充電ステーションに戻ります。
`;

function found(quote: string, text = page): string | undefined {
  const span = placeOf(quote, text);
  return span && text.slice(span.start, span.end);
}

describe('the words of a comment are found in the page', () => {
  test.each([
    ['unchanged', 'five seconds in all', 'five seconds in all'],
    ['through marks of Markdown', 'drives in at 0.3 m/s, five', 'drives in at **0.3 m/s**, five'],
    ['through a link', 'See the dock for more', 'See [the dock](../dock.md "Dock") for more'],
    ['through an entity and emphasis', 'takes seven seconds — no more', 'takes *seven* seconds &mdash; no more'],
    ['when they are in another case and spacing', 'the  ROBOT\ndrives', 'The robot drives'],
    [
      'when a word was changed',
      'With an old mirror it takes seven seconds',
      'With an old reflector it takes *seven* seconds',
    ],
    [
      'when words were added',
      'The robot drives five seconds in all',
      'The robot drives in at **0.3 m/s**, five seconds in all',
    ],
    ['in a script without spaces', '充電ステーション', '充電ステーション'],
  ])('%s', (_, quote, place) => {
    assert.equal(found(quote), place);
  });

  test.each([
    ['is about something else', 'Turn the dial clockwise until it clicks'],
    ['is empty', '  '],
    ['has one missing word', 'anticlockwise'],
    ['names an invisible tag', 'hint style info'],
  ])('but not when the quote %s', (_, quote) => {
    assert.equal(found(quote), undefined);
  });

  test('including punctuation without words', () => {
    assert.equal(found('→ ✓', 'a → ✓ b'), '→ ✓');
  });
});

const words = fc.array(fc.stringMatching(/^[a-z]{4,9}$/), { minLength: 12, maxLength: 80 });

describe('of words that occur more than once, the place is', () => {
  const twice = 'You decide how many docks there are: How many docks?\n\n## How many docks?\n\nhow many docks\n';

  test.each([
    ['the line that is the same as the quote', '## How many docks?', twice.indexOf('## ') + 3],
    ['the words in the same case and with the same punctuation', 'How many docks?', twice.indexOf(': ') + 2],
    ['the line without punctuation', 'how many docks', twice.lastIndexOf('how')],
    ['the first otherwise', 'HOW MANY DOCKS', twice.indexOf('how')],
  ])('%s', (_, quote, start) => {
    expect(placeOf(quote, twice)?.start).toBe(start);
    const other = twice.replaceAll('\n', '\r\n');
    const lines = twice.slice(0, start).split('\n').length - 1;
    expect(placeOf(quote, other)?.start).toBe(start + lines);
  });
});

test('any three or more words of any text are found at their place', () => {
  fc.assert(
    fc.property(words, fc.nat(), fc.integer({ min: 3, max: 9 }), (all, seed, length) => {
      const text = all.map((each, index) => (index % 7 === 3 ? `**${each}**,` : each)).join(' ');
      const from = seed % (all.length - length);
      const quote = all.slice(from, from + length).join(' ');

      const place = found(quote, text);

      assert.equal(place?.replace(/[*,]/g, ''), quote);
    }),
    { numRuns: 200 },
  );
});

test('eight different words are found although one of them was changed', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.stringMatching(/^[a-z]{4,9}$/), { minLength: 20, maxLength: 60 }),
      fc.nat(),
      (all, seed) => {
        const from = 1 + (seed % (all.length - 9));
        const quote = all.slice(from, from + 8).map((each, index) => (index === 4 ? 'CHANGED1' : each));

        const span = placeOf(quote.join(' '), all.join(' '));

        assert.equal(all.join(' ').slice(span?.start, span?.end), all.slice(from, from + 8).join(' '));
      },
    ),
    { numRuns: 200 },
  );
});

test('any result lies inside the text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 300 }), (quote, text) => {
      const span = placeOf(quote, text);
      assert.ok(!span || (span.start >= 0 && span.start < span.end && span.end <= text.length));
    }),
    { numRuns: 300 },
  );
});

test('a long quote is searched in acceptable time in a page of a million characters', () => {
  const long = 'the quick brown fox jumps over the lazy dog '.repeat(25_000);
  const started = cpuTime();

  found('the lazy quick fox sleeps over a brown dog and the jumps '.repeat(40), long);

  expect(cpuTime() - started).toBeLessThan(5000);
});

test('a quote is shortened between words', () => {
  assert.equal(quoteOf('short'), 'short');
  assert.match(quoteOf('word '.repeat(200)), /^(word ){90,}word…$/);
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPlacedQuotes, type PlacedQuotes, type TextEdit } from '../../../src/model/comments/placedQuotes.ts';
import { cpuTime } from '../../cpuTime.ts';

const page = `# Charging

Drive in slowly. The robot docks by itself.

Drive in slowly. Wait for the green light before you leave.
`;

/** The text after consecutive edits, which the quotes are notified of. */
function edit(
  quotes: PlacedQuotes,
  text: string,
  ...edits: readonly (readonly [at: number, was: string, is: string])[]
) {
  let edited = text;
  for (const [at, was, is] of edits) {
    assert.equal(edited.slice(at, at + was.length), was);
    edited = edited.slice(0, at) + is + edited.slice(at + was.length);
  }
  quotes.edited(edits.map(([start, was, is]): TextEdit => ({ start, removed: was.length, added: is.length })));
  return edited;
}

function begin(quote: string, at = page.indexOf(quote)) {
  const quotes = createPlacedQuotes();
  assert.equal(quotes.placesIn(page)(quote).span?.start, at);
  const found = (text: string) => {
    const { span, isRemoved } = quotes.placesIn(text)(quote);
    return { start: span?.start, words: span && text.slice(span.start, span.end), isRemoved };
  };
  return { quotes, at, found };
}

describe('a quote in an edited text', () => {
  const quote = 'Wait for the green light before you leave';

  test('moves with the text before it', () => {
    const { quotes, at, found } = begin(quote);

    const text = edit(quotes, page, [0, '', 'A new line.\n'], [12, '# Charging\n', '']);

    assert.deepEqual(found(text), { start: at + 1, words: quote, isRemoved: false });
  });

  test('stays at its place if the same words are inserted before it', () => {
    const { quotes, at, found } = begin('Drive in slowly');

    const text = edit(quotes, page, [0, '', 'Drive in slowly, always.\n']);

    assert.deepEqual(found(text), { start: at + 25, words: 'Drive in slowly', isRemoved: false });
  });

  test('grows with words inserted inside it, but not before or after it', () => {
    const { quotes, at, found } = begin(quote);
    const green = at + 'Wait for the '.length;

    const text = edit(quotes, page, [at + quote.length, '', ' it'], [green, '', 'bright '], [at, '', 'Please: ']);

    assert.deepEqual(found(text), {
      start: at + 8,
      words: 'Wait for the bright green light before you leave',
      isRemoved: false,
    });
  });

  test('keeps its place when its words are removed, and returns with them', () => {
    const { quotes, at, found } = begin(quote);

    const without = edit(quotes, page, [at, `${quote}.`, ''], [0, '', '\n']);
    assert.deepEqual(found(without), { start: at + 1, words: '', isRemoved: true });

    const again = edit(quotes, without, [at + 1, '', `${quote}.`]);
    assert.deepEqual(found(again), { start: at + 1, words: quote, isRemoved: false });
  });

  test('grows again when its last words are retyped after a remaining space', () => {
    const { quotes, at, found } = begin(quote);
    const end = at + quote.length;

    const shorter = edit(quotes, page, [end - 'you leave'.length, 'you leave', '']);
    assert.equal(found(shorter).words, 'Wait for the green light before');
    const again = edit(quotes, shorter, [end - 'you leave'.length, '', 'you leave']);

    assert.deepEqual(found(again), { start: at, words: quote, isRemoved: false });
  });

  test('follows its words when they are moved', () => {
    const { quotes, at, found } = begin(quote);

    const text = edit(quotes, page, [at, `${quote}.`, ''], [0, '', `${quote}.\n`]);

    assert.deepEqual(found(text), { start: 0, words: quote, isRemoved: false });
  });

  test("has no place and isn't removed if it was never in the text", () => {
    const quotes = createPlacedQuotes();

    assert.deepEqual(quotes.placesIn(page)('Turn the dial'), { span: undefined, isRemoved: false });
  });

  test('keeps its place when the whole text is replaced', () => {
    const { quotes, found } = begin(quote);

    const text = edit(quotes, page, [0, page, 'Nothing of it. '.repeat(1000)]);
    assert.deepEqual(found(text), { start: 0, words: '', isRemoved: true });
  });

  test('is found by its words wherever the text is edited', () => {
    const place = fc.record({ at: fc.nat(page.length), length: fc.nat(30), text: fc.string({ maxLength: 40 }) });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 12 }), (places) => {
        const { quotes, found } = begin(quote);
        let text = page;
        for (const { at, length, text: typed } of places) {
          const start = text.indexOf(quote);
          const from = Math.min(at, text.length);
          const to = Math.min(from + length, text.length);
          // The quote itself stays unchanged, and so do the characters next to it: `<` before it would make it a tag.
          if (to >= start - 1 && from <= start + quote.length + 1) continue;
          if (/[<>{}()[\]&]|--/.test(typed + text.slice(from, to))) continue;
          text = edit(quotes, text, [from, text.slice(from, to), typed]);
        }
        const { words, isRemoved } = found(text);
        expect({ words, isRemoved }).toEqual({ words: quote, isRemoved: false });
      }),
    );
  });
});

test('is placed again in no time after a key press, along with a hundred others in a large page', () => {
  const line = (index: number) => `Sentence ${index} says that unit ${index} of the robot is checked each day.\n`;
  const text = Array.from({ length: 10_000 }, (_, index) => line(index)).join('');
  const quotes = createPlacedQuotes();
  const all = Array.from({ length: 100 }, (_, index) => line(index * 99).trim());
  const first = quotes.placesIn(text);
  for (const quote of all) assert.ok(first(quote).span);
  quotes.edited([{ start: 0, removed: 0, added: 1 }]);

  const start = cpuTime();
  const again = quotes.placesIn(`x${text}`);
  const places = all.map((quote) => again(quote));
  const took = cpuTime() - start;

  assert.ok(
    places.every(
      ({ span, isRemoved }, index) => !isRemoved && (index === 0 || span?.start === text.indexOf(all[index]!) + 1),
    ),
  );
  assert.ok(took < 200, `${took} ms`);
});

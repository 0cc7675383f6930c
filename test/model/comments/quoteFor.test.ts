import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeOf } from '../../../src/model/comments/quotePlace.ts';
import { masked } from '../../../src/model/comments/quoteWords.ts';
import { quoteFor } from '../../../src/model/comments/quoteFor.ts';
import { leadingQuote } from '../../../src/model/comments/text.ts';
import { markdownOf } from '../../../src/store/comments/markdown.ts';
import { cpuTime } from '../../cpuTime.ts';

const page = `# Charging

A robot drives to the nearest free dock. See [the dock](../dock.md "Dock") for more.

| Battery | What it does |
| ------- | ------------ |
| Below 20 % | drives to the dock |
| Below 5 % | stops |

{% hint style="warning" %}
Since 4.2, robots approach the dock at **0.3 m/s**, not \`*--fast*\` → slow.
{% endhint %}

<figure><img src="dock.png" alt="A robot in its dock"><figcaption>Docks</figcaption></figure>

充電ステーションに戻ります。充電します。
`;

/** What a comment on a part is sent with, and where it is shown when it is read again. */
function sent(text: string, start: number, end: number): string {
  const target = { kind: 'thread', place: { space: 's' }, quote: quoteFor(text, { start, end }) } as const;
  return leadingQuote(markdownOf(target, 'Which one?')) ?? '';
}

/** The place of the `nth` occurrence of words. */
function at(words: string, nth: number, text = page): [number, number] {
  let start = -1;
  for (let count = 0; count < nth; count++) start = text.indexOf(words, start + 1);
  assert.ok(start >= 0);
  return [start, start + words.length];
}

describe('a quote leads to the selected words, and not to the same ones elsewhere:', () => {
  test.each([
    ['dock', 5, '…4.2, robots approach the **dock** at 0.3 m/s…'],
    ['Below', 2, /\*\*Below\*\* 5/],
    ['5 %', 1, /\*\*5 %\*\*/],
    ['0.3 m/s', 1, '…robots approach the dock at **0.3 m/s**, not --fast → slow'],
    ['free', 1, /nearest \*\*free\*\* dock/],
    ['arg', 1, /Ch\*\*arg\*\*ing/],
    ['→', 1, /\*\*→\*\*/],
    ['電', 2, /充\*\*電\*\*/],
    ['A robot in its dock', 1, '**A robot in its dock** Docks'],
    ['A robot drives to the nearest free dock.', 1, 'A robot drives to the nearest free dock.'],
    ['# Charging', 1, 'Charging'],
  ])('%s', (words, nth, expected) => {
    const [start, end] = at(words, nth);

    const quote = sent(page, start, end);

    if (typeof expected === 'string') expect(quote).toBe(expected);
    else expect(quote).toMatch(expected);
    expect(wordsAt(page, placeOf(quote, page))).toEqual(wordsAt(page, { start, end }));
  });
});

test('words around the selected ones are quoted without the marks of lines and tables', () => {
  const line = 'The robot is here.';
  const text = `${line}\n\n${line}\n\n${line}\n\n| Part | Count |\n| ---- | :---: |\n| Wheel | 4 |\n\n## Next\n\n- One\n`;
  const [start, end] = at(line, 3, text);

  const quote = sent(text, start, end);

  expect(quote).toMatch(/^The robot is here\. \*\*The robot is here\.?\*\*\.? Part/);
  expect(quote).not.toMatch(/[|#]|--/);
  expect(placeOf(quote, text)?.start).toBe(start);
});

test('bold words of a quoted line are not taken for selected ones', () => {
  const text = 'It approaches at **0.3 m/s**, that is slow.';

  const quote = sent(text, 0, text.length);

  expect(placeOf(quote, 'Approaches it. It approaches at 0.3 m/s, that is slow.')).toEqual({ start: 15, end: 53 });
});

test('bold words in a quote of another client are quoted with their line', () => {
  expect(placeOf('at **0.3 m/s**, not', page)).toEqual({ start: at('at **0.3', 1)[0], end: at(', not', 1)[1] });
});

test('words that were deleted are not found, although those around them are there', () => {
  const quote = sent(page, ...at('dock', 5));

  expect(placeOf(quote, page.replace('the dock at', 'it at'))).toBe(undefined);
});

const word = fc.constantFrom('dock', 'robot', 'the', 'a', 'free', 'drives', 'to', '5', '%', '→', '充電', 'Straße');
const line = fc.tuple(
  fc.constantFrom('', '# ', '- ', '> ', '| ', '1. ', '{% hint %} ', '<img alt="x"> '),
  fc.array(
    fc.tuple(
      word,
      fc.constantFrom(' ', ' ', ' ', ', ', '. ', ' **', '** ', '`', ' [', '](a/b.md) ', ' &amp; ', '\\', '_', '…'),
    ),
    { minLength: 1, maxLength: 40 },
  ),
);
const text = fc
  .array(line, { minLength: 1, maxLength: 20 })
  .map((lines) =>
    lines.map(([begin, parts], index) => `${begin}${index}th line ${parts.flat().join('')}\n\n`).join(''),
  );

test('any part of any text is found again, also between other lines', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), text, (whole, one, length, other) => {
      const start = one % whole.length;
      const end = Math.min(whole.length, start + 1 + (length % Math.min(whole.length, 900)));
      const selected = wordsAt(whole, { start, end });
      fc.pre(selected.words !== '');

      const quote = sent(whole, start, end);

      expect(wordsAt(whole, placeOf(quote, whole))).toEqual(selected);
      const lines = other.replace(/\d+th line/g, 'no such line');
      // Where the other lines say the same, nobody can know which was meant.
      fc.pre(!placeOf(quote, lines));
      const moved = placeOf(quote, `${lines}${whole}${lines}`);
      const by = lines.length;
      expect(moved && wordsAt(whole, { start: moved.start - by, end: moved.end - by })).toEqual(selected);
    }),
    { numRuns: 1000 },
  );
});

test('a word among 100,000 same ones is quoted in acceptable time', () => {
  const long = 'dock '.repeat(100_000);
  const started = cpuTime();

  sent(long, 250_000, 250_004);

  expect(cpuTime() - started).toBeLessThan(5000);
});

/** The words of a part, and where they begin. */
function wordsAt(whole: string, span: { readonly start: number; readonly end: number } | undefined) {
  if (!span) return { start: undefined, words: '' };
  const shown = masked(whole).slice(span.start, span.end);
  const [begin = ''] = /^[^\p{L}\p{N}\p{M}]*/u.exec(shown) ?? [];
  return { start: span.start + begin.length, words: shown.slice(begin.length).replace(/[^\p{L}\p{N}\p{M}]*$/u, '') };
}

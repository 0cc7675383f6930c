import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { closingOf, openTagsAt, tagProblems } from '../../../src/model/tags/problems.ts';

/** Problems as `kind: text`. */
function wrongIn(text: string): string[] {
  return tagProblems(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
}

describe('the tags of a page', () => {
  test.each([
    ['a hint', '{% hint style="info" %}\nText\n{% endhint %}'],
    ['tags on the line of their text', '{% hint style="info" %}Text{% endhint %}'],
    ['tabs', '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}'],
    ['an embed without an end', '{% embed url="https://a.example" %}\n\nText\n'],
    ['an embed with a caption', '{% embed url="https://a.example" %}\nCaption\n{% endembed %}'],
    ['an end tag right after a list', '{% hint %}\n- one\n- two\n{% endhint %}'],
    ['an end tag right after a table', '{% hint %}\n| a |\n|---|\n| b |\n{% endhint %}'],
    ['a hint in a list item', '- {% hint %}\n  text\n  {% endhint %}\n- other'],
    ['a hint in a quote', '> {% hint %}\n> - text\n> {% endhint %}'],
    ['a hint around HTML', '{% hint %}\n<details>\n<summary>S</summary>\n</details>\n{% endhint %}'],
    ['a tag in code', '{% code title="a" %}\n```\n{% hint %}\n```\n{% endcode %}\n\n    {% hint %}\n\n`{% hint %}`\n'],
    ['a tag in a comment', '<!--\n{% hint %}\n\n{% endtabs %}\n-->\n'],
    ['a tag that is only mentioned', 'Write {% hint %} before it.'],
    ['an escaped tag', '\\{% hint %}\n'],
    ['an unknown tag', '{% raw %}\n{% if a === "b" %}\n{% @plugin/name url="https://a.example" %}\n{% endif %}'],
    ['a file without an end', '{% file src="a.pdf" %}\n\n{% hint %}\nText\n{% endhint %}'],
    ['a file with a caption', '{% file src="a.pdf" %}\nCaption\n{% endfile %}'],
    ['columns', '{% columns %}\n{% column width="50%" %}\na\n{% endcolumn %}\n{% endcolumns %}'],
    [
      'updates',
      '{% updates format="full" %}\n{% update date="2026-02-26" tags="new" %}\na\n{% endupdate %}\n{% endupdates %}',
    ],
    ['an API', '{% openapi-operation spec="a" path="/b" method="get" %}\n[a](b)\n{% endopenapi-operation %}'],
    ['a heading under tags', '{% hint %}\nTitle\n---\n{% endhint %}\n'],
    ['lines that end in a carriage return', '{% hint %}\r\n- Text\r\n{% endhint %}\r\n'],
  ])('have no problem: %s', (_, text) => {
    assert.deepEqual(wrongIn(text), []);
  });

  test.each([
    ['{% hint %}\nText', ['unclosed: {% hint %}']],
    ['Text\n\n{% endhint %}', ['unopened: {% endhint %}']],
    ['{% hint %}\n{% tabs %}\n{% endhint %}\n{% endtabs %}', ['unclosed: {% tabs %}', 'unopened: {% endtabs %}']],
    ['{% tab title="A" %}\na\n{% endtab %}', ['misplaced: {% tab title="A" %}']],
    ['{% tabs %}\n{% hint %}\n{% tab %}\n{% endtab %}\n{% endhint %}\n{% endtabs %}', ['misplaced: {% tab %}']],
    ['{% tabs %}\n{% step %}\n{% endstep %}\n{% endtabs %}', ['misplaced: {% step %}']],
    ['{% columns %}\n{% update %}\n{% endupdate %}\n{% endcolumns %}', ['misplaced: {% update %}']],
    ['{% columns %}\n{% column %}\na\n{% endcolumns %}', ['unclosed: {% column %}']],
    ['{% if a %}\n{% hint %}\nb\n{% endif %}', ['unclosed: {% hint %}']],
    ['{% embed %}', ['incomplete: {% embed %}']],
    ['{% file %}', ['incomplete: {% file %}']],
    ['{% content-ref url="" %}\n{% endcontent-ref %}', ['incomplete: {% content-ref url="" %}']],
    ['- {% hint %}\n\n{% endhint %}', ['unclosed: {% hint %}', 'unopened: {% endhint %}']],
    ['Text {% hint %}\n{% endhint %} text {% endhint %}', ['unopened: {% endhint %}']],
    ['\ufeff{% hint %}', ['unclosed: {% hint %}']],
  ])('of %j are reported', (text, expected) => {
    assert.deepEqual(wrongIn(text), expected);
  });

  test("aren't checked in a text that takes too long to parse", () => {
    assert.deepEqual(wrongIn(`{% hint %}\n${'>'.repeat(60)} a\n`), []);
  });
});

describe('an end tag is inserted', () => {
  test.each([
    ['after the next paragraph', '{% hint %}\nOne\ntwo\n\nThree', '{% hint %}\nOne\ntwo\n{% endhint %}\n\nThree'],
    ['after a tag without text', 'Text\n\n{% hint %}', 'Text\n\n{% hint %}\n{% endhint %}'],
    [
      'after the whole code block',
      '{% code %}\n```js\na\n\nb\n```\n\nText',
      '{% code %}\n```js\na\n\nb\n```\n{% endcode %}\n\nText',
    ],
    [
      'before the next tab',
      '{% tabs %}\n{% tab %}\na\n\n{% tab %}\nb\n{% endtab %}\n{% endtabs %}',
      '{% tabs %}\n{% tab %}\na\n\n{% endtab %}\n{% tab %}\nb\n{% endtab %}\n{% endtabs %}',
    ],
    [
      'before the end of its container',
      '{% tabs %}\n{% tab %}\n{% hint %}\na\n\nb\n{% endtab %}\n{% endtabs %}',
      '{% tabs %}\n{% tab %}\n{% hint %}\na\n\nb\n{% endhint %}\n{% endtab %}\n{% endtabs %}',
    ],
    [
      'after the last tab',
      '{% tabs %}\n{% tab %}\na\n{% endtab %}\n\n{% tab %}\nb\n\nc\n{% endtab %}\n\nText',
      '{% tabs %}\n{% tab %}\na\n{% endtab %}\n\n{% tab %}\nb\n\nc\n{% endtab %}\n{% endtabs %}\n\nText',
    ],
    ['within its list item', '- {% hint %}\n  text\n\nText', '- {% hint %}\n  text\n  {% endhint %}\n\nText'],
    ['within its quote', '> {% hint %}\n> text\n\nText', '> {% hint %}\n> text\n> {% endhint %}\n\nText'],
  ])('%s', (_, text, expected) => {
    const [problem] = tagProblems(text);

    const closing = closingOf(text, problem!.start)!;

    assert.equal(text.slice(0, closing.at) + closing.text + text.slice(closing.at), expected);
    assert.deepEqual(wrongIn(expected), []);
  });
});

describe('the tags that are open at a place', () => {
  test.each([
    ['{% hint %}\nText\n|', ['hint']],
    ['{% tabs %}\n{% tab %}\n{% hint %}\na\n{% endhint %}\n{%|', ['tabs', 'tab']],
    ['{% hint %}\na\n{% endhint %}\n|', []],
    ['{% hint %}\n```\n{% tabs %}\n```\n|', ['hint']],
    ['- {% hint %}\n  text\n\nText |', []],
    ['- {% hint %}\n  text\n  {%|', ['hint']],
  ])('%j', (text, expected) => {
    assert.deepEqual(openTagsAt(text, text.indexOf('|')), expected);
  });
});

describe('in any text,', () => {
  const word = fc.stringMatching(/^[a-z ]{1,12}$/).filter((text) => text.trim() !== '');
  const plain = fc.constantFrom(
    'Text',
    '- one\n- two',
    '> quote',
    '```\n{% hint %}\n```',
    '| a |\n|---|\n| b |',
    '## Title',
  );
  type Piece = readonly string[];
  const { block } = fc.letrec<{ block: Piece; blocks: Piece }>((tie) => ({
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      plain.map((text) => [...text.split('\n'), '']),
      tie('blocks').map((inner) => ['{% hint style="info" %}', ...inner, '{% endhint %}', '']),
      fc
        .array(fc.tuple(word, tie('blocks')), { minLength: 1, maxLength: 2 })
        .map((tabs) => [
          '{% tabs %}',
          ...tabs.flatMap(([title, inner]) => [`{% tab title="${title}" %}`, ...inner, '{% endtab %}']),
          '{% endtabs %}',
          '',
        ]),
      tie('blocks').map((inner) => ['{% stepper %}', '{% step %}', ...inner, '{% endstep %}', '{% endstepper %}', '']),
    ),
    blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((inner) => inner.flat()),
  }));
  const page = fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => blocks.flat());

  test('well-nested tags have no problem', () => {
    fc.assert(
      fc.property(page, (lines) => assert.deepEqual(wrongIn(lines.join('\n')), [])),
      { numRuns: 60 },
    );
  });

  test('a removed end tag is one problem, and the suggested fix repairs it', () => {
    const inCode = (lines: Piece, at: number) => lines.slice(0, at).filter((line) => line === '```').length % 2 === 1;
    const ends = (lines: Piece) =>
      lines.flatMap((line, at) => (/^\{% end/.test(line) && !inCode(lines, at) ? [at] : []));
    fc.assert(
      fc.property(
        page.filter((lines) => ends(lines).length > 0),
        fc.nat(),
        (lines, choice) => {
          const at = ends(lines)[choice % ends(lines).length]!;
          const text = lines.toSpliced(at, 1).join('\n');

          const problems = tagProblems(text);

          assert.deepEqual(
            problems.map(({ kind }) => kind),
            ['unclosed'],
          );
          const closing = closingOf(text, problems[0]!.start)!;
          assert.deepEqual(wrongIn(text.slice(0, closing.at) + closing.text + text.slice(closing.at)), []);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('text without tags has no problem, and any text can be read', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '%', '}', ' hint ', '- ', '> ', '\n', '`', '<', 'a') }),
        (text) => {
          for (const { start, end } of tagProblems(text)) assert.match(text.slice(start, end), /^\{%.*%\}$/);
          assert.deepEqual(tagProblems(text.replaceAll('{%', '{')), []);
        },
      ),
      { numRuns: 200 },
    );
  });
});

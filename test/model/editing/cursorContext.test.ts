import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { endsInCode, editingPlaceAt } from '../../../src/model/editing/cursorContext.ts';

describe('at the cursor,', () => {
  test.each([
    ['[a](|', 'link '],
    ['[a](|)', 'link '],
    ['[a](gui|de.md#x)', 'link guide.md'],
    ['[a [b]](<../gu|', 'link ../gu'],
    ['[a](guide.md#st|)', 'link guide.md#st'],
    ['![a](|)', 'image '],
    ['[![a](b.png)](|)', 'link '],
    ['[![a](|', 'image '],
    ['<img alt="a" src="_fi|">', 'image _fi'],
    ['<a href="gu|', 'link gu'],
    ['[a]: gu|', 'link gu'],
    ['{% content-ref url="gu|" %}', 'page gu'],
    ['{% file src="|" %}', 'link '],
    [`{% content-ref caption="100% 'sure'" url='gu|' %}`, 'page gu'],
    ['{% openapi src="_files/a|" path="/b" %}', 'link _files/a'],
    ['<source srcset="a.png 2x, _fi|">', 'image _fi'],
    [`<video poster="it's/_fi|">`, `image it's/_fi`],
    ['See [|]', 'title []'],
    ['See [cal|', 'title [cal'],
    ['See [[|]]', 'title [[]]'],
    ['See [[two words|]] more', 'title [[two words]]'],
    ['- [[cal|', 'title [[cal'],
    ['[a](b) and [c|', 'title [c'],
    ['Text {%|', 'tag {%'],
    ['{%|}', 'tag {%}'],
    ['{% hi| %}', 'tag {% hi %}'],
    ['{% hi|nt %} Text', 'tag {% hint %}'],
  ])('%s is being typed: %s', (line, expected) => {
    const cursor = line.indexOf('|');
    const text = line.replace('|', '');

    const place = editingPlaceAt(text, cursor);

    assert.equal(place && `${place.kind} ${text.slice(place.start, place.end)}`, expected);
  });

  test.each([
    '![a|',
    '[^1|',
    '- [|]',
    '1. [x|]',
    '[a][b|',
    '\\[a|',
    '[a|]: b',
    'Text|',
    '[a](b)|',
    '[a](b "ti|',
    '[a|](b)',
    '<img alt="|',
    '{% hint style="|',
    '{% embed url="|',
    '(|',
  ])('nothing can be completed: %s', (line) => {
    assert.equal(editingPlaceAt(line.replace('|', ''), line.indexOf('|')), undefined);
  });
});

test.each([
  ['```\nText', true],
  ['```\nText\n```\n', false],
  ['~~~\n```\n', true],
  ['- ```js\n  a', true],
  ['Text `a', true],
  ['Text `a` b', false],
])('%j ends in code: %s', (text, expected) => {
  assert.equal(endsInCode(text), expected);
});

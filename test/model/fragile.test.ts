import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fragileIn } from '../../src/model/fragile.ts';

test.each<[string, string[]]>([
  [
    '# Plain\n\nWords, *emphasis*, [a link](a.md), ![an image](b.png), `code`.\n\n- [ ] a task\n\n| a |\n| - |\n| b |\n',
    [],
  ],
  ['{% hint style="info" %}\nA\n{% endhint %}\n', ['a template tag: hint']],
  [
    '{% tabs %}\n{% tab title="a" %}\n{% endtab %}\n{% endtabs %}\n{% unknown %}',
    ['template tags: tabs, tab, unknown'],
  ],
  ['<figure><img src="a.png" alt=""><figcaption></figcaption></figure>\n', ['HTML: <figure>, <img>, <figcaption>']],
  ['## A <a href="#b" id="b"></a>\n', ['HTML: <a>']],
  ['---\ntitle: a\n---\n# A\n', ['front matter']],
  [
    'A <!-- note --> b[^1]\n\n[^1]: Foot.\n\n[ref]: a.md\n\n$$x$$ {{ y }}\n',
    ['comments that are not shown', 'footnotes', 'links by reference', 'formulas', 'expressions'],
  ],
  ['1 < 2, a<b, <https://a.example>, <me@a.example>, \\<b>\n', []],
  ['```md\n{% hint %}\n<b>\n```\n\n~~~\n{% tab %}\n~~~\n\n`{% code %}` and ``<i> ` ``\n', []],
])('of %j', (markdown, expected) => {
  assert.deepEqual(fragileIn(markdown), expected);
});

test.each([
  ['marks of code', Array.from({ length: 1400 }, (_, index) => '`'.repeat(1 + (index % 700))).join(' ')],
  ['brackets', '<a '.repeat(100_000)],
  ['tags', '{% a'.repeat(100_000)],
  ['brackets of references', '[a'.repeat(100_000)],
])('many %s take no time to speak of', { timeout: 2000 }, (_, markdown) => {
  assert.ok(fragileIn(markdown).length <= 1);
});

import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { htmlPage } from '../../../src/formats/import/html.ts';
import { assertLinear } from '../../growth.ts';

function markdown(html: string): string {
  const { folder } = htmlPage({
    bytes: Buffer.from(html),
    url: 'https://a.example/b',
    contentType: '',
    charset: undefined,
  });
  return folder.text('b.md').trimEnd();
}

describe('a table of a web page', () => {
  const table = (cell: string) =>
    `<table><tr><th>A</th><th>B</th></tr><tr><td>${cell}</td><td>x</td></tr><tr><td>1</td><td>2</td></tr></table>`;

  test.each([
    ['a list', '<ul><li>one<li>two <b>b</b></ul>', '<td><ul><li>one</li><li>two <b>b</b></li></ul></td>'],
    [
      'code over lines',
      '<pre><code class="language-js">a\n\n  b {% x %} $$\n</code></pre>',
      '<td><pre><code class="language-js">a&#10;\n  b &#123;% x %} &#36;$&#10;</code></pre></td>',
    ],
    [
      'two paragraphs',
      '<p>first words</p>\n<p>second <a href="/c?d=1&amp;e">words</a></p>',
      '<td><p>first words</p><p>second <a href="https://a.example/c?d=1&amp;e">words</a></p></td>',
    ],
    ['two boxes', '<div>one</div><div>two</div>', '<td><p>one</p><p>two</p></td>'],
    [
      'a table',
      '<table><tr><td>i<td>j</table>',
      '<td><table><tbody><tr><td>i</td><td>j</td></tr>\n</tbody></table></td>',
    ],
    [
      'attributes over lines',
      '<p>a</p><p><img src="/c.png" alt="b\n\n# c"></p>',
      '<td><p>a</p><p><img src="https://a.example/c.png" alt="b # c"></p></td>',
    ],
    ['harm', '<p>a</p><p onclick=x><a href="javascript:x">b</a><script>c</script></p>', '<td><p>a</p><p>b</p></td>'],
  ])('with %s in a cell stays whole, as HTML', (_, cell, expected) => {
    const text = markdown(`<h1>T</h1>${table(cell)}<p>After</p>`);

    assert.ok(text.includes(expected), text);
    const [, inner = ''] = /\n\n(<table>[^]*<\/table>)\n\nAfter$/.exec(text) ?? assert.fail(text);
    assert.doesNotMatch(inner, /\n[ \t]*\n/);
    assert.match(inner, /<tr><td>1<\/td><td>2<\/td><\/tr>/);
  });

  test('with merged cells keeps them', () => {
    assert.equal(
      markdown(
        '<table><tr><th colspan=2>A</th></tr><tr><td rowspan="2">b</td><td>c</td></tr><tr><td>d</td></tr></table>',
      ),
      '<table><tbody><tr><th colspan="2">A</th></tr>\n<tr><td rowspan="2">b</td><td>c</td></tr>\n<tr><td>d</td></tr>\n</tbody></table>',
    );
  });

  test.each(['a <b>b</b> | c', '<p>one paragraph</p>', '<div><p>one</p></div>', 'one<br>two'])(
    'stays Markdown with %s',
    (cell) => {
      assert.match(markdown(table(cell)), /^\| A/);
    },
  );

  test('that only places the page is none', () => {
    assert.equal(markdown('<table><tr><td><h1>T</h1><ul><li>a</ul></td></tr></table>'), '# T\n\n- a');
  });
});

describe('a web page', () => {
  test.each([
    ['<p>H<sub>2</sub>O, x<sup>2</sup></p>', 'H<sub>2</sub>O, x<sup>2</sup>'],
    [
      '<ul><li><input type=checkbox checked disabled> Done<li><input type="checkbox"> Not</ul>',
      '- [x] Done\n- [ ] Not',
    ],
    ['<ul class="task-list"><li class="task-list-item"><p><label><input type=checkbox> A</label></p></ul>', '- [ ] A'],
    ['<ul class="inline-task-list"><li class="checked">A<li>B</ul>', '- [x] A\n- [ ] B'],
    ['<ul><li>No task <input type=checkbox></ul>', '- No task'],
    ['<form><input type=checkbox> no task</form><p>x</p>', 'x'],
    ['<pre><code class="language-ts">a</code></pre>', '```ts\na\n```'],
    ['<div class="highlight highlight-source-shell"><pre>a</pre></div>', '```shell\na\n```'],
    [
      '<div class="highlight-python notranslate"><div class="highlight"><pre><span>a</span></pre></div></div>',
      '```python\na\n```',
    ],
    [
      '<pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">a</pre>',
      '```java\na\n```',
    ],
    ['<pre lang="c++"><code>a</code></pre>', '```c++\na\n```'],
    ['<pre><code data-lang="go">a</code></pre>', '```go\na\n```'],
    ['<pre class="language-text">a</pre>', '```\na\n```'],
    ['<p>Write {% hint %} and $$ or $$x$$</p>', 'Write \\{% hint %} and \\$$ or \\$$x\\$$'],
    ['<p><code>{% hint %} $$</code></p>', '`{% hint %} $$`'],
    [
      '<div class="confluence-information-macro confluence-information-macro-warning"><p class="title">Mind</p><span class="icon"></span><div class="confluence-information-macro-body"><p>A</p></div></div><p>B</p>',
      '{% hint style="warning" %}\n\nMind\n\nA\n\n{% endhint %}\n\nB',
    ],
    [
      '<div class="admonition tip"><p class="admonition-title">Tip</p><p>A</p></div>',
      '{% hint style="success" %}\n\nA\n\n{% endhint %}',
    ],
    [
      '<aside class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title">Caution</p><p>A</p></aside>',
      '{% hint style="warning" %}\n\nA\n\n{% endhint %}',
    ],
    ['<div class="alert alert-danger" role="alert">A</div>', '{% hint style="danger" %}\n\nA\n\n{% endhint %}'],
    ['<aside>Menu</aside><p>A</p>', 'A'],
    ['<hint style=\'info" %}{% openapi src="x\'>A</hint>', 'A'],
  ])('keeps what %j means', (html, expected) => {
    assert.equal(markdown(html), expected);
  });

  test.each([
    '<table><tr><td rowspan=2>a<td>b',
    '<p><sub>a</sub>',
    '<ul class=task-list><li>',
    '<div class="alert alert-info">a</div>',
    '<pre>a</pre>',
  ])('with many of %s is read in linear time', (unit) => {
    assertLinear(unit, (size) => {
      const html = unit.repeat(Math.ceil(Math.min(size, 2 ** 15) / unit.length));
      return () => {
        try {
          return markdown(html);
        } catch {
          return undefined;
        }
      };
    });
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { markdownHtml as htmlOf } from '../../src/webview/shared/markdownHtml.ts';

const markdownHtml = (markdown: string): string =>
  htmlOf(markdown, { image: (host, description) => `Show image from ${host}: ${description}` });

describe('Markdown by others', () => {
  test('keeps its emphasis, lists, code and links to the web', () => {
    const html = markdownHtml('**a** `b`\n- [c](https://example.com/d)');

    assert.equal(
      html,
      '<p><strong>a</strong> <code>b</code></p>\n<ul>\n<li><a href="https://example.com/d">c</a></li>\n</ul>\n',
    );
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="command:workbench.action.quit">x</a>',
    '<style>* { display: none }</style>',
  ])('shows the HTML %s as text', (text) => {
    assert.doesNotMatch(markdownHtml(text), /<(script|img|a|style)/);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'command:workbench.action.quit',
    'vscode://x.y/z',
    'file:///etc/passwd',
    'data:text/html,x',
    '//example.com',
    '#part',
  ])('makes no link to %s', (address) => {
    assert.doesNotMatch(markdownHtml(`[x](${address}) <${address}> ![x](${address})`), /href|src|data-image|data-page/);
  });

  test('turns a link to a page into a button', () => {
    assert.equal(
      markdownHtml('[*the* codes](../help/codes.md#e4 "x") [web](https://e.example)'),
      '<p><button type="button" data-page="../help/codes.md#e4"><em>the</em> codes</button> ' +
        '<a href="https://e.example">web</a></p>\n',
    );
  });

  test('marks the lines of a diff, and shows their HTML as text', () => {
    assert.equal(
      markdownHtml('```diff\n a\n-<b>\n+<ins>c\n```'),
      '<pre><code> a\n<del>-&lt;b&gt;\n</del><ins>+&lt;ins&gt;c\n</ins></code></pre>\n',
    );
    assert.equal(markdownHtml('```js\n-b\n```'), '<pre><code>-b\n</code></pre>\n');
  });

  test('shows checkboxes in task lists', () => {
    assert.equal(markdownHtml('- [ ] a\n- [x] b'), '<ul>\n<li>☐ a</li>\n<li>☑ b</li>\n</ul>\n');
    assert.equal(markdownHtml('[ ] a'), '<p>[ ] a</p>\n');
  });

  test('turns an image into a button, which loads nothing', () => {
    assert.equal(
      markdownHtml('![A dial "x"](https://images.example/a.png?b="c")'),
      '<p><button type="button" class="image" data-image="https://images.example/a.png?b=%22c%22">' +
        'Show image from images.example: A dial &quot;x&quot;</button></p>\n',
    );
  });

  test('never becomes a tag of another kind, whatever it contains', () => {
    const pieces = fc.constantFrom('<', '>', '"', "'", '`', '[', ']', '(', ')', '!', '\n', ' ', 'a', '&', 'javascript:', 'https://x', '*', '#', '|', '-', '\\'); // prettier-ignore
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const tags = [...markdownHtml(parts.join('')).matchAll(/<\/?([a-z0-9]*)([^>]*)>/g)];
        for (const [, name, attributes] of tags) {
          assert.match(
            name!,
            /^(p|br|hr|strong|em|s|code|pre|blockquote|a|button|ul|ol|li|h[1-6]|table|thead|tbody|tr|th|td)$/,
          );
          for (const [, attribute, value] of attributes!.matchAll(/([\w-]+)="([^"]*)"/g)) {
            assert.match(attribute!, /^(href|title|start|type|class|data-image|style)$/);
            if (attribute === 'href') assert.match(value!, /^(https?:\/\/|mailto:)/i);
            if (attribute === 'style') assert.match(value!, /^text-align:(left|right|center)$/);
          }
          assert.doesNotMatch(attributes!.replaceAll(/"[^"]*"/g, ''), /\bon\w+=/);
        }
      }),
      { numRuns: 300 },
    );
  });
});

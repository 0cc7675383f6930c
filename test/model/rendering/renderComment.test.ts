import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ElementContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { visit } from 'unist-util-visit';
import { describe, test } from 'vitest';
import { renderComment } from '../../../src/model/rendering/renderComment.ts';

const options = {
  words: { completedTask: 'Completed task', incompleteTask: 'Incomplete task' },
  parse: (html: string) => fromHtml(html, { fragment: true }).children,
};

function blocksOf(markdown: string): readonly ElementContent[] {
  return renderComment(markdown, options) ?? assert.fail('The comment was not rendered.');
}

/** The tree in a form that is easy to read: `<tag attribute="value">`. Without directions, and breaks between blocks. */
function shown(markdown: string): string {
  const written = (nodes: readonly ElementContent[]): string =>
    nodes
      .map((node) => {
        if (node.type === 'text') return node.value === '\n' ? '' : node.value;
        if (node.type !== 'element') return '';
        const { dir: _, ...properties } = node.properties;
        const attributes = Object.entries(properties).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
        return `<${node.tagName}${attributes.join('')}>${written(node.children)}</${node.tagName}>`;
      })
      .join('');
  return written(blocksOf(markdown));
}

describe('a comment by others', () => {
  test('keeps its emphasis, lists, line breaks, code and links to the web', () => {
    assert.equal(
      shown('**a** `b`\n- [c](https://example.com/d)\n- e\n  f'),
      '<p><strong>a</strong> <code>b</code></p>' +
        '<ul><li><a href="https://example.com/d">c</a></li><li>e<br></br>\nf</li></ul>',
    );
  });

  test('takes the direction of its text, block by block', () => {
    const directions = blocksOf('שלום\n\nHello').flatMap((block) =>
      block.type === 'element' ? [block.properties['dir']] : [],
    );

    assert.deepEqual(directions, ['auto', 'auto']);
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="command:workbench.action.quit">x</a>',
    '<style>* { display: none }</style>',
    '{% hint style="info" %}',
    '$$x$$ and [^1]',
  ])('shows %s as text', (text) => {
    assert.equal(shown(text), `<p>${text}</p>`);
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
    assert.doesNotMatch(shown(`[x](${address}) <${address}> ![x](${address})`), /href=|src=|dataImage=/);
  });

  test('keeps links to pages', () => {
    assert.equal(
      shown('[*the* codes](../help/codes.md#e4 "x") [web](https://e.example)'),
      '<p><a href="../help/codes.md#e4" title="x"><em>the</em> codes</a> <a href="https://e.example">web</a></p>',
    );
  });

  test('shows code as it is, also a diff, which only suggestions have as such', () => {
    assert.equal(
      shown('```diff\n a\n-<b>\n+<ins>c\n```'),
      '<pre><code className=["language-diff"]> a\n-<b>\n+<ins>c\n</code></pre>',
    );
    assert.equal(shown('```js\n-b\n```'), '<pre><code className=["language-js"]>-b\n</code></pre>');
  });

  test('shows checkboxes in task lists, which do nothing', () => {
    const task = (label: string, more = '') =>
      `<input type="checkbox" ariaLabel="${label}" disabled=true${more}></input>`;

    assert.equal(
      shown('- [ ] a\n- [x] b'),
      `<ul><li className=["docs-platform-task"]>${task('Incomplete task')}a</li>` +
        `<li className=["docs-platform-task"]>${task('Completed task', ' checked=true')}b</li></ul>`,
    );
    assert.equal(shown('[ ] a'), '<p>[ ] a</p>');
  });

  test('shows emoji for their names, but not in code', () => {
    assert.equal(shown(':tada: `:tada:` 10:30:45'), '<p>🎉 <code>:tada:</code> 10:30:45</p>');
  });

  test('has no link that leads nowhere', () => {
    assert.equal(shown('[Here]()'), '<p><a>Here</a></p>');
  });

  test('keeps the address of an image for the extension', () => {
    assert.equal(
      shown('![A dial "x"](https://images.example/a.png?b="c")'),
      '<p><img dataImage="https://images.example/a.png?b=%22c%22" alt="A dial \\"x\\""></img></p>',
    );
  });

  test.each(['http://images.example/a.png', 'a.png', '../.files/a.png'])(
    'shows the description of the image %s, which is never loaded',
    (address) => {
      assert.equal(shown(`![A dial](${address})`), '<p>[A dial]</p>');
    },
  );

  test('is not rendered if that would take too long or go too deep', () => {
    assert.equal(renderComment('> '.repeat(500), options), undefined);
    assert.equal(renderComment('*a_'.repeat(100_000), options), undefined);
  });

  test('never becomes an element of another kind, whatever it contains', () => {
    const pieces = fc.constantFrom('<', '>', '"', "'", '`', '[', ']', '(', ')', '!', '\n', ' ', 'a', '&', 'javascript:', 'https://x', '*', '#', '|', '-', '\\'); // prettier-ignore
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        visit({ type: 'root', children: [...blocksOf(parts.join(''))] }, 'element', ({ tagName, properties }) => {
          assert.match(
            tagName,
            /^(p|br|hr|strong|em|s|code|pre|blockquote|a|img|ul|ol|li|h[1-6]|table|thead|tbody|tr|th|td)$/,
          );
          for (const [name, value] of Object.entries(properties)) {
            assert.match(name, /^(href|title|start|alt|dir|className|dataImage|align)$/);
            if (name === 'href') assert.match(String(value), /^(https?:\/\/|mailto:|[^#:\\&]+(#.*)?$)/i);
            if (name === 'className') assert.match(String(value), /^language-/);
            if (name === 'dataImage') assert.match(String(value), /^https:\/\//);
          }
        });
      }),
      { numRuns: 300 },
    );
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import type { ElementContent, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { visit } from 'unist-util-visit';
import { describe, test } from 'vitest';
import { allowedAttributes, allowedElements } from '../../../src/model/rendering/allowed.ts';
import { renderPage } from '../../../src/model/rendering/renderPage.ts';

const words = {
  completedTask: 'Completed task',
  incompleteTask: 'Incomplete task',
  footnotes: 'Footnotes',
  backToText: 'Back to the text',
  reusableContent: 'Reusable content',
  day: (date: Date) => date.toUTCString(),
};

function blocksOf(markdown: string): readonly ElementContent[] {
  return renderPage(markdown, options)?.blocks ?? assert.fail('The page was not rendered.');
}

const options = { words, parse: (html: string) => fromHtml(html, { fragment: true }).children };

function rootOf(blocks: readonly ElementContent[]): Root {
  return { type: 'root', children: [...blocks] };
}

/** Each element as its tag and attributes, and each text, in order. */
function flat(markdown: string): string[] {
  const found: string[] = [];
  visit(rootOf(blocksOf(markdown)), (node) => {
    if (node.type === 'text' && node.value.trim() !== '') found.push(node.value.trim());
    if (node.type === 'element') {
      const { dataLine: _, dir: __, ...rest } = node.properties;
      found.push(`${node.tagName}${Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''}`);
    }
  });
  return found;
}

test('blocks know the line from which they were made', () => {
  const lines: [string, unknown][] = [];
  visit(
    { type: 'root', children: [...blocksOf('# One\n\nTwo\n\n{% hint %}\nThree\n{% endhint %}\n')] },
    'element',
    (node) => {
      lines.push([node.tagName, node.properties['dataLine']]);
    },
  );

  assert.deepEqual(lines, [
    ['h1', '0'],
    ['p', '2'],
    ['div', '4'],
    ['p', '5'],
  ]);
});

test('each block has a line: also HTML, code, math, and what stands between', () => {
  const blocks = blocksOf(
    '<figure><img src="a.png"></figure>\n\n```\na\n```\n\n$$\nx\n$$\n\n| a |\n|-|\n| 1 |\n\n<!-- x --> <a>b</a>\n\n> c\n',
  ).filter((node) => node.type === 'element');

  assert.deepEqual(
    blocks.map(({ tagName, properties }) => [tagName, properties['dataLine']]),
    [
      ['figure', '0'],
      ['pre', '2'],
      ['pre', '6'],
      ['table', '10'],
      ['a', '10'],
      ['blockquote', '16'],
    ],
  );
});

test('the page with everything that a page can hold has all of its blocks and text', () => {
  const page = readFileSync('media/sample/spaces/engineering-handbook/writing/blocks.md', 'utf8');
  const classes = new Set<string>();
  let text = '';
  visit(rootOf(blocksOf(page)), (node) => {
    if (node.type === 'text') text += `${node.value} `;
    else if (node.type === 'element') for (const name of node.properties['className'] ?? []) classes.add(name);
  });

  for (const block of [
    ...['hint', 'hint-info', 'hint-danger', 'tabs', 'tab', 'stepper', 'step', 'columns', 'column', 'code', 'card'],
    ...['code-title', 'code-numbers', 'code-wrapped', 'file', 'embed', 'content-ref', 'openapi', 'method-post'],
    ...['updates', 'update', 'update-tag', 'tag', 'footnotes', 'footnote-reference', 'math', 'task'],
  ]) {
    assert.ok(classes.has(`docs-platform-${block}`), block);
  }
  for (const name of ['button', 'primary', 'language-toml', 'language-mermaid']) assert.ok(classes.has(name), name);
  assert.doesNotMatch(text, /\{%/);
  for (const word of [
    'Northwind Control',
    'Heron 600',
    'robots = 12',
    'Look up a word',
    'missions',
    'Maps load faster',
  ]) {
    assert.ok(text.replace(/\s+/g, ' ').includes(word), word);
  }
});

test('headings have the anchors that links use', () => {
  const page = renderPage('# Set *up*\n\n## Set up\n\n### By hand <a href="#way" id="way"></a>\n', options);

  assert.deepEqual(page?.headings, [
    { anchor: '', title: 'Set up', level: 1 },
    { anchor: 'set-up', title: 'Set up', level: 2 },
    { anchor: 'way', title: 'By hand', level: 3 },
  ]);
});

test('images keep their address for the extension, and have no source', () => {
  assert.deepEqual(flat('![Map](<a b.png> "Title")'), [
    'p',
    'img {"dataImage":"a%20b.png","alt":"Map","title":"Title"}',
  ]);
});

test('cells keep their alignment', () => {
  assert.ok(flat('| a |\n| -: |\n| 1 |\n').includes('td {"align":"right"}'));
});

test('tabs and tasks keep their buttons, and no other input is kept', () => {
  const shown = flat(
    '- [x] done\n\n{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n{% endtabs %}\n\n<input type="text" name="q"><input type="checkbox"><input type="radio" name="x">',
  );

  assert.deepEqual(
    shown.filter((each) => each.startsWith('input')),
    [
      'input {"type":"checkbox","ariaLabel":"Completed task","disabled":true,"checked":true}',
      'input {"type":"radio","name":"docs-platform-tabs-1","checked":true}',
    ],
  );
});

describe('text by others stays harmless', () => {
  test.each([
    ['<script>alert(1)</script>after', ['after']],
    ['<iframe src="https://a.example"></iframe><svg onload="alert(1)"><a href="#x">y</a></svg>z', ['z']],
    ['<img src="x" onerror="alert(1)" srcset="y 2x" id="host">', ['img {"dataImage":"x","dataAnchor":"host"}']],
    ['<a href="java&#10;script:alert(1)" target="_top">a</a>', ['p', 'a', 'a']],
    ['<a href=" command:x">a</a> [b](vscode://x) <a href="DATA:text/html,x">c</a>', undefined],
    [
      '<p style="position:fixed" class="scroller docs-platform-hint">a</p>',
      ['p {"className":["docs-platform-hint"]}', 'a'],
    ],
    ['<p role="dialog" data-line="x">a</p>', ['p', 'a']],
    ['<i class="fa-star">fa-star</i>', ['p', 'i {"className":["fa-star"]}', 'fa-star']],
    ['<form action="https://a.example"><button formaction="x">go</button></form>', ['span', 'go']],
    ['<div data-image="command:x" data-anchor="y">a</div>', ['div', 'a']],
    [
      '<base href="https://a.example"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="x">a',
      undefined,
    ],
  ])('%s', (markdown, expected) => {
    const shown = flat(markdown);

    if (expected) assert.deepEqual(shown, expected);
    assert.doesNotMatch(shown.join('\n'), /command:|vscode:|data:text|meta|base|link|on\w+"/i);
  });

  test('whatever it is, only allowed elements and attributes are left', () => {
    const pieces = fc.constantFrom(
      ...[
        '<',
        '>',
        '</',
        '"',
        "'",
        '=',
        '\n\n',
        '\n',
        ' ',
        '- ',
        '> ',
        '|',
        '`',
        '```\n',
        '[',
        '](',
        ')',
        '![',
        '{% ',
        ' %}',
      ],
      ...[
        'a',
        'p',
        'table',
        'tr',
        'td',
        'svg',
        'math',
        'style',
        'script',
        'img',
        'href',
        'src',
        'onclick',
        'id',
        'class',
      ],
      ...[
        'javascript:',
        'command:',
        'hint',
        'endhint',
        'tabs',
        'tab',
        'details',
        'summary',
        '<!--',
        '-->',
        '&lt;',
        '\u0000',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        visit(rootOf(blocksOf(parts.join(''))), (node) => {
          if (node.type === 'root' || node.type === 'text') return;
          assert.ok(node.type === 'element' && allowedElements.has(node.tagName));
          for (const name of Object.keys(node.properties)) assert.ok(Object.hasOwn(allowedAttributes, name), name);
          assert.doesNotMatch(String(node.properties['href'] ?? ''), /^\s*(javascript|command|data|vscode):/i);
        });
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['nested elements', '<div>'.repeat(20_000)],
    ['nested formatting', '<b>'.repeat(20_000)],
    ['very many elements', '<i>a</i>'.repeat(60_000)],
  ])('a page of %s is not rendered', (_, markdown) => {
    assert.equal(renderPage(markdown, options), undefined);
  });
});

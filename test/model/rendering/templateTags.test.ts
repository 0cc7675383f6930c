import MarkdownIt, { type Env, type MarkdownIt as Engine } from 'markdown-it';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tagNames } from '../../../src/model/tags/syntax.ts';
import { directedPreview, engine, page, preview } from './preview.ts';

describe('a tag of a page', () => {
  test('a hint is a note of its style around its Markdown', () => {
    expect(preview('{% hint style="warning" %}\n**Stop** first\n{% endhint %}')).toBe(
      '<div class="docs-platform-hint docs-platform-hint-warning" role="note" aria-label="warning">\n' +
        '<p><strong>Stop</strong> first</p>\n</div>\n',
    );
  });

  test('a hint without a style, or with an unknown one, is an info', () => {
    expect(preview('{% hint %}\na\n{% endhint %}\n{% hint style="x onclick=y" %}\nb\n{% endhint %}')).toMatch(
      /hint-info.*hint-info/s,
    );
  });

  test('tabs are labeled radio buttons with one name, and the first is selected', () => {
    const html = preview(
      '{% tabs %}\n{% tab title="npm" %}\nA\n{% endtab %}\n{% tab title="yarn" %}\nB\n{% endtab %}\n{% endtabs %}',
    );

    expect(html).toBe(
      '<div class="docs-platform-tabs">\n' +
        '<label class="docs-platform-tab-title"><input type="radio" name="docs-platform-tabs-1" checked="">npm</label>\n' +
        '<div class="docs-platform-tab">\n<p>A</p>\n</div>\n' +
        '<label class="docs-platform-tab-title"><input type="radio" name="docs-platform-tabs-1">yarn</label>\n' +
        '<div class="docs-platform-tab">\n<p>B</p>\n</div>\n</div>\n',
    );
  });

  test('each group of tabs has a name of its own, even inside another group', () => {
    const group = (inner: string) => `{% tabs %}\n{% tab title="T" %}\n${inner}\n{% endtab %}\n{% endtabs %}\n`;

    const names = [...preview(group(group('a')) + group('b')).matchAll(/name="([^"]*)"/g)].map(([, name]) => name);

    expect(new Set(names).size).toBe(3);
  });

  test('a tab without a title has its number as title', () => {
    expect(preview('{% tabs %}\n{% tab %}\nA\n{% endtab %}\n{% endtabs %}')).toContain('>1</label>');
  });

  test('a content reference is a card with the link that the author gave', () => {
    expect(preview('{% content-ref url="a/b.md" %}\n[Title](a/b.md)\n{% endcontent-ref %}')).toBe(
      '<div class="docs-platform-content-ref docs-platform-card">\n<p><a href="a/b.md">Title</a></p>\n</div>\n',
    );
  });

  test("a content reference without an author's link is a card with a link to its address", () => {
    expect(preview('{% content-ref url="a/b.md" %}\n{% endcontent-ref %}')).toContain('<a href="a/b.md">a/b.md</a>');
  });

  test('code has its title above', () => {
    expect(preview('{% code title="a <b>.ts" %}\n```ts\nx\n```\n{% endcode %}')).toBe(
      '<div class="docs-platform-code">\n<div class="docs-platform-code-title">a &lt;b&gt;.ts</div>\n' +
        '<pre><code class="language-ts">x\n</code></pre>\n</div>\n',
    );
  });

  test("code has line numbers next to it, which aren't part of the code", () => {
    expect(preview('{% code lineNumbers="true" %}\n```\nx\n\ny\n```\n{% endcode %}')).toContain(
      '<div class="docs-platform-code-numbers" aria-hidden="true">1\n2\n3</div>\n<pre><code>x\n\ny\n</code></pre>',
    );
  });

  test('an embed is a card that links to its address and names the host', () => {
    expect(preview('{% embed url="https://video.example/watch?v=1&t=2" %}\n\nafter')).toBe(
      '<div class="docs-platform-embed docs-platform-card">\n' +
        '<p><a href="https://video.example/watch?v=1&amp;t=2"><strong>video.example</strong> ' +
        'https://video.example/watch?v=1&amp;t=2</a></p>\n</div>\n<p>after</p>\n',
    );
  });

  test('an embed may have a caption and an end', () => {
    expect(preview('{% embed url="https://a.example" %}\nA *film*\n{% endembed %}\nafter')).toMatch(
      /<p>A <em>film<\/em><\/p>\n<\/div>\n<p>after<\/p>/,
    );
  });

  test('a stepper is a list of steps', () => {
    expect(
      preview('{% stepper %}\n{% step %}\n## One\n{% endstep %}\n{% step %}\nTwo\n{% endstep %}\n{% endstepper %}'),
    ).toBe(
      '<div class="docs-platform-stepper" role="list">\n' +
        '<div class="docs-platform-step" role="listitem">\n<h2>One</h2>\n</div>\n' +
        '<div class="docs-platform-step" role="listitem">\n<p>Two</p>\n</div>\n</div>\n',
    );
  });
});

describe('a task list', () => {
  const box = (done: boolean) =>
    `<input type="checkbox" aria-label="${done ? 'Completed task' : 'Incomplete task'}" disabled=""${done ? ' checked=""' : ''}>`;

  test('has read-only checkboxes that show what is done', () => {
    expect(preview('- [ ] Charge *it*\n- [x] Unpack it\n- [X] Read\n- Rest')).toBe(
      `<ul>\n<li class="docs-platform-task">${box(false)}Charge <em>it</em></li>\n` +
        `<li class="docs-platform-task">${box(true)}Unpack it</li>\n` +
        `<li class="docs-platform-task">${box(true)}Read</li>\n<li>Rest</li>\n</ul>\n`,
    );
  });

  test('may be numbered, loose, nested, and inside a tag', () => {
    const html = preview('{% hint %}\n1. [ ] one\n\n   - [x] within\n\n2. [ ] *two*\n{% endhint %}');

    expect(html.match(/<input type="checkbox"/g)).toHaveLength(3);
    expect(html).toContain(`<p>${box(false)}one</p>`);
  });

  test.each([
    ['outside of a list', '[ ] text'],
    ['within the text of an item', '- text [ ] text'],
    ['without text', '- [ ]'],
    ['without a space behind it', '- [x]text'],
    ['with something else in it', '- [y] text'],
    ['that is a link', '- [x](a.md) text'],
    ['in code', '- `[ ] text`\n\n```\n- [ ] text\n```'],
    ['that is escaped', '- \\[ ] text'],
  ])('has no checkbox for a mark %s', (_, text) => {
    expect(preview(text)).not.toContain('<input');
  });
});

describe('a tag may be', () => {
  test('on one line with its text', () => {
    expect(preview('{% hint style="info" %}Some *text*{% endhint %}')).toMatch(
      /hint-info.*<p>Some <em>text<\/em><\/p>\n<\/div>/s,
    );
  });

  test('with others on one line', () => {
    expect(
      preview('{% tabs %}{% tab title="A" %}one{% endtab %}{% tab title="B" %}two{% endtab %}{% endtabs %}'),
    ).toMatch(/A<\/label>.*<p>one<\/p>.*B<\/label>.*<p>two<\/p>/s);
  });

  test('right before and after a paragraph, a list, a quote and a table', () => {
    const blocks = ['text', '* item', '> quote', '| a |\n| - |\n| b |'];

    for (const block of blocks) {
      const html = preview(`before\n{% hint %}\n${block}\n{% endhint %}\nafter`);

      expect(html).toMatch(/^<p>before<\/p>\n<div.*<\/(?:p|ul|blockquote|table)>\n<\/div>\n<p>after<\/p>\n$/s);
    }
  });

  test('right before and after HTML', () => {
    expect(preview('{% hint %}\n<figure><img src="a.png"></figure>\n{% endhint %}')).toMatch(
      /^<div class="docs-platform-hint [^>]*>\n<figure><img src="a.png"><\/figure>\n<\/div>\n$/,
    );
  });

  test('inside a list item', () => {
    expect(preview('1. one\n\n   {% hint %}\n   text\n   {% endhint %}\n\n2. two')).toMatch(
      /<li>\n<p>one<\/p>\n<div class="docs-platform-hint[^>]*>\n<p>text<\/p>\n<\/div>\n<\/li>\n<li>/,
    );
  });

  test('inside another tag of the same name', () => {
    expect(preview('{% hint %}\n{% hint style="danger" %}\ninner\n{% endhint %}\nouter\n{% endhint %}')).toMatch(
      /hint-info.*hint-danger.*inner<\/p>\n<\/div>\n<p>outer<\/p>\n<\/div>\n$/s,
    );
  });

  test('with a link definition inside that applies to the whole page', () => {
    expect(preview('[a]\n\n{% hint %}\n[a]: b.md\n{% endhint %}')).toContain('<a href="b.md">a</a>');
  });
});

describe('markup shown as text', () => {
  test.each([
    ['a tag that is never closed', '{% hint style="info" %}\n\ntext'],
    ['a tag that was never opened', 'text\n\n{% endhint %}'],
    ['a tag closed by another', '{% hint %}\n\ntext\n\n{% endtabs %}'],
    ['a tag opened in a list item and closed outside', '* {% hint %}\n\n{% endhint %}'],
    ['a tab outside of tabs', '{% tab title="A" %}\n\ntext\n\n{% endtab %}'],
    ['a step outside of a stepper', '{% step %}\n\ntext\n\n{% endstep %}'],
    ['an embed without an address', '{% embed %}'],
    ['an unclosed quote', '{% hint style="info %}'],
    ['an unclosed tag', '{% hint style="info"'],
    ['an end with attributes', '{% hint %}\n\ntext\n\n{% endhint x %}'],
    ['an escaped tag', '\\{% hint %}'],
    ['a tag mentioned within a line', 'The {% hint %} tag, {% endhint %}, explained'],
    ['a tag in a fence', '```\n{% hint %}\n{% endhint %}\n```'],
    ['a tag in a fence in a list', '- ```\n  {% hint %}\n  {% endhint %}\n  ```'],
    ['a tag in indented code', '    {% hint %}\n    {% endhint %}'],
    ['a tag in inline code', '`{% hint %}` and `` {% endhint %} ``'],
    ['a tag in preformatted HTML', '<pre>\n{% hint %}\n{% endhint %}\n</pre>'],
    ['a tag in an HTML comment', '<!--\n{% hint %}\n{% endhint %}\n-->'],
  ])('%s', (_, text) => {
    const tagsIn = (source: string) =>
      source.match(/\{%[^{]*/g)?.map((tag) => tag.replace(/["`\s]|-->|&quot;|<[^>]*>/g, ''));

    expect(tagsIn(preview(text))).toEqual(tagsIn(text));
  });

  test('the text of a broken tag is not read as Markdown or HTML', () => {
    expect(preview('{% hint style="*a* <img src=x>" %}')).toBe(
      '<p>{% hint style=&quot;*a* &lt;img src=x&gt;&quot; %}</p>\n',
    );
  });

  test('an inner tag that is never closed does not break the outer', () => {
    expect(preview('{% hint %}\n{% tabs %}\ntext\n{% endhint %}')).toMatch(
      /^<div class="docs-platform-hint[^>]*>\n<p>{% tabs %}<\/p>\n<p>text<\/p>\n<\/div>\n$/,
    );
  });
});

describe('attributes', () => {
  test.each([
    ['single quotes', `title='a "b"'`, 'a &quot;b&quot;'],
    ['no quotes', 'title=a', 'a'],
    ['typographic quotes', 'title=“a b”', 'a b'],
    ['escaped quotes', String.raw`title="a \"b\""`, 'a &quot;b&quot;'],
    ['entities', 'title="a &#x26; b"', 'a &amp; b'],
    ['an end of a tag within quotes', 'title="a %} b"', 'a %} b'],
    ['spaces around the equals sign', 'title = "a"', 'a'],
    ['others around it', 'x overflow="wrap" title="a" title="b"', 'a'],
    ['HTML', 'title="</div><script>"', '&lt;/div&gt;&lt;script&gt;'],
  ])('may be written with %s', (_, attribute, shown) => {
    expect(preview(`{% code ${attribute} %}\n{% endcode %}`)).toContain(`-title">${shown}</div>`);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript&colon;alert(1)',
    'command:x',
    'vscode://x/y',
    'data:image/png;base64,x',
    'file:///etc',
  ])('show the address %s without a link', (url) => {
    const html = preview(`{% embed url="${url}" %}\n{% content-ref url="${url}" %}\n{% endcontent-ref %}`);

    expect(html.match(/<p>(?!<a)/g)).toHaveLength(2);
  });

  test.each(['https://a.example/b', 'mailto:a@b.example', '../a b.md#c', '/a', '#a', 'a?b=c:d'])(
    'link the address %s',
    (url) => {
      expect(preview(`{% embed url="${url}" %}`)).toContain('<a href="');
    },
  );
});

describe('in the preview of VS Code', () => {
  test('tags and their content know their lines', () => {
    const html = preview(
      '# T\n\n{% hint %}\ntext\n{% endhint %}\n\n{% hint %}a\nb{% endhint %}\n\nafter',
      vsCodeEngine(),
    );

    const lines = [...html.matchAll(/<(\w+)[^>]*data-line="(\d+)"/g)].map(([, name, line]) => `${name} ${line}`);
    expect(lines).toEqual(['h1 0', 'div 2', 'p 3', 'div 6', 'p 6', 'p 9']);
  });

  test('links of cards are handled like others', () => {
    expect(preview('{% embed url="https://a.example" %}', vsCodeEngine())).toContain('data-href="https://a.example"');
  });

  test('only the outermost blocks have a direction, so that it is that of all their text', () => {
    const html = directedPreview('# a\n\n- b\n\n  c\n\n{% hint %}\nd\n```\ne\n```\n{% endhint %}', vsCodeEngine());

    expect([...html.matchAll(/<(\w+)[^>]* dir="([^"]*)"/g)].map(([, name, value]) => `${name} ${value}`)).toEqual([
      ...['h1 auto', 'ul auto', 'div auto'],
    ]);
  });

  test('a page is marked for the style sheet, with or without tags', () => {
    const md = vsCodeEngine();

    expect(md.renderer.render(md.parse('text', {}), md.options, { currentDocument: page })).toMatch(
      /^<div class="docs-platform-page">\n<p[^>]*>text<\/p>\n<\/div>\n$/,
    );
  });

  test('cached tokens are rendered again the same', () => {
    const md = vsCodeEngine();
    const tokens = md.parse('{% hint %}\n[a](b.md) ![i](i.png)\n{% endhint %}', {});
    const render = () => md.renderer.render(tokens, md.options, { currentDocument: page });

    expect(render()).toBe(render());
  });

  test('the language features read a page as the plain document', () => {
    const text = '{% hint %}\n# Title\n{% endhint %}';

    expect(vsCodeEngine().parse(text, {})).toEqual(new MarkdownIt({ html: true }).use(asVsCode).parse(text, {}));
  });
});

describe('any text', () => {
  test('is unchanged byte for byte in documents that are not of the platform', () => {
    const plain = new MarkdownIt({ html: true });
    const extended = engine();

    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom(undefined, {}, { currentDocument: { scheme: 'file' } }),
        (text, env: Env | undefined) => {
          expect(extended.render(text, { ...env })).toBe(plain.render(text, { ...env }));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('never throws, and gives well-formed HTML', () => {
    const md = engine({ html: false });

    fc.assert(
      fc.property(anyText, (text) => {
        expect(unclosedIn(preview(text, md))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test('in attributes never becomes a script or a dangerous link', () => {
    const value = fc.array(
      fc.constantFrom('javascript:', 'COMMAND:', '<script>', '</div>', '"', "'", '\\', '&colon;', '\t', 'a', ' ', '%}'),
    );
    const tag = fc.tuple(fc.constantFrom(...attributesWithText), value);

    fc.assert(
      fc.property(fc.array(tag), (tags) => {
        const opened = tags.map(
          ([name, value]) =>
            `{% ${name}="${value.join('').replace(/["\\]/g, '\\$&')}" %}\ntext\n{% end${name.split(' ')[0]} %}`,
        );

        const html = ['tabs', 'columns', 'updates']
          .map((parent) => preview(`{% ${parent} %}\n${opened.join('\n')}\n{% end${parent} %}`))
          .join('');

        expect(html).not.toMatch(/<script|href="\s*(?:javascript|command):/i);
        expect(unclosedIn(html)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test('is still shown outside of tags', () => {
    const word = fc.nat(1_000_000).map((number) => `word${number}`);
    const line = fc.oneof(
      word,
      fc
        .tuple(fc.constantFrom('* ', '  ', '> ', '1. ', '    ', '# ', '$$', '[^1] ', '[^1]: ', '[^2]: '), word)
        .map((parts) => parts.join('')),
      tagLine,
    );

    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const html = preview(lines.join('\n'));

        for (const [word] of lines.join('\n').matchAll(/word\d+/g)) expect(html).toContain(word);
      }),
      { numRuns: 1000 },
    );
  });

  test('is read in time that grows with its length, however often it is repeated', () => {
    const hostile = [
      '{% hint %}\n',
      '{% hint %}\n{% endtabs %}\n',
      '{% hint a="',
      '<div>\n',
      '<https://a>\n# h\n',
      '> {% hint %}\n',
      '{% tabs %}{% tab %}',
      '`{% hint %} ',
      '{% embed url=a %}\n',
      '{% hint a a a a a a a a',
      '{% if a=“',
      '{% if "',
      '{% include "a" %}\n',
      '{% if a %}\n{% endraw %}\n',
      '$$',
      '$$ a\n',
      '$$ a $ ',
      '[^1]',
      '[^1]: a\n',
      '[^1]: a\n\n    b\n\n',
      ':smile:',
      '<p\n',
    ];

    for (const text of hostile) expect(preview(text.repeat(100_000 / text.length)).length).toBeGreaterThan(0);
  });
});

function vsCodeEngine(): Engine {
  return asVsCode(engine());
}

/** What VS Code's Markdown preview adds after the plugins, as far as it matters here. */
function asVsCode(md: Engine): Engine {
  md.core.ruler.push('source_map_data_attribute', ({ tokens }) => {
    for (const token of tokens) {
      if (!token.map || token.type === 'inline') continue;
      token.attrSet('data-line', String(token.map[0]));
      token.attrJoin('class', 'code-line');
      token.attrJoin('dir', 'auto');
    }
  });
  md.renderer.rules['link_open'] = (tokens, index, options, _env, renderer) => {
    tokens[index]!.attrSet('data-href', tokens[index]!.attrGet('href') ?? '');
    return renderer.renderToken(tokens, index, options);
  };
  return md;
}

const names = [...tagNames, 'include', 'if', 'raw', '@plugin/name'];
const tagLine = fc
  .tuple(
    fc.constantFrom('', '  ', '> ', '* '),
    fc.constantFrom('', 'end'),
    fc.constantFrom(...names),
    fc.constantFrom(
      '',
      ' url="a"',
      ' title=b',
      ' src="a" path="/b" method="get"',
      ' width="50%"',
      ' date="2026-02-26"',
    ),
  )
  .map(([indent, end, name, attributes]) => `${indent}{% ${end}${name}${end ? '' : attributes} %}`);
const attributesWithText = [
  ...[
    'hint style',
    'tab title',
    'code title',
    'embed url',
    'content-ref url',
    'file src',
    'column width',
    'update date',
  ],
  ...['update tags', 'openapi src', 'openapi-operation spec', 'openapi-operation path', 'openapi-webhook name'],
  ...['openapi-schemas schemas', 'include a', 'if a', '@plugin/name url'],
];
const fragment = fc.oneof(
  tagLine,
  fc.constantFrom(
    '\n',
    '\n\n',
    '{%',
    '%}',
    '- [ ] ',
    '1. [x] ',
    '```',
    '`',
    '~~~',
    '<div>',
    '</div>',
    '<!--',
    '|',
    '- | -',
    '[a](b)',
    '"',
    '    ',
    '\t',
    '\\',
    '---',
    '$$',
    '[^1]',
    '\n[^1]: ',
    ':smile:',
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const anyText = fc.array(fragment, { maxLength: 30 }).map((fragments) => fragments.join(''));

/** Elements that are left open, or closed out of order. */
function unclosedIn(html: string): string[] {
  const open: string[] = [];
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z]\w*)/g)) {
    if (['br', 'hr', 'img', 'input'].includes(name!)) continue;
    if (!slash) open.push(name!);
    else if (open.pop() !== name) return [...open, name!];
  }
  return open;
}

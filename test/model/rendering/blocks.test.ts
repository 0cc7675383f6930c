import { describe, expect, test } from 'vitest';
import { directedPreview, engine, preview } from './preview.ts';

// The samples have the form in which documentation platforms write these blocks into Markdown files.

describe('columns', () => {
  test('are beside each other, with their widths', () => {
    expect(
      preview(
        '{% columns %}\n{% column width="66.66666666666667%" %}\nWide\n{% endcolumn %}\n\n' +
          '{% column valign="middle" %}\nNarrow\n{% endcolumn %}\n{% endcolumns %}',
      ),
    ).toBe(
      '<div class="docs-platform-columns">\n' +
        '<div class="docs-platform-column" data-width="67">\n<p>Wide</p>\n</div>\n' +
        '<div class="docs-platform-column docs-platform-column-middle">\n<p>Narrow</p>\n</div>\n</div>\n',
    );
  });

  test.each(['0%', '50px', '1000%', '-5', 'x', '5%;color:red', ''])('ignore the width %j', (width) => {
    expect(preview(`{% columns %}\n{% column width="${width}" %}\na\n{% endcolumn %}\n{% endcolumns %}`)).toContain(
      '<div class="docs-platform-column">',
    );
  });

  test('hold other blocks', () => {
    expect(
      preview(
        '{% columns %}\n{% column %}\n{% hint %}\na\n{% endhint %}\n{% endcolumn %}\n{% column %}\n- b\n{% endcolumn %}\n{% endcolumns %}',
      ),
    ).toMatch(/column">\n<div class="docs-platform-hint .*<\/div>\n<\/div>\n<div class="docs-platform-column">\n<ul>/s);
  });
});

describe('a file', () => {
  test('is a card that names and links it', () => {
    expect(preview('{% file src="../.gitbook/assets/Price%20list.pdf?x=1" %}\n\nafter')).toBe(
      '<div class="docs-platform-file docs-platform-card">\n' +
        '<p><a href="../.gitbook/assets/Price%20list.pdf?x=1">Price list.pdf</a></p>\n</div>\n<p>after</p>\n',
    );
  });

  test('may have a caption', () => {
    expect(preview('{% file src="<a b.pdf>" %}\nThe *list*\n{% endfile %}\nafter')).toBe(
      '<div class="docs-platform-file docs-platform-card">\n<p><a href="a%20b.pdf">a b.pdf</a></p>\n' +
        '<p>The <em>list</em></p>\n</div>\n<p>after</p>\n',
    );
  });

  test.each(['command:x', 'javascript:alert(1)', 'vscode://a/b.pdf', 'data:text/html,x'])(
    'shows the address %s without a link',
    (src) => {
      expect(preview(`{% file src="${src}" %}`)).toContain(`<p>${src}</p>`);
    },
  );
});

describe('updates', () => {
  test('are a list with the day and the tags of each', () => {
    expect(
      preview(
        '{% updates format="full" %}\n{% update date="2026-02-26" tags="new,beta" %}\n## Faster\n\nText\n{% endupdate %}\n{% endupdates %}',
      ),
    ).toBe(
      '<div class="docs-platform-updates" role="list">\n<div class="docs-platform-update" role="listitem">\n' +
        '<div class="docs-platform-update-head"><time datetime="2026-02-26">26 Feb 2026</time> ' +
        '<span class="docs-platform-update-tag">new</span> <span class="docs-platform-update-tag">beta</span></div>\n' +
        '<h2>Faster</h2>\n<p>Text</p>\n</div>\n</div>\n',
    );
  });

  test('show what is not a day as it is written', () => {
    expect(preview('{% updates %}\n{% update date="2026-99-99<b>" %}\na\n{% endupdate %}\n{% endupdates %}')).toContain(
      'head">2026-99-99&lt;b&gt;</div>',
    );
  });
});

describe('an API', () => {
  test('is a box with the method, the path and the specification', () => {
    expect(
      preview(
        '{% openapi src="https://a.example/specs/robots.yaml" path="/robots/{id}" method="get" %}\n{% endopenapi %}',
      ),
    ).toBe(
      '<div class="docs-platform-openapi">\n<div class="docs-platform-openapi-head">' +
        '<strong class="docs-platform-method docs-platform-method-get">GET</strong> <code>/robots/{id}</code> ' +
        '<span class="docs-platform-specification">robots.yaml</span></div>\n</div>\n',
    );
  });

  test('names the specification once if the text inside names it', () => {
    const html = preview(
      '{% openapi-operation spec="robots-api" path="/robots" method="post" %}\n' +
        '[OpenAPI robots-api](https://a.example/robots.yaml)\n{% endopenapi-operation %}',
    );

    expect(html).toContain('method-post">POST</strong> <code>/robots</code></div>');
    expect(html).toContain('<p><a href="https://a.example/robots.yaml">OpenAPI robots-api</a></p>');
  });

  test('may be a webhook or schemas', () => {
    expect(
      preview('{% openapi-webhook spec="s" name="robot-stopped" method="post" %}\n{% endopenapi-webhook %}'),
    ).toContain('POST</strong> <code>robot-stopped</code> <span');
    expect(
      preview('{% openapi-schemas spec="s" schemas="Robot,Dock" grouped="true" %}\n{% endopenapi-schemas %}'),
    ).toContain('head"><code>Robot</code> <code>Dock</code> <span');
  });

  test('escapes a method that is none', () => {
    expect(preview('{% openapi path="/a" method="<b>" %}\n{% endopenapi %}')).toContain(
      '<strong class="docs-platform-method">&lt;B&gt;</strong>',
    );
  });
});

describe('code', () => {
  test('wraps its lines if the author says so', () => {
    expect(preview('{% code title="a.txt" overflow="wrap" %}\n```\nx\n```\n{% endcode %}')).toContain(
      '<div class="docs-platform-code docs-platform-code-wrapped">',
    );
  });

  test('does not wrap lines that have numbers', () => {
    expect(preview('{% code overflow="wrap" lineNumbers="true" %}\n```\nx\n```\n{% endcode %}')).not.toContain(
      'wrapped',
    );
  });

  test('that is a diagram has no line numbers', () => {
    expect(preview('{% code lineNumbers="true" %}\n```mermaid\nflowchart LR\n```\n{% endcode %}')).toBe(
      '<div class="docs-platform-code">\n<pre><code class="language-mermaid">flowchart LR\n</code></pre>\n</div>\n',
    );
  });
});

describe('reusable content', () => {
  test.each([
    ['.gitbook/includes/safety-notes.md', 'safety-notes'],
    ['https://app.example/s/abc/~/reusable/xyz/', 'xyz'],
  ])('of %s is a box that names it', (address, name) => {
    expect(preview(`{% include "${address}" %}\n\nafter`)).toBe(
      `<div class="docs-platform-tag" title="${address}">\n` +
        `<div class="docs-platform-tag-name">Reusable content <code>${name}</code></div>\n</div>\n<p>after</p>\n`,
    );
  });
});

describe('a tag that we do not know', () => {
  test('is a box that names it around its content', () => {
    expect(preview('{% swagger src="x" %}\nSome *text*\n{% endswagger %}')).toBe(
      '<div class="docs-platform-tag">\n<div class="docs-platform-tag-name"><code>swagger</code> ' +
        '<span class="docs-platform-tag-details">src=&quot;x&quot;</span></div>\n' +
        '<p>Some <em>text</em></p>\n</div>\n',
    );
  });

  test.each([
    ['{% raw %}\n**text**\n{% endraw %}', /<code>raw<\/code><\/div>\n<p><strong>text<\/strong><\/p>\n<\/div>\n$/],
    [
      '{% if visitor.claims.plan === "growth" %}\n{% hint %}\na\n{% endhint %}\n{% else %}\nb\n{% endif %}',
      /<code>if<\/code> <span [^>]*>visitor\.claims\.plan === &quot;growth&quot;<\/span><\/div>\n<div class="docs-platform-hint .*<code>else<\/code><\/div>\n<\/div>\n<p>b<\/p>\n<\/div>\n$/s,
    ],
    [
      '{% @arcade/embed url="https://a.example/x" flowId="x" %}\n\ntext',
      /<code>@arcade\/embed<\/code> <a href="https:\/\/a\.example\/x"><strong>a\.example<\/strong> [^<]*<\/a><\/div>\n<\/div>\n<p>text<\/p>/,
    ],
    ['{%- raw -%}\na\n{%- endraw -%}', /<code>raw<\/code><\/div>\n<p>a<\/p>\n<\/div>\n$/],
    [
      '{% @a/b content="<b>{{ x }}</b> %}" %}',
      /<code>@a\/b<\/code> <span [^>]*>content=&quot;&lt;b&gt;\{\{ x \}\}&lt;\/b&gt; %\}&quot;<\/span><\/div>/,
    ],
    [
      'a\n\n{% endraw %}\n\nb',
      /<p>a<\/p>\n<div class="docs-platform-tag">\n<div[^>]*><code>endraw<\/code><\/div>\n<\/div>\n<p>b<\/p>/,
    ],
    [
      '{% hint %}\n{% if a %}\ntext\n{% endhint %}',
      /hint-info.*<code>if<\/code> <span [^>]*>a<\/span><\/div>\n<\/div>\n<p>text<\/p>\n<\/div>\n$/s,
    ],
  ])('%j is read', (text, expected) => {
    const html = preview(text);

    expect(html).toMatch(expected);
    expect(html).not.toContain('{%');
  });

  test.each(['The {% raw %} tag', '`{% raw %}`', '```\n{% raw %}\n```', '\\{% raw %}', '{% raw', '{% %}', '{% 5 %}'])(
    'is text in %j',
    (text) => {
      expect(preview(text)).not.toContain('docs-platform-tag');
    },
  );

  test('any number of times leaves the other tags as they are', () => {
    expect(preview(`${'{% include "a" %}\n'.repeat(300)}{% hint %}\na\n{% endhint %}`)).toContain('hint-info');
  });
});

describe('a footnote', () => {
  test('is at the end of the page, with links in both directions', () => {
    expect(preview('One[^1] and two.[^b]\n\n[^b]: Second *note*\n[^1]: First')).toBe(
      '<p>One<sup class="docs-platform-footnote-reference">' +
        '<a href="#user-content-fn-1" id="docs-platform-footnote-reference-1-1">1</a></sup> and two.' +
        '<sup class="docs-platform-footnote-reference">' +
        '<a href="#user-content-fn-b" id="docs-platform-footnote-reference-2-1">2</a></sup></p>\n' +
        '<section class="docs-platform-footnotes" aria-label="Footnotes">\n<ol>\n' +
        '<li id="user-content-fn-1">\n<p>First <a href="#docs-platform-footnote-reference-1-1" aria-label="Back to the text">↩</a></p>\n</li>\n' +
        '<li id="user-content-fn-b">\n<p>Second <em>note</em> <a href="#docs-platform-footnote-reference-2-1" aria-label="Back to the text">↩</a></p>\n</li>\n' +
        '</ol>\n</section>\n',
    );
  });

  test('may have several paragraphs, and several references', () => {
    const html = preview('a[^1] b[^1]\n\n[^1]: One\n    more\n\n    Two\n\nafter');

    expect(html).toMatch(
      /<li [^>]*>\n<p>One\nmore<\/p>\n<p>Two <a [^>]*1-1"[^>]*>↩<\/a> <a [^>]*1-2"[^>]*>↩<\/a><\/p>\n<\/li>/,
    );
    expect(html).toContain('<p>after</p>\n<section');
  });

  test('that nothing refers to is listed too, and so is a second one of the same label', () => {
    expect(preview('a\n\n[^x]: lost\n[^x]: again')).toMatch(
      /<li [^>]*>\n<p>lost<\/p>\n<\/li>\n<li [^>]*>\n<p>again<\/p>/,
    );
  });

  test('may be inside a tag', () => {
    expect(preview('{% hint %}\na[^1]\n\n[^1]: note\n{% endhint %}')).toMatch(/<\/sup><\/p>\n<\/div>\n<section.*note/s);
  });

  test.each([
    ['a reference without a footnote', 'a[^1]', '<p>a[^1]</p>\n'],
    ['a reference in code', 'a `[^1]`\n\n[^2]: b', '<p>a <code>[^1]</code></p>'],
    ['an escaped reference', 'a \\[^1]\n\n[^1]: b', '<p>a [^1]</p>'],
    ['a footnote in a quote', '> [^1]: a b', '<blockquote>\n<p>[^1]: a b</p>\n</blockquote>\n'],
  ])('is text if it is %s', (_, text, expected) => {
    expect(preview(text)).toContain(expected);
  });
});

describe('math', () => {
  test('is shown as code without a renderer of math, in a line and as a block', () => {
    expect(preview('The sum $$a_1 * b_2 < c$$ is')).toBe(
      '<p>The sum <code class="docs-platform-math">a_1 * b_2 &lt; c</code> is</p>\n',
    );
    expect(preview('text\n$$\n\\frac{a}{b}\n= c\n$$\nafter')).toBe(
      '<p>text</p>\n<pre class="docs-platform-math"><code>\\frac{a}{b}\n= c</code></pre>\n<p>after</p>\n',
    );
    expect(preview('$$x^2$$')).toBe('<pre class="docs-platform-math"><code>x^2</code></pre>\n');
  });

  test("is given to the renderer of VS Code's math extension, within a line too", () => {
    const md = engine();
    md.renderer.rules['math_inline'] = (tokens, index) => `(inline ${tokens[index]!.content})`;
    md.renderer.rules['math_block'] = (tokens, index) => `(block ${tokens[index]!.content})\n`;

    expect(preview('a $$b$$ c\n\n$$\nd\n$$', md)).toBe('<p>a (inline b) c</p>\n(block d)\n');
  });

  test("leaves one dollar as text, also for VS Code's math extension", () => {
    const md = engine();
    md.inline.ruler.after('escape', 'math_inline', (state) => {
      if (state.src[state.pos] !== '$') return false;
      state.push('text', '', 0).content = 'math';
      state.pos++;
      return true;
    });

    expect(preview('from $5 to $10, $x$', md)).toBe('<p>from $5 to $10, $x$</p>\n');
    expect(md.render('$x$')).toBe('<p>mathxmath</p>\n');
  });

  test.each(['$$', '$$$$', '$$ a', '$$\na\n\nb', '\\$\\$a\\$\\$', '`$$a$$`', '$$\n$$'])('is text in %j', (text) => {
    expect(preview(text)).not.toContain('docs-platform-math');
  });

  test('may be in a list, a quote and a tag', () => {
    expect(
      preview('- a\n\n  $$\n  b\n  $$\n\n> $$\n> c\n> $$\n\n{% hint %}\n$$\nd\n$$\n{% endhint %}').match(/<pre/g),
    ).toHaveLength(3);
  });
});

describe('an emoji', () => {
  test('is shown for its name', () => {
    expect(preview('Ready :rocket: :+1: **:warning:**')).toBe('<p>Ready 🚀 👍 <strong>⚠️</strong></p>\n');
  });

  test.each(['`:rocket:`', ':no_such_name:', '10:zero:30', 'a:x:b', '`a` :', '<i title=":rocket:">x</i>'])(
    'is not in %s',
    (text) => {
      expect(preview(text)).not.toMatch(/\p{Emoji_Presentation}/u);
    },
  );
});

describe('HTML of pages', () => {
  test('stays as it is: expandable sections, buttons and cards', () => {
    const html =
      '<details>\n<summary>More</summary>\n<p>Text</p>\n</details>\n\n' +
      '<p><a href="a.md" class="button primary">Start</a></p>\n\n' +
      '<table data-view="cards"><thead><tr><th></th></tr></thead><tbody><tr><td>A</td></tr></tbody></table>\n';

    expect(preview(html)).toBe(html.replaceAll('\n\n', '\n'));
  });

  test('an expandable section has Markdown in it', () => {
    expect(preview('<details>\n\n<summary>More</summary>\n\nSome *text*\n\n</details>')).toMatch(
      /<details>\n<summary>More<\/summary>\n<p>Some <em>text<\/em><\/p>\n<\/details>/,
    );
  });
});

describe('the direction', () => {
  test('is that of the first letter of each block, which the blocks inside follow', () => {
    expect(directedPreview('# عنوان\n\n- واحد\n  > *نص*\n\n| أ |\n| - |\n| ب |\n\n{% hint %}\nنص\n{% endhint %}')).toBe(
      '<h1 dir="auto">عنوان</h1>\n<ul dir="auto">\n<li>واحد\n<blockquote>\n<p><em>نص</em></p>\n</blockquote>\n</li>\n</ul>\n' +
        '<table dir="auto">\n<thead>\n<tr>\n<th>أ</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>ب</td>\n</tr>\n</tbody>\n</table>\n' +
        '<div class="docs-platform-hint docs-platform-hint-info" role="note" aria-label="info" dir="auto">\n<p>نص</p>\n</div>\n',
    );
  });

  test('is also that of tables and sections in HTML', () => {
    expect(
      directedPreview('<table data-view="cards">\n</table>\n\n<details>\n\n<summary>س</summary>\n\n</details>'),
    ).toBe('<table dir="auto" data-view="cards">\n</table>\n<details dir="auto">\n<summary>س</summary>\n</details>');
  });

  test.each(['<p dir="rtl">a</p>', '<pre>a</pre>', '<!-- <p> -->', '<tablex>'])('of %s is not changed', (html) => {
    expect(directedPreview(html)).toBe(html);
  });
});

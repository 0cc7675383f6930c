import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { withoutFrontMatter } from '../../../src/formats/markdown/frontMatter.ts';
import { destinationsOf, withDestinations } from '../../../src/formats/markdown/links.ts';
import { titleAndText, withoutTitle } from '../../../src/formats/markdown/title.ts';
import { plain, sectionsOf } from '../../../src/formats/markdown/sections.ts';
import { headingsOf } from '../../../src/model/pages/text.ts';
import { freeSlug, slugOf } from '../../../src/model/shared/slug.ts';

describe('addresses in Markdown', () => {
  test.each([
    ['[a](b)', ['b']],
    ['[a](b "c")', ['b']],
    ["[a]( <b c> 'd')", ['b c']],
    ['[a](b_(c).md)', ['b_(c).md']],
    ['[a\\]](b)', ['b']],
    ['[a](b](c)', []],
    ['![a](b)', ['b']],
    ['[![a](b)](c)', ['b', 'c']],
    ['[x]: y', ['y']],
    ['[x]:\n  <y z>\n  "t"', ['y z']],
    ['<https://a.example> https://b.example', []],
    ['`[a](b)`', []],
    ['```\n[a](b)\n```', []],
    ['    [a](b)', []],
    ['- a\n\n      [code](b)\n\n- [c](d)', ['d']],
    ['> [a](b)', ['b']],
    ['| [a](b) |\n| --- |\n| [c](d) |', ['b', 'd']],
    ['<img src="a.png" alt="x">', ['a.png']],
    ["<a class='c' href='b'>[c](d)</a>", ['b', 'd']],
    ['<!-- [a](b) <img src="c"> -->', []],
    ['<pre>\n\n[a](b)\n\n</pre>', []],
    ['{% content-ref url="a.md" %}', ['a.md']],
    ['{% embed url="https://a.example" %}', ['https://a.example']],
    ['`{% file src="a" %}`', []],
    ['[^1]: b', []],
    ['[a](b&amp;c)', ['b&c']],
    ['[a]()', []],
  ])('of %j are %j', (markdown, expected) => {
    const found = destinationsOf(markdown);

    assert.deepEqual(
      found.map((each) => each.url),
      expected,
    );
  });

  test.each([
    ['[a](b)', ['b']],
    ['[a](b "c") ![d]( <e f> )', ['b', 'e f']],
    ['[a](b_(c).md)', ['b_(c).md']],
    ['[a](b\\)c&amp;d)', ['b)c&d']],
    ['[a\\]](b)', ['b']],
    ['\\[a](b)', []],
    ['[a](b](c)', []],
    ['[![a](b)](c)', ['b', 'c']],
    ['[x]: y\n[z]: <a b>\n[^1]: c', ['y', 'a b']],
    ['`[a](b)` ``[a`](b)`` [c](d)', ['d']],
    ['[a]() [c](d)', ['d']],
    ['\\`[a](b)\\`', ['b']],
    ['```\n[a](b)\n```\n[c](d)', ['d']],
    ['~~~\n[a](b)', []],
    ['> [a](b)', ['b']],
    ['| [a](b) |\n| --- |\n| [c](d) |', ['b', 'd']],
    ['<img src="a.png" alt="x">', ['a.png']],
    ['<!-- [a](b) <img src="c"> --> [d](e)', ['e']],
    ['{% content-ref url="a.md" %} `{% file src="a" %}`', ['a.md']],
  ])('of %j are %j even in a block that is too large to parse', (markdown, expected) => {
    const block = 'Many words. '.repeat(1000).trimEnd();

    const found = destinationsOf(`${block}\n${markdown}`);

    assert.deepEqual(
      found.map((each) => each.url),
      expected,
    );
  });

  test('are replaced in place without other changes', () => {
    const text = withDestinations('# [a](b)\n\n> ![c](<d e>)\n\n[f]: b\n', ({ url }) => (url === 'b' ? 'B' : 'x'));

    assert.equal(text, '# [a](B)\n\n> ![c](<x>)\n\n[f]: B\n');
  });

  test('are at the reported offsets, in any text', () => {
    const piece = fc.constantFrom(
      '[a](b)',
      '![',
      '](',
      ')',
      '`',
      '```\n',
      '\n\n',
      '- ',
      '    ',
      '<img src="b">',
      '> ',
      'x',
      '[r]: b\n',
      '{% embed url="b" %}',
      '<!--',
      '-->',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, isLarge) => {
        const text = `${pieces.join('')}${isLarge ? `\n${'x '.repeat(5000)}` : ''}`;
        for (const { url, start, end } of destinationsOf(text)) assert.equal(text.slice(start, end), url);
        assert.equal(
          withDestinations(text, ({ url }) => url),
          text,
        );
      }),
    );
  });
});

describe('the sections of a page', () => {
  test('start at headings, with the anchors that links use', () => {
    const sections = sectionsOf(
      'Intro\n\n## Get `it` done\n\nText\n\n### Twice\n## Twice\n\n```\n# code <b>\n```\n',
      'Twice',
    );

    assert.deepEqual(sections, [
      { slug: null, heading: '', body: 'Intro' },
      { slug: 'get-it-done', heading: 'Get it done', body: 'Text' },
      { slug: 'twice', heading: 'Twice', body: '' },
      { slug: 'twice-1', heading: 'Twice', body: '# code <b>' },
    ]);
  });

  test.each([
    ['1. First', '1. First'],
    ['>=', '>='],
    ['- minus', '- minus'],
    ['Map<K, V>', 'Map<K, V>'],
    ['a | b', 'a | b'],
    ['R&amp;D', 'R&D'],
    ['<http://x.example>', 'http://x.example'],
    ['**Bold** `code` [link](a.md)', 'Bold code link'],
    ['||', '||'],
    ['\\# C\\#', '# C#'],
  ])('keep the numbers and signs of a heading: %j', (written, heading) => {
    assert.equal(sectionsOf(`## ${written}\n\nText\n`, 'A')[0]?.heading, heading);
    assert.equal(titleAndText(`# ${written}\n\nText\n`).title, heading);
  });

  test('have the anchors that a client finds in the whole page', () => {
    const text =
      '## 1. Install & run\n\n<summary>Twice</summary>\n\n## Twice\n\n## Twice\n\n### R&amp;D <a href="#x" id=\'Way\'></a>\n\n## Named {#Own}\n\n## `a` | *b*\n';
    const found = headingsOf(`# Twice\n\n${text}`).filter(({ line }) => line > 0 && line !== 4);

    assert.deepEqual(
      sectionsOf(text, 'Twice').map(({ slug, heading }) => [slug, heading]),
      found.map(({ slug, title }) => [slug, title]),
    );
  });

  test('have the same anchors beside HTML of any kind', () => {
    const lines = fc.constantFrom(
      ...['## A', '## A', '## B', 'Text', '<!--', '-->', '<!-- ## A -->', '<h2>A</h2>', '<h2 id=x>', 'A', '</h2>'],
      ...[
        '<div><h3>B</h3>',
        '<details>',
        '<summary>B</summary>',
        '<pre>',
        '</pre>',
        '<a id="x"></a>',
        '<b>A</b>',
        '<a>',
      ],
      ...['<?x', '?>', '<![CDATA[', ']]>', '<!X', '<divx>', '</i >', '```', '```', '  <p>', '<h2>A', '<B', 'x>'],
    );
    const texts = fc.array(fc.tuple(lines, fc.constantFrom('\n', '\n\n')), { maxLength: 12 });
    fc.assert(
      fc.property(texts, fc.boolean(), (all, isWindows) => {
        const text = all
          .flat()
          .join('')
          .replaceAll('\n', isWindows ? '\r\n' : '\n');
        const rows = text.split(/\r?\n/);
        const shown = headingsOf(`# T\n\n${text}`).filter(({ line }) => line > 1 && rows[line - 2]!.startsWith('#'));
        assert.deepEqual(
          sectionsOf(text, 'T').flatMap(({ slug }) => slug ?? []),
          shown.map(({ slug }) => slug),
        );
      }),
      {
        numRuns: 500,
        examples: [
          [
            [
              ['<!--', '\n'],
              ['<h2>A</h2>', '\n'],
              ['-->', '\n\n'],
              ['## A', '\n'],
            ],
            false,
          ],
          [
            [
              ['<h2>', '\n'],
              ['A', '\n'],
              ['</h2>', '\n\n'],
              ['## A', '\n'],
            ],
            false,
          ],
        ],
      },
    );
  });

  test.each([
    ['**bold** and *em* and _em_ and ~~no~~', 'bold and em and em and no'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['[text](url "t") ![alt](p.png) [ref][r]', 'text alt ref'],
    ['| a | b |\n| --- | --- |\n| c | d |', 'a b c d'],
    ['> quote\n> more\n\n- item\n1. one', 'quote more item one'],
    ['{% hint style="info" %}\nSaid\n{% endhint %}', 'Said'],
    ['{% column width="66.67%" %}\nSaid\n{% endcolumn %}', 'Said'],
    ['{% openapi path="/a/{b}" %} {% endopenapi %}Said', 'Said'],
    ['<p>a</p><!-- b --> 1 < 2', 'a 1 < 2'],
    ['`List<T>` \\*x\\*', 'List<T> *x*'],
  ])('have plain text: %j', (markdown, expected) => {
    assert.equal(plain(markdown), expected);
  });
});

describe('the title of a text', () => {
  test.each([
    ['# A\n\nb', 'A', true, 'b'],
    ['\n\n#   A  #\nb', 'A', true, 'b'],
    ['A\n=\n\nb', 'A', true, 'b'],
    ['## A\n\nb', 'A', false, '## A\n\nb'],
    ['<img>\n\n# A\n\nb', undefined, false, '<img>\n\n# A\n\nb'],
    ['Text\n\n# A\n\nb', undefined, false, 'Text\n\n# A\n\nb'],
    ['<!-- # Old -->\n\n# A\n\nb', 'A', true, '<!-- # Old -->\n\nb'],
    ['<!-- # Old -->\n\nb', undefined, false, '<!-- # Old -->\n\nb'],
    ['<pre>\n# A\n</pre>', undefined, false, '<pre>\n# A\n</pre>'],
    ['{% hint style="info" %}\n# A\n{% endhint %}', undefined, false, '{% hint style="info" %}\n# A\n{% endhint %}'],
    ['- a\n\n  ```sh\n# A\n  ```', undefined, false, '- a\n\n  ```sh\n# A\n  ```'],
    ['#A\n\nb', undefined, false, '#A\n\nb'],
    ['# A\r\n\r\nb\r\n', 'A', true, 'b\r\n'],
    ['~~~\n# A\n~~~', undefined, false, '~~~\n# A\n~~~'],
    ['', undefined, false, ''],
  ])('of %j', (markdown, title, isFirstLevel, text) => {
    assert.deepEqual(titleAndText(markdown), { title, isFirstLevel, text });
  });
});

describe('the title that a client sends back with its text', () => {
  test.each([
    ['# A\n\nb', 'A', 'b'],
    ['\n# *A* &amp; B #\n\n\nb', 'A & B', 'b'],
    ['# A ##\nb', 'A ##', 'b'],
    ['# A <b>c</b>\n\nb', 'A', '# A <b>c</b>\n\nb'],
    ['## A\n\nb', 'A', '## A\n\nb'],
    ['c\n\n# A\n\nb', 'A', 'c\n\n# A\n\nb'],
  ])('in %j with the title %j', (markdown, title, text) => {
    assert.equal(withoutTitle(markdown, title), text);
  });
});

describe('front matter', () => {
  test('is removed and parsed', () => {
    const { fields, body } = withoutFrontMatter(
      `---\ndescription: >-\n  Two\n  lines\nicon: "a\\"b"\nhidden: true # yes\nlayout:\n  title: x\ntitle: 'it''s'\n---\n\nText`,
    );

    assert.deepEqual(
      [...fields],
      [
        ['description', 'Two lines'],
        ['icon', 'a"b'],
        ['hidden', 'true'],
        ['title', `it's`],
      ],
    );
    assert.equal(body, '\nText');
  });

  test.each([
    ['description: plain over\n  two lines', { description: 'plain over two lines' }],
    ['description: "quoted over\n  two lines"', { description: 'quoted over two lines' }],
    [`description: 'it''s'\ntitle: "\\u00e9 \\x41 \\"b\\""`, { description: "it's", title: 'é A "b"' }],
    ['description: "Quoted" # comment', { description: 'Quoted' }],
    ['# first\ndescription: a', { description: 'a' }],
    ['description: null\nicon: ~\nemoji:', {}],
    ['description: "null"', { description: 'null' }],
    ['description: |2-\n    indented\n  more', { description: 'indented\nmore' }],
    ['description: >+\n  One\n  two\n\n  three\n\n', { description: 'One two\nthree' }],
    ['title: 1.10\nhidden: 0x10', { title: '1.10', hidden: '0x10' }],
    ['"title": a\n\'icon\': b', { title: 'a', icon: 'b' }],
    ['title: a\ntitle: b', { title: 'b' }],
  ])('is YAML: %j', (yaml, expected) => {
    const { fields, isBroken } = withoutFrontMatter(`---\n${yaml}\n---\n`);

    assert.deepEqual([Object.fromEntries(fields), isBroken], [expected, false]);
  });

  test.each([
    ['title: Setup: the basics\ndescription: b', { title: 'Setup: the basics', description: 'b' }],
    ['title: @home\nicon: "a" b\nemoji: 📗', { title: '@home', icon: '"a" b', emoji: '📗' }],
    [
      'description: {{ product }} is\n  good: really\ntitle: t',
      { description: '{{ product }} is good: really', title: 't' },
    ],
    ['title: a\n\tb: c\nicon: [x', { title: 'a b: c', icon: '[x' }],
    ['title: "open\nicon: i', { title: '"open', icon: 'i' }],
    ['title: %a\nicon: *b\nemoji: !c d\nother: `e', { title: '%a', icon: '*b', emoji: '!c d', other: '`e' }],
  ])('that is no YAML loses nothing: %j', (yaml, expected) => {
    const { fields, isBroken, body } = withoutFrontMatter(`---\n${yaml}\n---\nText`);

    assert.deepEqual([Object.fromEntries(fields), isBroken, body], [expected, true, 'Text']);
  });

  test('has lists and objects apart, and no harmful ones', () => {
    const bomb = `a: &a [x,x]\n${'bcdefghij'.replace(/./g, (name) => `${name}: &${name} [*${String.fromCharCode(name.charCodeAt(0) - 1)},*${String.fromCharCode(name.charCodeAt(0) - 1)}]\n`)}`;
    const { nested } = withoutFrontMatter(`---\ntags: [a, 1]\nlayout:\n  title:\n    visible: true\n${bomb}---\n`);

    assert.deepEqual(nested.get('tags'), ['a', '1']);
    assert.deepEqual(nested.get('layout'), { title: { visible: 'true' } });
    assert.deepEqual(withoutFrontMatter(`---\n__proto__: { x: y }\ntitle: ${'['.repeat(50_000)}\n---\n`).body, '');
    assert.equal(({} as { x?: unknown }).x, undefined);
  });

  test.each(['---\n\nText\n\n---\n', 'Text\n---\na: b\n---\n', '--- x\n---\n'])("isn't found in %j", (text) => {
    assert.equal(withoutFrontMatter(text).body, text);
  });
});

describe('a slug', () => {
  test.each([
    ['What to do below 20 % battery', 'what-to-do-below-20--battery'],
    ['البدء السريع', 'البدء-السريع'],
    ['🚨 Emergency stop', 'emergency-stop'],
    ['..', 'page'],
    ['.NET', 'net'],
    ['🚀', 'page'],
  ])('for %j is %j', (title, expected) => {
    assert.equal(slugOf(title), expected);
  });

  test('that is taken gets a number', () => {
    assert.equal(freeSlug('a', new Set(['a', 'a-1'])), 'a-2');
  });
});

describe('a text consisting of', () => {
  test.each([
    '[a](',
    '[a](<',
    '[a](b)\n',
    '| [a](b) | *c* |\n',
    '[',
    '![',
    '`',
    '` ',
    '<!--',
    '\n<!-- x\n<h2>',
    '\n<h2>\n',
    '\n<a \n',
    '<a ',
    '<a href="',
    '**a ',
    '> ',
    '- ',
    '|',
    '# a\n',
    ' ',
    '\n',
    '{% file url="a',
  ])('%j is read in time', (piece) => {
    const text = `[a](b)\n# ${piece.repeat(250_000 / piece.length)}x`;

    assert.ok(sectionsOf(text, 'A').length > 0);
    assert.ok(titleAndText(text).text.length > 0);
    assert.ok(destinationsOf(text).length > 0);
  });
});

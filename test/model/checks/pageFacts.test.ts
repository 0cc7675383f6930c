import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { pageFacts } from '../../../src/model/checks/pageFacts.ts';
import { ruleOf } from '../../../src/model/checks/introduced.ts';
import { lintRules, usualRules } from '../../../src/model/checks/rules.ts';
import { anchorsIn } from '../../../src/model/pages/brokenLinks.ts';
import { tagProblems } from '../../../src/model/tags/problems.ts';
import { destinationsOf } from '../../../src/model/text/destinations.ts';

const realPages = globSync('media/sample/**/*.md')
  .map((file) => readFileSync(file, 'utf8'))
  .filter((text) => text.length < 50_000);

/** The problems of a text: rule, and the text that is marked. */
function found(text: string, rules = lintRules(undefined)): string[] {
  return pageFacts(text, { rules }).problems.map((each) => `${ruleOf(each)} ${text.slice(each.start, each.end)}`);
}

/** The text after all fixes of markdownlint. */
function fixed(text: string, rules = lintRules(undefined)): string {
  const fixes = pageFacts(text, { rules }).problems.flatMap((each) =>
    each.kind === 'lint' && each.fix ? [each.fix] : [],
  );
  return [...new Map(fixes.map((fix) => [fix.start, fix])).values()]
    .toSorted((one, other) => other.start - one.start)
    .reduce((changed, fix) => changed.slice(0, fix.start) + fix.text + changed.slice(fix.end), text);
}

describe('headings', () => {
  test('that skip a level are found with the level that follows', () => {
    const text = '# A\n\n### B\n\n#### C\n\n## D\n\n#### E\n';
    assert.deepEqual(found(text), ['level ### B', 'level #### E']);
    assert.deepEqual(
      pageFacts(text, {}).problems.map((each) => each.kind === 'level' && each.right),
      [2, 3],
    );
  });

  test('may start at any level, also in each step or tab', () => {
    assert.deepEqual(found('### A\n\n# B\n'), []);
    const step = (heading: string) => `{% step %}\n${heading}\n\nText.\n{% endstep %}\n`;
    assert.deepEqual(found(`# A\n\n{% stepper %}\n${step('### One')}${step('### Two')}{% endstepper %}\n\n## B\n`), []);
    assert.deepEqual(found(`# A\n\n{% stepper %}\n${step('## One\n\n#### Below')}{% endstepper %}\n`), [
      'level #### Below',
    ]);
  });

  test('keep their place after a byte order mark and with other line endings', () => {
    assert.deepEqual(found('\ufeff# A\r\n\r\n### B\r\n\r\n#C\r\n'), ['level ### B', 'MD018 #C']);
  });
});

describe('front matter', () => {
  test.each([
    ['---\na: b\n---\n# A\n', '---\na: b\n---'],
    ['\ufeff\n---\na: b\n\nc: d\n---', '---\na: b\n\nc: d\n---'],
    ['---\r\na: b\r\n--- \r\n# A\r\n', '---\r\na: b\r\n--- '],
    ['# A\n\n---\na: >\n  b\n---\nText\n', '---\na: >\n  b\n---'],
    ['A\n===\n---\na:\n- b\n---\n', '---\na:\n- b\n---'],
  ])('is found at the beginning and below the title: %j', (text, lines) => {
    assert.deepEqual(found(text), [`frontMatter ${lines}`]);
  });

  test.each([
    '---\n\nMotto\n\n---\n',
    '# A\n\n---\n\nNote: b\n\n---\n',
    '# A\n\nText\n\n---\na: b\n---\n',
    '---\na: b\n',
    '    ---\n    a: b\n    ---\n',
    '---\n---\n# A\n',
  ])('is nothing else between lines: %j', (text) => {
    assert.deepEqual(found(text), []);
  });

  test('leaves the places of other problems as they are', () => {
    assert.deepEqual(found('---\na: #b\n---\n\n\n# A\n\n#C\n', lintRules({ MD012: true, MD041: true })), [
      'frontMatter ---\na: #b\n---',
      'MD012 ',
      'MD018 #C',
    ]);
  });
});

describe('conflict markers', () => {
  const conflict = '<<<<<<< HEAD\nOurs.\n=======\nTheirs.\n>>>>>>> main\n';

  test.each([
    [`# A\n\n${conflict}`, ['<<<<<<< HEAD']],
    [`\ufeff${conflict.replaceAll('\n', '\r\n')}`, ['<<<<<<< HEAD']],
    [`${conflict}\nText.\n\n${conflict}`, ['<<<<<<< HEAD', '<<<<<<< HEAD']],
    ['<<<<<<<\na\n||||||| b\nc\n=======\n>>>>>>>', ['<<<<<<<']],
    ['<<<<<<< HEAD\n> a\n=======\n> b\n>>>>>>> main\n', ['<<<<<<< HEAD']],
    ['<<<<<<< HEAD\n```\na\n=======\n```\nb\n>>>>>>> main\n', ['<<<<<<< HEAD']],
    ['Text.\n>>>>>>> main\n\nText.\n', ['>>>>>>> main']],
    ['Text.\n<<<<<<< HEAD\nText.\n', ['<<<<<<< HEAD']],
    [`<div>\n${conflict}</div>\n`, ['<<<<<<< HEAD']],
    ['| a |\n| - |\n<<<<<<< HEAD\n| b |\n=======\n| c |\n>>>>>>> main\n', ['<<<<<<< HEAD']],
  ])('are found once for each conflict, and alone: %j', (text, marks) => {
    const all = found(text).filter((each) => each.startsWith('conflict'));
    assert.deepEqual(
      all,
      marks.map((mark) => `conflict ${mark}`),
    );
  });

  test.each([
    `\`\`\`\n${conflict}\`\`\`\n`,
    `~~~~\n${conflict}~~~~\n`,
    conflict.replace(/^/gm, '    '),
    `<pre>\n${conflict}</pre>\n`,
    `<!--\n${conflict}-->\n`,
    'A heading\n=======\n\nText.\n',
    'Text.\n\n=======\n',
    '<<<<<<<< HEAD\n\n>>>>>>>>\n',
    '<<<<<<<HEAD\n',
    '>>>>>> a\n>>>>>>> b\n>>>>>> c\n',
    ' <<<<<<< HEAD\n',
    'a <<<<<<< b\n',
  ])('are nothing in code, and no heading or quote is one: %j', (text) => {
    assert.deepEqual(
      found(text).filter((each) => each.startsWith('conflict')),
      [],
    );
  });
});

describe('ids', () => {
  test.each([
    ['<a id="x"></a>\n\nText <a id="x"></a>.\n', ['id x']],
    [`<a id="x"></a> <a ID='x'></a> <h2 class=a id=x>A</h2>\n`, ['id x', 'id x']],
    ['<div>\n<a href="a>b" id="a b">\n<p id="a b">\n</div>\n', ['id a b']],
    ['\ufeff<a id="x"></a>\r\n\r\n<a id="x"></a>\r\n', ['id x']],
    ['| a |\n| - |\n| <a id="x"></a> |\n| <a id="x"></a> |\n', ['id x']],
    ['## A <a href="#x" id="x"></a>\n\n## B <a href="#x" id="x"></a>\n', ['id x']],
    ['<a id="x"></a>\n\n## T {#x}\n', ['id x']],
    ['## A {#x}\n\n<p id="x">\n', ['id x']],
    ['# A {#x}\n\n> ## {#x} *B* `{#x}` ##\n\n{#x} C {#x} <!-- c -->\n---\n', ['id x', 'id x']],
    ['## A {#a\\_b}\n\n## B {#a_b}\n\n## C {#a\\_b}\n', ['id a_b', 'id a\\_b']],
  ])('that occur again are found: %j', (text, all) => {
    assert.deepEqual(found(text), all);
  });

  test.each([
    '## A\n\n## A\n',
    '## A <a href="#a" id="a"></a>\n',
    '## A {#x}\n\n## B {#X}\n\n## C {#x} more\n\nText {#x}\n\n## D {#}\n\n## X\n',
    '<a id="x"></a>\n\n## A <a id="y"></a> {#x}\n',
    '<a id="x"></a> <a id="X"></a> <a id=""></a> <a id=""></a> <a name="x"></a>\n',
    '<a id="x"></a>\n\n`<a id="x">`\n\n```\n<a id="x">\n```\n',
    '<a id="x"></a>\n\n<!-- <a id="x"> -->\n\n<div><!-- <a id="x"> --><b></b></div>\n',
    '<a id="x" data-id="x" title=\'id="x"\'></a>\n',
    '<a id="x"></a>\n\n<script>a = \'<a id="x">\'</script>\n',
  ])('that differ, and headings that get another one by themselves, are none: %j', (text) => {
    assert.deepEqual(found(text), []);
  });
});

test('an id that a heading has in braces is marked where it is written again', () => {
  const text = '## {#x} A {#x}\r\n\r\n## {#x} B {#x}\r\n';

  assert.deepEqual(
    pageFacts(text, {}).problems.map(({ start }) => start),
    [text.lastIndexOf('x}')],
  );
});

describe('links to files', () => {
  const figure = '<figure><img src="_files/a.png" alt=""></figure>';

  test('that are a part of HTML have a place for an empty line', () => {
    const text = `# A\n\n${figure}\n[b](_files/b.pdf)\n![c](../_files/c.png)\n\n[d](_files/d.pdf)\n`;
    assert.deepEqual(found(text), ['inHtml [b](_files/b.pdf)', 'inHtml ![c](../_files/c.png)']);
    const places = pageFacts(`\ufeff${text}`, {}).problems.map((each) => each.kind === 'inHtml' && (each.at ?? 0) - 1);
    assert.deepEqual(places, [text.indexOf('[b]'), text.indexOf('![c]')]);
  });

  test('in a line of HTML have none', () => {
    const [problem] = pageFacts(`<p>[b](_files/b.pdf)</p>\n`, {}).problems;
    assert.equal(problem?.kind === 'inHtml' ? problem.at : 0, undefined);
  });

  test('in code and comments are no links', () => {
    assert.deepEqual(found('<pre><code>[b](_files/b.pdf)</code></pre>\n\n<!-- [b](_files/b.pdf) -->\n'), []);
    assert.deepEqual(found('```\n[b](_files/b.pdf)\n```\n\n`[b](_files/b.pdf)`\n'), []);
  });
});

describe('images', () => {
  test('need alternative text in Markdown, and an attribute for it in HTML', () => {
    assert.deepEqual(found('![](a.png) ![ ](b.png) ![c](c.png)\n'), ['alt ![](a.png)', 'alt ![ ](b.png)']);
    assert.deepEqual(found('<img src="a.png"> <img src="b.png" alt=""> <IMG alt=c src=c.png>\n'), [
      'alt <img src="a.png">',
    ]);
    assert.deepEqual(found('> <figure><img src="a>b.png"\n> width="3"></figure>\n').length, 1);
  });

  test('in code and comments are no images', () => {
    assert.deepEqual(found('`![](a.png)`\n\n<!-- <img src="a.png"> -->\n\n```\n<img src="a.png">\n```\n'), []);
  });

  test('have a place for the text', () => {
    const text = 'a ![](a.png) <img src="b.png">\n';
    const written = pageFacts(text, {}).problems.map(
      (each) =>
        each.kind === 'alt' &&
        text.slice(each.start, each.at) + each.around.join('words') + text.slice(each.at, each.end),
    );
    assert.deepEqual(written, ['![words](a.png)', '<img alt="words" src="b.png">']);
  });
});

describe('markdownlint', () => {
  test('finds mistakes that readers would see', () => {
    const text = [
      '# A',
      '',
      '(text)[https://example.com]',
      '',
      '#B',
      '',
      'Some ** bold ** and [ link ](https://example.com), [empty](), and [none][nowhere].',
      '',
      '| a | b |',
      '| --- | --- |',
      '| 1 | 2 | 3 |',
      '',
    ].join('\n');
    assert.deepEqual(
      found(text).map((each) => each.split(' ')[0]),
      ['MD011', 'MD018', 'MD037', 'MD037', 'MD039', 'MD039', 'MD042', 'MD052', 'MD056'],
    );
    assert.match(fixed(text), /^\[text\]\(https:\/\/example\.com\)$/m);
    assert.match(fixed(text), /^# B$/m);
    assert.match(fixed(text), /Some \*\*bold\*\* and \[link\]\(https:\/\/example\.com\),/);
  });

  test.each([
    ['Some ** bold ** and [ link ](https://a.example) here.', 'Some **bold** and [ link ](https://a.example) here.'],
    ['[ a ](https://a.example) [ b ](https://b.example)', '[a](https://a.example) [ b ](https://b.example)'],
    ['** bold ** and 3 * 4 * 5', '**bold** and 3 * 4 * 5'],
    ['** a** x **b **', '**a** x **b **'],
  ])('removes the spaces at both ends of one emphasis or link with one fix: %j', (line, wanted) => {
    const text = `# A\n\n${line}\n`;
    const { problems } = pageFacts(text, { rules: lintRules(undefined) });
    const [fix] = problems.flatMap((each) => (each.kind === 'lint' && each.fix) || []);
    assert.equal(text.slice(0, fix!.start) + fix!.text + text.slice(fix!.end), `# A\n\n${wanted}\n`);
  });

  test('says nothing about style', () => {
    const text = [
      '* a',
      '- b',
      '',
      'https://example.com and <br> <details><summary>More</summary></details>\t',
      '',
      '',
      '```',
      'code',
      '```',
      '# A',
      '# A',
      `${'long '.repeat(60)}`,
      '$a _b_ * c$ and :::note',
    ].join('\n');
    assert.deepEqual(found(text), []);
  });

  test('leaves template tags and front matter alone', () => {
    const text = [
      '---',
      'description: "#none"',
      '---',
      '',
      '# A',
      '',
      '{% hint style="info" %}',
      '{% content-ref url="a.md" %} b {% endcontent-ref %}',
      '{% endhint %}',
      '{% if (a)[b] %} * {% x [y][z] %}',
      '',
      '#B',
      '',
    ].join('\n');
    assert.deepEqual(found(text), ['frontMatter ---\ndescription: "#none"\n---', 'MD018 #B']);
    assert.match(fixed(text), /^# B$/m);
  });

  test('offers no fix that would write over a tag', () => {
    const [problem] = pageFacts('({% x %})[https://example.com]\n', { rules: lintRules(undefined) }).problems;
    assert.equal(problem?.kind, 'lint');
    assert.equal(problem.kind === 'lint' && problem.fix, undefined);
  });

  test('removes whole lines', () => {
    assert.equal(fixed('a\n\n\n\nb\n', { MD012: true }), 'a\n\nb\n');
    assert.equal(fixed('a\r\n\r\n\r\nb', { MD012: true }), 'a\r\n\r\nb');
  });

  test("isn't controlled by the page", () => {
    assert.deepEqual(found('<!-- markdownlint-disable -->\n\n#B\n'), ['MD018 #B']);
  });
});

describe('the setting for rules', () => {
  test('adds rules, takes some away, and sets options', () => {
    assert.deepEqual(found('#B\n\na b c d\n', lintRules({ MD018: false, md013: { line_length: 3 } })), ['MD013  c d']);
    assert.deepEqual(found('https://example.com\n', lintRules({ 'no-bare-urls': true })).length, 1);
  });

  test('turns all rules on', () => {
    assert.deepEqual(found('# A\n\n- a\n* b\n', lintRules({ default: true, MD032: false })), ['MD004 *']);
  });

  test('turns all rules off', () => {
    assert.equal(lintRules(false), undefined);
    assert.deepEqual(pageFacts('#B\n', { rules: lintRules(false) }).problems, []);
  });

  test('ignores values of another form', () => {
    for (const setting of [
      undefined,
      null,
      true,
      'MD001',
      3,
      [],
      ['MD001'],
      { MD018: 'yes', MD040: [], MD013: null },
    ]) {
      const { MD001: _a, MD045: _b, MD051: _c, ...rules } = lintRules(setting) ?? {};
      assert.deepEqual(rules, usualRules);
    }
  });

  test('never replaces our own checks', () => {
    assert.deepEqual(found('# A\n\n### B\n\n![](a.png)\n', lintRules({ MD001: true, 'no-alt-text': true })), [
      'level ### B',
      'alt ![](a.png)',
    ]);
  });
});

test('the facts of a page are those that others find in it', () => {
  assert.ok(realPages.length > 100);
  for (const text of realPages) {
    const { problems, destinations, anchors } = pageFacts(text, {});
    assert.deepEqual(
      problems.filter(({ kind }) => ['unclosed', 'unopened', 'misplaced', 'incomplete'].includes(kind)),
      tagProblems(text),
    );
    assert.deepEqual(destinations, destinationsOf(text));
    assert.deepEqual(anchors, anchorsIn(text));
  }
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Element, ElementContent, RootContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { describe, test } from 'vitest';
import { sideOf, type MarkedNode } from '../../../src/model/rendering/marked.ts';
import { isUnchanged, renderedDiff } from '../../../src/model/rendering/renderedDiff.ts';

const pageOf = (html: string): ElementContent[] => fromHtml(html, { fragment: true }).children.map(clean);

/** Only what is compared. A parser also says where in the text a node is. */
function clean(node: ElementContent | RootContent): ElementContent {
  if (node.type === 'text') return { type: 'text', value: node.value };
  if (node.type !== 'element') throw new Error(`There is a ${node.type}.`);
  const { tagName, properties, children } = node;
  return { type: 'element', tagName, properties, children: children.map(clean) };
}

/** `[-deleted-]`, `{+inserted+}`, and `<tag was="former tag and attributes">` for changed elements. */
function shown(nodes: readonly MarkedNode[]): string {
  return nodes
    .map((node) => {
      const signs = { same: ['', ''], deleted: ['[-', '-]'], inserted: ['{+', '+}'] }[node.mark];
      const move = node.move === undefined ? '' : `moved ${node.move}: `;
      if (node.kind === 'whole') return signs[0] + move + htmlOf(node.node) + signs[1];
      const { tagName, former, children } = node;
      const was = former ? ` was="${former.tagName}${attributesOf(former.properties)}"` : '';
      const within = shown(children);
      return `${node.move === undefined ? '' : signs[0] + move}<${tagName}${attributesOf(node.properties)}${was}>${within}</${tagName}>${node.move === undefined ? '' : signs[1]}`;
    })
    .join('');
}

function htmlOf(node: ElementContent): string {
  if (node.type !== 'element') return node.value;
  return `<${node.tagName}${attributesOf(node.properties)}>${node.children.map(htmlOf).join('')}</${node.tagName}>`;
}

function attributesOf(properties: Element['properties']): string {
  return Object.entries(properties)
    .map(([name, value]) => ` ${name}=${String(value)}`)
    .join('');
}

function diff(before: string, after: string): string {
  const [former, present] = [pageOf(before), pageOf(after)];
  const marked = renderedDiff(former, present);
  assert.deepEqual(sideOf(marked, 'before'), former);
  assert.deepEqual(sideOf(marked, 'after'), present);
  return shown(marked);
}

describe('a rendered diff marks', () => {
  test('the words of a paragraph', () => {
    assert.equal(
      diff('<p>Robots approach the dock at 0.2 m/s.</p>', '<p>Robots approach the dock at 0.3 m/s.</p>'),
      '<p>Robots approach the dock at [-0.2-]{+0.3+} m/s.</p>',
    );
  });

  test('a changed phrase as a whole', () => {
    assert.equal(
      diff('<p>Turn the dial slowly to the left, please.</p>', '<p>Turn the dial all the way round, please.</p>'),
      '<p>Turn the dial [-slowly to-]{+all+} the [-left-]{+way round+}, please.</p>',
    );
  });

  test('an inserted and a deleted block', () => {
    assert.equal(
      diff('<p>One stays here.</p><p>Nothing but air.</p>', '<p>First of all: a warning!</p><p>One stays here.</p>'),
      '{+<p>First of all: a warning!</p>+}<p>One stays here.</p>[-<p>Nothing but air.</p>-]',
    );
  });

  test('words that became bold', () => {
    assert.equal(
      diff('<p>Press the green button now.</p>', '<p>Press the <strong>green</strong> button now.</p>'),
      '<p>Press the [-green-]<strong>{+green+}</strong> button now.</p>',
    );
  });

  test('a link whose target alone changed', () => {
    assert.equal(
      diff('<p>See <a href="a.md">the manual</a>.</p>', '<p>See <a href="b.md">the manual</a>.</p>'),
      '<p>See <a href=b.md was="a href=a.md">the manual</a>.</p>',
    );
  });

  test('a changed attribute of a block', () => {
    assert.equal(
      diff('<div class="hint info"><p>Careful.</p></div>', '<div class="hint warning"><p>Careful.</p></div>'),
      '<div className=hint,warning was="div className=hint,info"><p>Careful.</p></div>',
    );
  });

  test('another level of a heading', () => {
    assert.equal(diff('<h2>Before morning</h2>', '<h3>Before morning</h3>'), '<h3 was="h2">Before morning</h3>');
  });

  test('items of a list one by one', () => {
    assert.equal(
      diff(
        '<ul><li>Open the lid</li><li>Remove the tape from it</li><li>Close the lid</li></ul>',
        '<ul><li>Open the lid</li><li>Remove all tape from it</li><li>Wait</li><li>Close the lid</li></ul>',
      ),
      '<ul><li>Open the lid</li><li>Remove [-the-]{+all+} tape from it</li>{+<li>Wait</li>+}<li>Close the lid</li></ul>',
    );
  });

  test('text of an item with a list below it', () => {
    assert.equal(
      diff(
        '<ul><li>Tools you need<ul><li>A hammer</li></ul></li></ul>',
        '<ul><li>Tools they need<ul><li>A hammer</li></ul></li></ul>',
      ),
      '<ul><li>Tools [-you-]{+they+} need<ul><li>A hammer</li></ul></li></ul>',
    );
  });

  test('tables cell by cell', () => {
    const table = (speed: string) =>
      `<table><tbody><tr><td>Dock</td><td>${speed}</td></tr><tr><td>Aisle</td><td>2</td></tr></tbody></table>`;
    assert.equal(
      diff(table('0.2'), table('0.3')),
      '<table><tbody><tr><td>Dock</td><td>[-0.2-]{+0.3+}</td></tr><tr><td>Aisle</td><td>2</td></tr></tbody></table>',
    );
  });

  test('a new column', () => {
    assert.equal(
      diff(
        '<table><tbody><tr><td>Dock</td><td>two</td></tr></tbody></table>',
        '<table><tbody><tr><td>Dock</td><td>new</td><td>two</td></tr></tbody></table>',
      ),
      '<table><tbody><tr><td>Dock</td>{+<td>new</td>+}<td>two</td></tr></tbody></table>',
    );
  });

  test('code line by line, and word by word in changed lines', () => {
    assert.equal(
      diff('<pre><code>a = 1\nb = 2\nc = 3\n</code></pre>', '<pre><code>a = 1\nb = 4\nc = 3\n</code></pre>'),
      '<pre><code>a = 1\nb = [-2-]{+4+}\nc = 3\n</code></pre>',
    );
    assert.equal(
      diff(
        '<pre><code class="language-sh">nwctl pair --wait 60\nexit\n</code></pre>',
        '<pre><code class="language-sh">date\nnwctl pair --wait 120 --quiet\n</code></pre>',
      ),
      '<pre><code className=language-sh>{+date\n+}nwctl pair --wait [-60-]{+120 --quiet+}\n[-exit\n-]</code></pre>',
    );
  });

  test('lines of code without a word in common as a whole, each stretch once', () => {
    assert.equal(
      diff(
        '<pre><code>one\ntwo\nbegin here, then end\n</code></pre>',
        '<pre><code>three\nfour\nbegin here, then end\n</code></pre>',
      ),
      '<pre><code>[-one\ntwo\n-]{+three\nfour\n+}begin here, then end\n</code></pre>',
    );
  });

  test('an image that was replaced', () => {
    assert.equal(
      diff('<p>Look: <img src="a.png"></p>', '<p>Look: <img src="b.png"></p>'),
      '<p>Look: [-<img src=a.png></img>-]{+<img src=b.png></img>+}</p>',
    );
  });

  test('a block that was moved, with the change in it', () => {
    const moved = 'Robots look after their batteries by themselves at night.';
    assert.equal(
      diff(
        `<p>${moved}</p><p>First stays.</p><p>Second stays.</p>`,
        `<p>First stays.</p><p>Second stays.</p><p>${moved.replace('night', 'noon')}</p>`,
      ),
      `[-moved 0: <p>${moved}</p>-]<p>First stays.</p><p>Second stays.</p>{+moved 0: <p>Robots look after their batteries by themselves at [-night-]{+noon+}.</p>+}`,
    );
  });

  test('a section that was moved as a whole, whatever its blocks are', () => {
    const section = '<h2>Tools</h2><p>Bring the long test rod.</p><p>Gloves.</p><hr>';
    const rest =
      '<h2>Before</h2><p>Charge all robots at night.</p><p>Then wait for the green light.</p><p>Then call us.</p>' +
      '<h2>After</h2><p>Nothing else is to be done.</p>';
    const moved = (sign: string, close: string) =>
      ['<h2>Tools</h2>', '<p>Bring the long test rod.</p>', '<p>Gloves.</p>', '<hr></hr>']
        .map((block, index) => `${sign}moved ${index}: ${block}${close}`)
        .join('');

    assert.equal(diff(section + rest, rest + section), moved('[-', '-]') + rest + moved('{+', '+}'));
  });

  test('a section of short blocks that was moved, but no word that stands elsewhere by itself', () => {
    const rest = '<p>Charge all robots at night.</p><p>Then wait for the green light.</p>';
    assert.equal(
      diff(`<h2>Two tools</h2><p>Two gloves.</p>${rest}`, `${rest}<h2>Two tools</h2><p>Two gloves.</p>`),
      `[-moved 0: <h2>Two tools</h2>-][-moved 1: <p>Two gloves.</p>-]${rest}{+moved 0: <h2>Two tools</h2>+}{+moved 1: <p>Two gloves.</p>+}`,
    );
    assert.equal(diff(`<h2>Tools</h2>${rest}`, `${rest}<h2>Tools</h2>`), `[-<h2>Tools</h2>-]${rest}{+<h2>Tools</h2>+}`);
  });

  test('nothing in equal pages', () => {
    const page = pageOf('<h1>A</h1><p>b <em>c</em></p><ul><li>d</li></ul>');
    assert.ok(isUnchanged(renderedDiff(page, structuredClone(page))));
  });
});

const word = fc.constantFrom('dock', 'robot', 'the', 'a', 'turns', 'left', '0.2', '—');
const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
const textNode = text.map((value): ElementContent => ({ type: 'text', value }));
const element = (tagNames: readonly string[], children: fc.Arbitrary<ElementContent[]>): fc.Arbitrary<ElementContent> =>
  fc
    .record({ tagName: fc.constantFrom(...tagNames), children, attribute: fc.constantFrom(undefined, 'x', 'y') })
    .map(({ tagName, children, attribute }) => ({
      type: 'element',
      tagName,
      properties: attribute === undefined ? {} : { title: attribute },
      children,
    }));
const { block } = fc.letrec<{ inline: ElementContent[]; block: ElementContent }>((tie) => ({
  inline: fc
    .array(
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        textNode,
        element(['strong', 'em', 'a', 'code'], tie('inline')),
        element(['img', 'br'], fc.constant([])),
      ),
      { maxLength: 4 },
    )
    .map(withoutAdjacentTexts),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    element(['p', 'h2', 'pre', 'td'], tie('inline')),
    element(['ul', 'li', 'div', 'table', 'tr'], fc.array(tie('block'), { maxLength: 4 })),
    element(
      ['li'],
      fc.tuple(tie('inline'), tie('block')).map(([before, below]) => [...before, below]),
    ),
  ),
}));
const page = fc.array(block, { maxLength: 6 });

/** As a parser never makes them. */
function withoutAdjacentTexts(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.filter((node, index) => node.type !== 'text' || nodes[index - 1]?.type !== 'text');
}

/** Another version of a page: blocks are left out, repeated, moved, or come from elsewhere. */
const versions = fc.tuple(page, page, fc.array(fc.nat(), { maxLength: 8 })).map(([before, others, choices]) => {
  const pool = [...before, ...others];
  const after = pool.length === 0 ? [] : choices.map((choice) => pool[choice % pool.length]!);
  return { before, after };
});

describe('of any two pages', () => {
  test('both are got back from what is marked', () => {
    fc.assert(
      fc.property(versions, ({ before, after }) => {
        const marked = renderedDiff(before, after);
        assert.deepEqual(sideOf(marked, 'before'), before);
        assert.deepEqual(sideOf(marked, 'after'), after);
      }),
      { numRuns: 2000 },
    );
  });

  test('elements of texts that only a new block separates stay apart', () => {
    const strong = (value: string): ElementContent => ({
      type: 'element',
      tagName: 'strong',
      properties: {},
      children: [{ type: 'text', value }],
    });
    const row = (...children: ElementContent[]): ElementContent => ({
      type: 'element',
      tagName: 'tr',
      properties: {},
      children,
    });
    const before = [row(strong('dock'), strong('dock'))];
    const after = [row(strong('dock now'), strong('dock then'))];

    const marked = renderedDiff(before, after);

    assert.deepEqual(sideOf(marked, 'before'), before);
    assert.deepEqual(sideOf(marked, 'after'), after);
  });

  test('unrelated ones are got back, too', () => {
    fc.assert(
      fc.property(page, page, (before, after) => {
        const marked = renderedDiff(before, after);
        assert.deepEqual(sideOf(marked, 'before'), before);
        assert.deepEqual(sideOf(marked, 'after'), after);
      }),
      { numRuns: 2000 },
    );
  });

  test('a page is unchanged compared with itself', () => {
    fc.assert(fc.property(page, (one) => assert.ok(isUnchanged(renderedDiff(one, structuredClone(one))))));
  });
});

test('a line of very many elements is compared', () => {
  const line = (count: number): ElementContent[] => [
    {
      type: 'element',
      tagName: 'p',
      properties: {},
      children: Array.from({ length: count }, () => ({ ...lineBreak })),
    },
  ];
  const lineBreak: ElementContent = { type: 'element', tagName: 'br', properties: {}, children: [] };

  const marked = renderedDiff(line(150_000), line(150_001));

  assert.deepEqual(sideOf(marked, 'after'), line(150_001));
});

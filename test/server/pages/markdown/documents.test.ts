import assert from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import { documentText } from '../../../../src/model/text/documentText.ts';
import { documentMaker } from '../../../../src/server/pages/markdown/document.ts';
import { serveFolder, type Json } from '../../serve.ts';
import { cpuTime } from '../../../cpuTime.ts';

// Section 4.1 of the API document: `format` selects the format of content. The document doesn't show the form of
// `document`: ours is used.

const markdown = 'A *line*.\n\n- [one](b.md)\n';
const document = {
  object: 'document',
  nodes: [
    block('paragraph', text('A '), text('line', 'italic'), text('.')),
    block(
      'list-unordered',
      block(
        'list-item',
        block('paragraph', { object: 'inline', type: 'link', data: { url: 'b.md' }, nodes: [text('one')] }),
      ),
    ),
  ],
};

function block(type: string, ...nodes: unknown[]) {
  return { object: 'block', type, nodes };
}

function text(words: string, ...marks: string[]) {
  return {
    object: 'text',
    leaves: [{ object: 'leaf', text: words, marks: marks.map((type) => ({ object: 'mark', type })) }],
  };
}

describe('format=document', () => {
  async function open() {
    const served = await serveFolder({ 'a.md': `# A\n\n${markdown}`, 'b.md': '# B\n' });
    const space = `/v1/spaces/${served.space}`;
    const changeRequest = `${space}/change-requests/${(await served.post(`${space}/change-requests`, {})).body.id}`;
    const places = [];
    for (const place of [space, changeRequest]) {
      const comment = `${place}/comments/${(await served.post(`${place}/comments`, { body: { markdown } })).body.id}`;
      const reply = (await served.post(`${comment}/replies`, { body: { markdown } })).body.id;
      places.push({
        list: `${place}/comments`,
        comment,
        replies: `${comment}/replies`,
        reply: `${comment}/replies/${reply}`,
      });
    }
    const page = `${space}/content/page/${(await served.page('a')).id}`;
    return { ...served, page, places };
  }

  test('returns comments and replies as documents in every endpoint', async () => {
    const { get, places } = await open();

    for (const { list, comment, replies, reply } of places) {
      for (const path of [comment, reply]) {
        assert.deepEqual((await get(`${path}?format=document`)).body.body, { document }, path);
        for (const query of ['', '?format=markdown'])
          assert.deepEqual((await get(`${path}${query}`)).body.body, { markdown }, path);
      }
      for (const path of [list, replies]) {
        const { items } = (await get(`${path}?format=document`)).body;
        assert.deepEqual(
          items.map((item) => item.body),
          [{ document }],
          path,
        );
      }
    }
  });

  test("returns a new reply to a change request's comment as a document", async () => {
    const { post, places } = await open();

    const { body } = await post(`${places[1]?.replies}?format=document`, { body: { markdown } });

    assert.deepEqual(body.body, { document });
  });

  test("returns a page's text as a document, without its title", async () => {
    const { get, page } = await open();

    const { body } = await get(`${page}?format=document`);

    assert.deepEqual([body['document'], body['markdown']], [document, undefined]);
    assert.equal((await get(page)).body['document'], undefined);
  });
});

describe('a document', () => {
  const documentOf = (markdown: string) => documentMaker()(markdown) as unknown as { nodes: Json[] };

  test('has a node for every part of a text', () => {
    const { nodes } = documentOf(
      [
        '## Title with `code`',
        '3. **bold _both_**',
        '> said',
        '```js\nlet a;\nlet b;\n```',
        '| a | b |\n| - | - |\n| 1 | ![p](p.png "t") |',
        '***',
        '<details>x</details>',
        '[there][t] and ![x][t]  \nnext <br>',
        '[t]: https://example.com/ "T"',
        '{% hint style="info" %}',
      ].join('\n\n'),
    );

    expect(nodes).toEqual([
      block('heading-2', text('Title with '), text('code', 'code')),
      {
        ...block(
          'list-ordered',
          block('list-item', block('paragraph', text('bold ', 'bold'), text('both', 'bold', 'italic'))),
        ),
        data: { start: 3 },
      },
      block('blockquote', block('paragraph', text('said'))),
      {
        ...block('code', block('code-line', text('let a;')), block('code-line', text('let b;'))),
        data: { syntax: 'js' },
      },
      block(
        'table',
        block('table-row', block('table-cell', text('a')), block('table-cell', text('b'))),
        block(
          'table-row',
          block('table-cell', text('1')),
          block('table-cell', {
            object: 'inline',
            type: 'image',
            data: { url: 'p.png', title: 't', alt: 'p' },
            nodes: [],
          }),
        ),
      ),
      block('divider'),
      block('html', text('<details>x</details>')),
      block(
        'paragraph',
        { object: 'inline', type: 'link', data: { url: 'https://example.com/', title: 'T' }, nodes: [text('there')] },
        text(' and '),
        { object: 'inline', type: 'image', data: { url: 'https://example.com/', title: 'T', alt: 'x' }, nodes: [] },
        text('\n'),
        text('next '),
        { object: 'inline', type: 'html', nodes: [text('<br>')] },
      ),
      block('paragraph', text('{% hint style="info" %}')),
    ]);
  });

  test('is read by the client, with a line for each block', () =>
    assert.equal(
      documentText(documentOf('# One\n\ntwo **three**\n\n```\nfour\nfive\n```\n')),
      'One\ntwo three\nfour\nfive',
    ));

  test.each([
    ['nested emphasis', '*a '.repeat(4000) + 'b* '.repeat(4000)],
    ['nested quotes', '> '.repeat(5000) + 'deep'],
    ['nested lists', Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- deep`).join('\n')],
    ['a paragraph that goes on', 'word *word* [a](b) '.repeat(25_000)],
    ['open brackets', '['.repeat(490_000) + 'word'],
    ['open images', '![a]('.repeat(95_000) + 'word'],
    ['backticks', '`'.repeat(250_000) + 'word' + '`'.repeat(240_000)],
    ['blanks', 'word' + ' '.repeat(490_000) + 'word'],
    ['open HTML', '<a '.repeat(160_000) + 'word'],
    ['comments that do not end', 'word <!-- '.repeat(49_000)],
    ['declarations that do not end', 'word <?'.repeat(70_000)],
    ['underscores', '_a'.repeat(240_000) + 'word'],
    ['open brackets on lines of their own', '[\n'.repeat(240_000) + 'word'],
    ['quotes that go on without marks', '> '.repeat(98) + '\n' + 'b\n'.repeat(240_000)],
    ['cells', '|a'.repeat(30) + '\n' + '|-'.repeat(30) + '\n' + ('|b'.repeat(30) + '\n').repeat(2_000)],
  ])('of %s takes limited time, and keeps its words', (_, markdown) => {
    const start = cpuTime();

    const made = documentOf(markdown);

    assert.ok(cpuTime() - start < 5000, `${cpuTime() - start} ms`);
    assert.match(JSON.stringify(made), /b|deep|word/);
  });

  test.each([
    ['addresses that a definition repeats', `[a]: /${'word'.repeat(50_000)}\n\n${'[a]'.repeat(1_000)}`, 1],
    ['definitions in many texts', `[a]: /${'word'.repeat(500)}\n\n${'[a]'.repeat(50)}`, 100],
    ['empty table cells', 'a|'.repeat(250) + '\n' + '-|'.repeat(250) + '\n' + 'word\n'.repeat(250), 200],
  ])("doesn't grow by %s", (_, markdown, count) => {
    const start = cpuTime();
    const make = documentMaker();

    const size = Array.from({ length: count }, () => JSON.stringify(make(markdown)).length).reduce(
      (sum, each) => sum + each,
    );

    assert.ok(size < 20_000_000, `${size} characters`);
    assert.ok(cpuTime() - start < 5000, `${cpuTime() - start} ms`);
  });

  test('only has the definitions of its own text', () => {
    const make = documentMaker();
    make('[a]: b.md');

    assert.deepEqual(make('[a]').nodes, [block('paragraph', text('[a]'))]);
  });

  test('has plain paragraphs if the texts before it in the reply were long', () => {
    const make = documentMaker();
    make('many words\n\n'.repeat(37_000));

    const { nodes } = make('**one**\n\ntwo\n\n'.repeat(9_000));

    assert.deepEqual(nodes.slice(0, 2), [block('paragraph', text('**one**')), block('paragraph', text('two'))]);
  });
});

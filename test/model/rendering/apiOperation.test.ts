import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fromHtml } from 'hast-util-from-html';
import { describe, test } from 'vitest';
import { renderPage } from '../../../src/model/rendering/renderPage.ts';
import { operationKey, operationMarkdown, operationsIn } from '../../../src/model/rendering/apiOperation.ts';
import { cpuTime } from '../../cpuTime.ts';

const words = {
  deprecated: 'Deprecated',
  parameter: 'Parameter',
  parameterIn: 'In',
  type: 'Type',
  description: 'Description',
  required: '(required)',
  requestBody: 'Request body',
  response: 'Response',
};

describe('the operations that a page names', () => {
  test('are those of its tags with a specification, a method and a path, each once', () => {
    const markdown = [
      '{% openapi-operation spec="nw7" path="/missions" method="post" %}',
      'Text about openapi',
      '  {% openapi-operation method="POST" spec="nw7" path="/missions" %}',
      '{% openapi src="https://a.example/openapi.json" path="/robots" method="get" %}',
      '{% endopenapi-operation %}',
    ].join('\n');

    const [found, ...others] = operationsIn(markdown);

    assert.deepEqual(found, { spec: 'nw7', path: '/missions', method: 'POST' });
    assert.deepEqual(others, []);
  });

  test('have one key, however the method is written', () => {
    const at = { spec: 'nw7', path: '/missions' };
    assert.equal(operationKey({ ...at, method: 'POST' }), operationKey({ ...at, method: ' post' }));
  });
});

describe('the description of an operation', () => {
  const document = {
    paths: {
      '/robots/{robot}': {
        parameters: [{ $ref: '#/components/parameters/robot~1id' }],
        post: {
          summary: 'Move a robot',
          description: '# Heading\nMoves it.\n\n{% hint %}',
          deprecated: true,
          parameters: [
            { name: 'a|b', in: 'query', schema: { type: 'array', items: { type: 'string', format: 'date' } } },
            { in: 'query' },
          ],
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Move' } } } },
          responses: { 204: { description: 'Done\nat once' }, default: { $ref: '#/nothing' } },
        },
      },
    },
    components: {
      parameters: {
        'robot/id': {
          name: 'robot',
          in: 'path',
          required: true,
          schema: { type: ['string', 'null'] },
          description: 'Its ID',
        },
      },
    },
  };
  const named = { spec: 'nw7', method: 'POST', path: '/robots/{robot}' };

  test('has its parameters, body and responses', () => {
    assert.equal(
      operationMarkdown(document, named, words),
      [
        '**Move a robot** _Deprecated_',
        '# Heading\nMoves it.\n\n{% hint %}',
        '| Parameter | In | Type | Description |\n| --- | --- | --- | --- |\n' +
          '| `robot` (required) | path | string \\| null | Its ID |\n| `a\\|b` | query | string (date)[] |  |',
        'Request body: `application/json` `Move`',
        '| Response | Description |\n| --- | --- |\n| `204` | Done at once |\n| `default` |  |',
      ].join('\n\n'),
    );
  });

  test.each([
    ['another path', document, { ...named, path: '/robots' }],
    ['another method', document, { ...named, method: 'get' }],
    ['a name of the prototype', document, { ...named, path: '__proto__', method: 'constructor' }],
    ['no object', [], named],
    ['nothing in it', { paths: { '/robots/{robot}': { post: {} } } }, named],
  ])('is missing for %s', (_, given, operation) => {
    assert.equal(operationMarkdown(given, operation, words), undefined);
  });

  test.each(['get', 'post'])('is found for %s in the sample', (method) => {
    const sample: unknown = JSON.parse(readFileSync('media/sample/openapi/nw7-1.9.json', 'utf8'));

    assert.match(operationMarkdown(sample, { spec: 'nw7', method, path: '/missions' }, words) ?? '', /\*\*/);
  });
});

describe('a page with operations', () => {
  const tag = '{% openapi-operation spec="a" path="/b" method="get" %}\n{% endopenapi-operation %}\n\n';
  const key = operationKey({ spec: 'a', path: '/b', method: 'get' });
  const options = {
    words: {
      ...{ completedTask: '', incompleteTask: '', footnotes: 'Footnotes', backToText: '', reusableContent: '' },
      day: (date: Date) => date.toUTCString(),
    },
    parse: (html: string) => fromHtml(html, { fragment: true }).children,
  };
  const rendered = (page: string, described: string) =>
    renderPage(page, { ...options, operations: new Map([[key, described]]) });

  test('keeps its own headings, references and footnotes', () => {
    const page = `# Page\n\n${tag}A [link][way] and a note[^1].\n\n## Own\n`;
    const described = [
      ...['# Hijack', 'Title\n===', '<h1>Third</h1>', '[way]: https://evil.example', '[^1]: Evil', '{% hint %}'],
    ].join('\n\n');

    const { blocks = [], headings = [] } = rendered(page, described) ?? {};

    assert.deepEqual(
      headings.map(({ title }) => title),
      ['Page', 'Own'],
    );
    assert.doesNotMatch(JSON.stringify(blocks), /evil\.example/);
    assert.match(JSON.stringify(blocks), /\{% hint %\}/);
  });

  test('describes each once, and stays readable with very many', () => {
    const described = `Words. ${'*a* `b` '.repeat(2000)}`;

    const start = cpuTime();
    const { blocks = [] } = rendered(tag.repeat(1000), described) ?? {};

    assert.ok(cpuTime() - start < 2000);
    assert.equal(JSON.stringify(blocks).split('Words.').length, 2);
  });
});

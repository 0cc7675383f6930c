import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { operationMarkdown } from '../../../../src/model/rendering/apiOperation.ts';
import { documentIn } from '../../../../src/server/formats/openapi/document.ts';
import { assertLinear } from '../../../growth.ts';
import { assertReadsLinearly } from '../../../hostileTexts.ts';

const words = {
  ...{ deprecated: '', parameter: '', parameterIn: '', type: '', description: '', required: '' },
  ...{ requestBody: '', response: '' },
};
const yaml = (more = '', get = '') => `openapi: 3.0.3
info:
  title: Robots
  version: 1.0.0
paths:
  /robots:
    get:
      summary: List robots
${get}      responses:
        200:
          description: All of them
${more}`;
const json = JSON.stringify({
  ...{ openapi: '3.1.0', info: { title: 'Robots', version: '1' } },
  paths: { '/robots': { get: { summary: 'List robots', responses: {} } } },
});

/** What is said of a document whose operation readers can still see. */
function taken(text: string): readonly string[] {
  const { document, problems } = documentIn(text);
  assert.ok(document !== undefined, problems.join());
  const operation = { spec: 'robots', method: 'get', path: '/robots' };
  assert.match(operationMarkdown(JSON.parse(document), operation, words) ?? '', /List robots/);
  return problems;
}

describe('a document is taken, and says what is wrong, with', () => {
  test.each<[string, string, readonly string[]]>([
    ['nothing wrong', yaml(), []],
    ['nothing wrong in JSON', json, []],
    ['a byte order mark', `\ufeff${yaml()}`, []],
    ['a byte order mark before JSON', `\ufeff${json}`, []],
    ['carriage returns', yaml().replaceAll('\n', '\r\n'), []],
    ['tabs in JSON', JSON.stringify(JSON.parse(json), undefined, '\t'), []],
    ['names of its own', yaml('x-robots: 1\n', '      x-a: 1\n'), []],
    [
      'an empty list',
      yaml('', '      parameters:\n'),
      ['paths › /robots › get › parameters: must be a list, but is empty.'],
    ],
    ['an empty object', yaml('components:\n'), ['components: must be an object, but is empty.']],
    [
      'an empty text',
      yaml('', '      description:\n'),
      ['paths › /robots › get › description: must be text, but is empty.'],
    ],
    ['a list in place of an object', yaml('components: []\n'), ['components: must be an object, but is a list.']],
    [
      'a text in a list of objects',
      yaml('', '      parameters: [id]\n'),
      ['paths › /robots › get › parameters › 1: must be an object, but is text.'],
    ],
    ['a number as the version', yaml().replace('1.0.0', '1.0'), ['info › version: must be text, but is a number.']],
    ['a number as that of OpenAPI', yaml().replace('3.0.3', '3.0'), []],
    [
      'a text for a flag',
      yaml('', "      deprecated: 'no'\n"),
      ['paths › /robots › get › deprecated: must be true or false, but is text.'],
    ],
    [
      'an unknown name',
      yaml('', '      examples: {}\n'),
      ["paths › /robots › get › examples: isn't known in OpenAPI."],
    ],
    ['an unknown name at the top', yaml('foo: 1\n'), ["foo: isn't known in OpenAPI."]],
    [
      'a schema with names of its own',
      yaml('components: { schemas: { A: { type: object, foo: 1, nullable: true } } }\n'),
      [],
    ],
    [
      'a schema that requires as a parameter does',
      yaml('components: { schemas: { A: { properties: { b: { required: true } } } } }\n'),
      ['components › schemas › A › properties › b › required: must be a list, but is true or false.'],
    ],
    ['no information', yaml().replace(/info:\n.*\n.*\n/, ''), ['info: is missing.']],
    ['no title', yaml().replace(/ {2}title.*\n/, ''), ['info › title: is missing.']],
    [
      'a parameter without a name',
      yaml('', '      parameters: [{ in: query }]\n'),
      ['paths › /robots › get › parameters › 1 › name: is missing.'],
    ],
    [
      'the same operation twice',
      yaml('  /others: { post: { operationId: a } }\n', '      operationId: a\n'),
      ['paths › /others › post › operationId: is also that of paths › /robots › get.'],
    ],
    [
      'references that lead nowhere',
      yaml('components: { schemas: { A: { $ref: "#/components/schemas/B" }, C: { $ref: "other.yaml#/C" } } }\n'),
      [
        '$ref “#/components/schemas/B” leads nowhere.',
        "$ref “other.yaml#/C” leads out of this document, which isn't read.",
      ],
    ],
    [
      'references in a circle',
      yaml(
        'components: { schemas: { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } } }\n',
      ),
      ['$ref “#/components/schemas/B” leads back to itself.'],
    ],
    [
      'a reference to itself',
      yaml('components: { schemas: { A: { $ref: "#/components/schemas/A" } } }\n'),
      ['$ref “#/components/schemas/A” leads back to itself.'],
    ],
    ['the same tag twice', yaml('tags: [{ name: a }, { name: a }]\n'), ['tags › a: is there twice.']],
    [
      'a name twice',
      yaml('', '      summary: Another\n').replace('List robots', 'X').replace('Another', 'List robots'),
      ['Line 9: duplicated mapping key.'],
    ],
    [
      'comments in JSON',
      json.replace('"paths"', '// The "paths"\n/* {"a": */ "paths"').replace(/\}$/, ',}'),
      ['It has comments or trailing commas, which JSON does not allow.'],
    ],
    [
      'YAML that looks like JSON',
      '{openapi: 3.0.0, info: {title: A, version: "1"}, servers: [{url: http://a}], paths: {/robots: {get: {summary: List robots}}}}',
      [],
    ],
    ['a later version', yaml().replace('3.0.3', '3.2.0'), []],
    ['version 2.0', yaml().replace('openapi: 3.0.3', "swagger: '2.0'"), []],
    ['version 2.0 as a number', yaml().replace('openapi: 3.0.3', 'swagger: 2.0'), []],
  ])('%s', (_, text, problems) => {
    assert.deepEqual(taken(text), problems);
  });

  test('at most fifty sentences of three hundred characters', () => {
    const names = Array.from({ length: 100 }, (_, at) => `${'name'.repeat(200)}${at}: 1\n`).join('');

    const problems = taken(yaml(names));

    assert.equal(problems.length, 50);
    assert.ok(problems.every(({ length }) => length <= 301));
  });
});

describe('a document is refused, with the reason and the line, if', () => {
  test.each<[string, string, string]>([
    ['it is empty', ' \n', 'It is empty.'],
    ['it is a web page', '<!doctype html>\n<p>Sign in</p>', 'It is a web page or XML, not an OpenAPI document.'],
    ['it is text', '/etc/passwd', 'It is text, not an OpenAPI document.'],
    ['it is a list', '[]', 'It is a list, not an OpenAPI document.'],
    ['it says no version', 'info: {}\npaths: {}\n', 'It has neither “openapi” nor “swagger” with a version.'],
    [
      'its version is unknown',
      yaml().replace('3.0.3', '4.0.0'),
      'Line 1: the version in “openapi” must be 2.0 or start with 3.',
    ],
    [
      'it is of version 1',
      'apis: []\nswagger: "1.2"\n',
      'Line 2: the version in “swagger” must be 2.0 or start with 3.',
    ],
    ['it has no operations', 'openapi: 3.1.0\n', 'It describes no operations: “paths” is missing.'],
    [
      'its paths are a list',
      'openapi: 3.1.0\npaths:\n  - /robots\n',
      'Line 2: “paths” must be an object, but is a list.',
    ],
    [
      'it is indented by tabs',
      'openapi: 3.1.0\npaths:\n\t/robots: {}\n',
      'Line 3: tab characters must not be used in indentation.',
    ],
    ['its indentation is wrong', `${yaml()}  foo:\n bar: 1\n`, 'Line 13: bad indentation of a mapping entry.'],
    [
      'JSON lacks a comma',
      '{\n  "openapi": "3.1.0"\n  "paths": {}\n}',
      "Line 3: Expected ',' or '}' after property value.",
    ],
    ['JSON ends early', '{\n  "openapi": "3.1.0",\n', 'Line 3: '],
    [
      'JSON has a wrong sign',
      '{\n "openapi": "3.0.0",\n "paths": {"a": }},\n\n\n\n "x": 1\n}\n',
      'Line 3: Unexpected “}”.',
    ],
    [
      'JSON with comments has one',
      '{ // c\n "openapi": "3.0.0",\n "info": 1,\n "paths": {"a": ]}\n}\n',
      'Line 4: Unexpected “]”.',
    ],
    ['JSON has a wrong word', `{\r\n"a":\r\nnul in JSON at position 1 ${'x'.repeat(50)}}]`, 'Line 3: Unexpected “ ”.'],
    ['JSON has a picture for a value', '{"a":\n🤖}]', 'Line 2: Unexpected “🤖”.'],
    ['JSON goes on', '{"a":\n1}}\n\n', 'Line 2: Unexpected non-whitespace character after JSON.'],
    [
      'names below are those of the document',
      'info:\n  description:\n  x:\n    paths: 1\nopenapi: 3.0.0\n\n\npaths: []\n',
      'Line 8: “paths” must be an object, but is a list.',
    ],
    [
      'they are, in JSON',
      '{ "x": [\n{"paths": 1},\n  {\n    "paths": 1\n  }],\n  "openapi": "3.0.0",\n  "paths": []\n}',
      'Line 7: “paths” must be an object, but is a list.',
    ],
    [
      'the first is in a braced line',
      '{"paths": [],\n  "openapi": "3.0.0", "x": {\n  "paths": 1}}',
      'Line 1: “paths” must be',
    ],
    [
      'several have the same indentation',
      '{\n"openapi": "3.0.0",\n"x": {\n"paths": 1\n},\n"paths": []\n}',
      '“paths” must be an object, but is a list.',
    ],
    [
      'none begins a line',
      '{"x": 1,\n"y": 1, "swagger": "1.2"}',
      'The version in “swagger” must be 2.0 or start with 3.',
    ],
    [
      'it is two documents',
      `${yaml()}---\n${yaml()}`,
      "It can't be read: expected a single document in the stream, but found more.",
    ],
    [
      'it contains itself',
      `${yaml()}x-a: &a [*a]\n`,
      'It is too large, or has more than 100 levels, once its aliases are expanded.',
    ],
    ['JSON is nested without end', `{"openapi":"3.1.0","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'It '],
  ])('%s', (_, text, reason) => {
    const { document, problems } = documentIn(text);

    assert.equal(document, undefined);
    assert.equal(problems.length, 1);
    assert.ok(problems[0]!.startsWith(reason), problems[0]);
  });
});

test('documents are read in linear time', { timeout: 120_000 }, () => {
  assertReadsLinearly((text) => documentIn(`{"openapi":"3.1.0", // ${text}`));
  assertReadsLinearly((text) => documentIn(`openapi: 3.1.0\npaths: {}\nx-a: ${JSON.stringify(text)}\n`));
  for (const [begin, unit, end] of [
    ['{"', '\\"', '\\'],
    ['{"', '"\\', ''],
    ['{', '/*', ''],
    ['{', '"/*', '"'],
    ['{', ',', ''],
    ['{', ', ', ''],
    ['{,', ' ', ''],
    ['{"a":[', '1,\n', '}'],
    ['', '{"paths": ', ''],
    ['{\n', ' {"paths": 1},\n', ''],
    ['openapi: 3.0.0\nx:\n', '  paths: 1\n', 'paths: []\n'],
    ['openapi: 3.0.0\npaths: []\nx: |\n', '  paths: 1\n', ''],
  ] as const)
    assertLinear(`${begin}${unit}…${end}`, (size) => {
      const text = begin + unit.repeat(size / unit.length) + end;
      return () => documentIn(text);
    });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { contract } from '../../../src/contract/contract.ts';
import type { Endpoint } from '../../../src/contract/shared/endpoint.ts';
import { parseRequest, requestText, withoutSecrets } from '../../../src/model/shared/requestDocument.ts';
import { jsonValue } from '../../jsonValue.ts';

const schema = 'docs-platform-endpoint:/schemas/spaces.get.json';
const endpoints: Endpoint[] = Object.values(contract).flatMap((group) => Object.values(group) as Endpoint[]);

test('a request starts with its method and path', () => {
  const text = requestText({ method: 'GET', path: '/v1/spaces/{spaceId}' }, { schema, request: {} });

  assert.equal(text, `// GET /v1/spaces/{spaceId}\n{\n  "$schema": "${schema}"\n}\n`);
});

test('the content of a request survives its document', () => {
  const request = fc.record(
    {
      path: fc.dictionary(fc.constantFrom('spaceId', 'siteId'), fc.string(), { noNullPrototype: true }),
      query: fc.dictionary(fc.constantFrom('limit', 'page'), jsonValue(), { noNullPrototype: true }),
      body: jsonValue(),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  fc.assert(
    fc.property(request, fc.constantFrom(...endpoints), (request, { method, path }) => {
      const wanted = JSON.parse(JSON.stringify(request)) as object;
      assert.deepEqual(parseRequest(requestText({ method, path }, { schema, request })), wanted);
    }),
    { numRuns: 200 },
  );
});

describe('a request typed by hand', () => {
  test('can have comments and trailing commas', () => {
    const text = `{ "$schema": "${schema}", /* all of it */ "query": { "limit": 5, }, }`;

    assert.deepEqual(parseRequest(text), { query: { limit: 5 } });
  });

  test('is refused with its line if it is invalid JSON', () => {
    assert.throws(() => parseRequest(`{\n"$schema": "${schema}",\n"query": {{ }`), /notJsonAtLine .*"line":3/);
  });

  test.each(['[]', '"text"', '5', 'null'])('is refused if it is %s', (text) => {
    assert.throws(() => parseRequest(text), /requestNotObject/);
  });

  test('needs no schema', () => {
    assert.deepEqual(parseRequest('{ "query": {} }'), { query: {} });
  });
});

describe('a request without its secrets', () => {
  test('has no keys of share links and no secrets of an integration, and everything else', () => {
    const request = {
      path: { spaceId: 'secrets' },
      query: { shareKey: 'KEY', limit: 3 },
      body: { name: 'x', secrets: { first: 'SECRET', second: 4 }, other: { shareKeys: 'stays' } },
    };

    const text = withoutSecrets(requestText({ method: 'GET', path: '/v1' }, { schema, request }));

    assert.deepEqual(parseRequest(text), {
      ...request,
      query: { shareKey: '', limit: 3 },
      body: { ...request.body, secrets: { first: '', second: '' } },
    });
  });

  test.each([
    '{ "shareKey": "KEY',
    '{ "query": { "shareKey": "KEY" ',
    '// "shareKey": "KEY",\n{}',
    '{"secrets":{"a":"KEY"',
    '{"secrets":{"a":["KEY", {"b": "KEY"}]}}',
    '{"Secrets":{"a":"KEY"}}',
    "{'shareKey': 'KEY'}",
    '{"body":{"url":"https://x.example/?a=b&shareKey=KEY&c=d"}}',
    '{\n  // shareKey=KEY\n  "query": {} /* KEY */\n}',
    '// GET /v1?shareKey=KEY\n{}',
  ])('has none while it is typed, either: %j', (text) => {
    assert.ok(!withoutSecrets(text).includes('KEY'));
  });

  test('is empty if it is nested too deeply', () => {
    assert.ok(!withoutSecrets(`${'['.repeat(200_000)}{"shareKey": "KEY"}`).includes('KEY'));
  });

  test("doesn't grow with the square of its levels", () => {
    assert.ok(withoutSecrets('['.repeat(100)).length > 0);
    assert.equal(withoutSecrets('['.repeat(5000)), '');
  });
});

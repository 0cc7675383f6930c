import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { rootSite, serveSites } from '../../sites.ts';

// Sections 2.7 (adaptive schema, template conditions) and 4.8 of the API document.

const closed = { type: 'object', additionalProperties: false };
const flags = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'boolean' }]));

async function siteWithSchema(jsonSchema?: unknown) {
  const served = await serveSites();
  const { site } = await rootSite(served, 'One');
  const path = `${site}/adaptive-schema`;
  const put = (schema: unknown) => served.put(path, { jsonSchema: schema });
  if (jsonSchema !== undefined) assert.equal((await put(jsonSchema)).status, 200);
  return { served, path, put };
}

describe('an adaptive schema', () => {
  test('has no attributes at first', async () => {
    const { served, path } = await siteWithSchema();

    const { status, body } = await served.get(path);

    assert.equal(status, 200);
    assert.deepEqual(body, {
      object: 'site-adaptive-schema',
      jsonSchema: { $schema: 'http://json-schema.org/draft-07/schema#', ...closed, properties: {} },
      updatedAt: '2026-05-04T10:00:00.000Z',
    });
  });

  test('is stored as sent', async () => {
    const { served, path, put } = await siteWithSchema();
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...closed,
      title: 'Visitor',
      properties: {
        beta: { type: 'boolean', title: 'Beta', description: 'Takes part in the beta', default: false },
        unsigned: { ...closed, description: 'Sent by the page', properties: flags('dark') },
      },
      required: ['beta'],
    };
    served.wait(1000);

    const { status, body } = await put(schema);

    assert.equal(status, 200);
    assert.deepEqual([body['jsonSchema'], body.updatedAt], [schema, '2026-05-04T10:00:01.000Z']);
    assert.deepEqual((await served.get(path)).body, body);
  });

  test.each([
    [{ ...closed, properties: { a: { type: 'string' } } }, 'body.jsonSchema.properties.a.type: must be boolean'],
    [
      { ...closed, properties: { a: { type: 'boolean', minLength: 1 } } },
      'body.jsonSchema.properties.a.minLength: is not a known field',
    ],
    [{ ...closed, properties: { a: true } }, 'body.jsonSchema.properties.a: must be an object'],
    [{ type: 'object', properties: {} }, 'body.jsonSchema.additionalProperties: must be false'],
    [{ ...closed, additionalProperties: true, properties: {} }, 'body.jsonSchema.additionalProperties: must be false'],
    [closed, 'body.jsonSchema.properties: is required'],
    [{ type: 'array', additionalProperties: false, properties: {} }, 'body.jsonSchema.type: must be object'],
    [{ ...closed, properties: {}, oneOf: [] }, 'body.jsonSchema.oneOf: is not a known field'],
    [
      { $schema: 'https://json-schema.org/draft/2020-12/schema', ...closed, properties: {} },
      'body.jsonSchema.$schema: must be JSON Schema draft-07',
    ],
    [
      { ...closed, properties: { unsigned: { type: 'boolean' } } },
      'body.jsonSchema.properties.unsigned.type: must be object',
    ],
    [
      { ...closed, properties: { unsigned: { ...closed, properties: { nested: { ...closed, properties: {} } } } } },
      'body.jsonSchema.properties.unsigned.properties.nested.type: must be boolean',
    ],
    [
      { ...closed, properties: { unsigned: { type: 'object', properties: {} } } },
      'body.jsonSchema.properties.unsigned.additionalProperties: must be false',
    ],
    [
      { ...closed, properties: flags('a'), required: ['b'] },
      `body.jsonSchema.required: must name properties only, not 'b'`,
    ],
    ['text', 'body.jsonSchema: must be an object'],
  ])('is refused if it is no schema of visitors: %j', async (schema, reason) => {
    const { served, path, put } = await siteWithSchema({ ...closed, properties: flags('kept') });
    const before = (await served.get(path)).body;

    const { status, body } = await put(schema);

    assert.deepEqual([status, body.error.message], [422, reason]);
    assert.deepEqual((await served.get(path)).body, before);
  });
});

describe('template conditions', () => {
  test("check for each attribute that it is true, and that it isn't", async () => {
    const { served, path } = await siteWithSchema({
      ...closed,
      properties: {
        beta: { type: 'boolean', description: 'Takes part in the beta' },
        'two words': { type: 'boolean' },
        unsigned: { ...closed, properties: flags('dark') },
      },
    });

    const { status, body } = await served.get(`${path}/template-conditions`);

    assert.equal(status, 200);
    assert.deepEqual(body, {
      items: [
        { description: 'Takes part in the beta', condition: 'visitor.claims.beta' },
        { description: 'Not: Takes part in the beta', condition: '!visitor.claims.beta' },
        { description: 'two words', condition: 'visitor.claims["two words"]' },
        { description: 'Not: two words', condition: '!visitor.claims["two words"]' },
        { description: 'dark', condition: 'visitor.claims.unsigned.dark' },
        { description: 'Not: dark', condition: '!visitor.claims.unsigned.dark' },
      ],
    });
  });

  test('are empty without attributes', async () => {
    const { served, path } = await siteWithSchema();

    assert.deepEqual((await served.get(`${path}/template-conditions`)).body, { items: [] });
  });
});

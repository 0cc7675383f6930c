import type { Schema } from '@cfworker/json-schema';

const count: Schema = { type: 'integer', minimum: 0 };
const names: Schema = { type: 'array', minItems: 1, items: { type: 'string' } };

/** What the schema of OpenAPI 2.0 takes from the one of JSON Schema, draft 4. */
export const draft04: Schema = {
  id: 'http://json-schema.org/draft-04/schema#',
  properties: {
    title: { type: 'string' },
    description: { type: 'string' },
    default: {},
    multipleOf: { type: 'number', minimum: 0, exclusiveMinimum: true },
    maximum: { type: 'number' },
    exclusiveMaximum: { type: 'boolean' },
    minimum: { type: 'number' },
    exclusiveMinimum: { type: 'boolean' },
    pattern: { type: 'string' },
    uniqueItems: { type: 'boolean' },
    required: names,
    enum: { type: 'array', minItems: 1 },
    type: { anyOf: [{ type: 'string' }, names] },
  },
  definitions: { positiveInteger: count, positiveIntegerDefault0: count, stringArray: names },
};

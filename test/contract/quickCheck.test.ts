import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import * as z from 'zod';
import { contract } from '../../src/contract/contract.ts';
import type { Endpoint } from '../../src/contract/shared/endpoint.ts';
import { quickCheckOf } from '../../src/contract/shared/quickCheck.ts';
import { maybe, oneOf } from '../../src/contract/shared/shapes.ts';
import { arbitraryOf } from '../client/arbitraryOf.ts';

const items = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints).flatMap(([name, { reply }]): [string, z.ZodType][] =>
    reply !== undefined && 'item' in reply ? [[`${group}.${name}`, reply.item as z.ZodType]] : [],
  ),
);

describe('an item that the contract allows passes without a copy:', () => {
  test.each(items)('%s', (_, item) => {
    fc.assert(
      fc.property(arbitraryOf(item), (value) => {
        assert.equal(quickCheckOf(item)(value), true);
      }),
      { numRuns: 25 },
    );
  });
});

const Thing = z.looseObject({
  id: z.string(),
  kind: maybe(oneOf(['a', 'b'])),
  size: maybe(z.number()),
  isOpen: z.boolean().nullable(),
  labels: maybe(z.array(z.string())),
  others: maybe(z.record(z.string(), z.union([z.literal('x'), z.looseObject({ id: z.string() })]))),
  get parts() {
    return maybe(z.array(Thing));
  },
});

test('what passes is what the schema makes of it', () => {
  const names = fc.constantFrom('id', 'kind', 'size', 'isOpen', 'labels', 'others', 'parts', 'more', '__proto__');
  const { junk } = fc.letrec((tie) => ({
    junk: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>('x', 7, null, true),
      fc.array(tie('junk'), { maxLength: 2 }),
      fc.dictionary(names, tie('junk'), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(fc.oneof(junk, arbitraryOf(Thing)), (value) => {
      const sent = JSON.parse(JSON.stringify(value)) as unknown;
      if (!quickCheckOf(Thing)(sent)) return;
      assert.deepEqual(Thing.safeParse(sent), { success: true, data: sent });
    }),
    { numRuns: 1000 },
  );
});

const valid = { id: 't', isOpen: null };

test.each([
  ['lacks a required field', { isOpen: null }],
  ['has a field of another form', { ...valid, size: '7' }],
  ['has an element of another form', { ...valid, labels: [7] }],
  ['has a part of another form', { ...valid, parts: [valid, { ...valid, id: 7 }] }],
  ['has a field that no alternative allows', { ...valid, others: { a: 'y' } }],
  ['would replace a prototype', JSON.parse('{"id":"t","isOpen":null,"__proto__":{}}') as object],
  ['is a list', []],
])("a value doesn't pass if it %s", (_, value) => {
  assert.equal(quickCheckOf(Thing)(valid), true);
  assert.equal(quickCheckOf(Thing)(value), false);
});

const filled = z.string().default('x');
const transformed = z.string().transform((text) => text.length);
const WithB = z.looseObject({ b: z.string() });
const Nested = z.looseObject({
  get parts() {
    return maybe(z.array(z.union([Nested, z.looseObject({ a: transformed })])));
  },
});

test.each<[string, z.ZodType, unknown]>([
  ['transforms', z.string().transform(Number), '7'],
  ['removes fields', z.object({ id: z.string() }), { id: 'a' }],
  ['removes fields in its first alternative', z.union([z.object({}), z.looseObject({})]), { id: 'a' }],
  ['fills in a value', z.string().default('a'), 'b'],
  ['checks more than the type', z.string().max(2), 'a'],
  ['checks a format', z.url(), 'https://docs.example'],
  ['checks the names of fields', z.record(z.string().max(1), z.string()), { a: 'b' }],
  ['fills in a missing field', z.looseObject({ a: z.string().default('x') }), {}],
  ['fills in a missing field before it reads it', z.looseObject({ a: z.string().prefault('x') }), {}],
  ['catches a missing field', z.looseObject({ a: z.string().catch('x') }), {}],
  ['makes something of a missing field', z.looseObject({ a: z.string().optional().transform(String) }), {}],
  ['fills in a missing field that may be null', z.looseObject({ a: z.string().default('x').nullable() }), {}],
  ['fills in a field far below', z.looseObject({ a: maybe(z.array(z.looseObject({ b: filled }))) }), { a: [{}] }],
  ['transforms in its first alternative', z.union([z.looseObject({ a: transformed }), WithB]), { a: 'a', b: 'b' }],
  [
    'transforms far below in an alternative',
    z.array(z.union([z.union([z.array(z.looseObject({ a: transformed })), z.string()]), z.array(WithB)])),
    [[{ a: 'a', b: 'b' }]],
  ],
  ['transforms in a part of itself', Nested, { parts: [] }],
  ['is either of two', z.xor([z.string(), z.number()]), 'a'],
])("nothing passes a schema that %s, even if it's valid", (_, schema, value) => {
  assert.equal(schema.safeParse(value).success, true);
  assert.equal(quickCheckOf(schema)(value), false);
});

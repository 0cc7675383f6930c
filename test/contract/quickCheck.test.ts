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

test.each<[string, z.ZodType, unknown]>([
  ['transforms', z.string().transform(Number), '7'],
  ['removes fields', z.object({ id: z.string() }), { id: 'a' }],
  ['removes fields in its first alternative', z.union([z.object({}), z.looseObject({})]), { id: 'a' }],
  ['fills in a value', z.string().default('a'), 'b'],
  ['checks more than the type', z.string().max(2), 'a'],
  ['checks a format', z.url(), 'https://docs.example'],
  ['checks the names of fields', z.record(z.string().max(1), z.string()), { a: 'b' }],
])("nothing passes a schema that %s, even if it's valid", (_, schema, value) => {
  assert.equal(schema.safeParse(value).success, true);
  assert.equal(quickCheckOf(schema)(value), false);
});

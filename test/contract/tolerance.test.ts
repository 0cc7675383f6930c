import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import type * as z from 'zod';
import { contract } from '../../src/contract/contract.ts';
import type { Endpoint } from '../../src/contract/shared/endpoint.ts';
import { arbitraryOf } from '../client/arbitraryOf.ts';

// Every reply of the contract can be parsed with anything that a newer or older server adds or omits: unknown fields,
// unknown enum values, missing or null optional fields. Parsed values equal the sent ones.

const replies = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { reply }]) => reply !== undefined)
    .map(([name, { reply }]): [string, z.ZodType] => [`${group}.${name}`, reply as z.ZodType]),
);

describe('a reply of a newer or older server can be parsed:', () => {
  test.each(replies)('%s', (_, schema) => {
    fc.assert(
      fc.property(replyOf(schema), (sent) => {
        const read = schema.safeParse(sent);

        assert.ok(read.success, read.error?.message);
        assert.deepEqual(read.data, sent);
      }),
      { numRuns: 25 },
    );
  });
});

/** Serialized to JSON, because only replies that a server can send have to be parsed. */
function replyOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { item } = schema as { item?: z.ZodType };
  const arbitrary = item === undefined ? arbitraryOf(schema) : fc.oneof(...envelopesOf(schema, item));
  return arbitrary.map((value) => JSON.parse(JSON.stringify(value)) as unknown);
}

/** Lists have their items in `items`, trees in `pages`. */
function envelopesOf(schema: z.ZodType, item: z.ZodType): fc.Arbitrary<unknown>[] {
  const isTree = schema.safeParse({ pages: [] }).success;
  const inside = fc.array(arbitraryOf(item), { maxLength: 3 });
  const page = fc.record({ page: fc.string(), more: fc.string() }, { requiredKeys: ['page'] });
  const list = { items: inside, next: fc.option(page), count: fc.option(fc.nat()), others: fc.string() };
  return [isTree ? fc.record({ pages: inside, others: fc.string() }) : fc.record(list, { requiredKeys: ['items'] })];
}

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import type * as z from 'zod';
import { contract } from '../../src/contract/contract.ts';
import type { Endpoint } from '../../src/contract/shared/endpoint.ts';
import { arbitraryOf } from '../client/arbitraryOf.ts';

// Whatever a server of another day adds or leaves out, every reply of the contract can be read: unknown fields, unknown values
// of enums, optional fields that are missing or null. What is read is what was sent.

const replies = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { reply }]) => reply !== undefined)
    .map(([name, { reply }]): [string, z.ZodType] => [`${group}.${name}`, reply as z.ZodType]),
);

describe('a reply of another day can be read:', () => {
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

/** Sent by JSON: what a server cannot send need not be read. */
function replyOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { item } = schema as { item?: z.ZodType };
  const arbitrary = item === undefined ? arbitraryOf(schema) : fc.oneof(...envelopesOf(schema, item));
  return arbitrary.map((value) => JSON.parse(JSON.stringify(value)) as unknown);
}

/** Lists hold theirs in `items`, trees in `pages`. */
function envelopesOf(schema: z.ZodType, item: z.ZodType): fc.Arbitrary<unknown>[] {
  const isTree = schema.safeParse({ pages: [] }).success;
  const inside = fc.array(arbitraryOf(item), { maxLength: 3 });
  const page = fc.record({ page: fc.string(), more: fc.string() }, { requiredKeys: ['page'] });
  const list = { items: inside, next: fc.option(page), count: fc.option(fc.nat()), others: fc.string() };
  return [isTree ? fc.record({ pages: inside, others: fc.string() }) : fc.record(list, { requiredKeys: ['items'] })];
}

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { openDatabase } from '../../../../src/server/database/database.ts';
import { serve, temporaryFolder, type Served } from '../../serve.ts';

// Sections 2.1 and 4.4 of the API document: collections and spaces of one parent share one order.

type Kind = 'collection' | 'space';
interface Item {
  readonly kind: Kind;
  readonly id: string;
}

const of = (kind: Kind, id: string) => ({ type: kind, [kind]: id });

/** Three collections and three spaces at the top of the organization. */
async function startItems(served: Served): Promise<Item[]> {
  const items: Item[] = [];
  for (const kind of ['collection', 'space', 'collection', 'space', 'space', 'collection'] as const) {
    const { body } = await served.post(`/v1/orgs/${served.organization}/${kind}s`, { title: kind });
    items.push({ kind, id: body.id });
  }
  return items;
}

async function listed(served: Served, kind: Kind): Promise<string[]> {
  const { body } = await served.get(`/v1/orgs/${served.organization}/${kind}s`);
  return body.items.map((item) => item.id);
}

function equalRanks(served: Served): void {
  const database = openDatabase(served.data);
  database.write(() => {
    database.run(`UPDATE spaces SET rank = '5V'`);
    database.run(`UPDATE collections SET rank = '5V'`);
  });
  database.close();
}

describe('after any moves,', () => {
  const move = fc.record({ item: fc.nat(5), next: fc.nat(5), side: fc.constantFrom('before', 'after', 'end') });

  test.each(['different', 'equal'])(
    'collections and spaces of %s ranks are in the order of a reordered list',
    async (ranks) => {
      const served = await serve({ data: temporaryFolder() });
      const items = await startItems(served);
      const byId = new Map(items.map((item) => [item.id, item]));
      let expected = items.map((item) => item.id);

      await fc.assert(
        fc.asyncProperty(fc.array(move, { maxLength: 5 }), async (moves) => {
          if (ranks === 'equal') {
            equalRanks(served);
            expected = expected.toSorted();
          }
          for (const { item, next, side } of moves) {
            const { kind, id } = items[item] as Item;
            const neighbour = items[next] as Item;
            const others = expected.filter((each) => each !== id);
            const place = side === 'end' ? others.length : others.indexOf(neighbour.id) + (side === 'after' ? 1 : 0);
            const isItself = side !== 'end' && neighbour.id === id;
            const reordered = others.toSpliced(place, 0, id);
            const isSame = reordered.every((each, at) => each === expected[at]);

            const { status } = await served.post(`/v1/${kind}s/${id}/move`, {
              position: side === 'end' ? {} : { [side]: of(neighbour.kind, neighbour.id) },
            });

            assert.equal(status, isItself ? 400 : isSame ? 409 : 200);
            if (status === 200) expected = reordered;
          }
          for (const kind of ['collection', 'space'] as const) {
            const wanted = expected.filter((id) => byId.get(id)?.kind === kind);
            assert.deepEqual(await listed(served, kind), wanted);
          }
        }),
        { numRuns: 12 },
      );
    },
  );

  test('into collections and out of them, each is there once, at the end of its target', async () => {
    const served = await serve();
    const items = await startItems(served);
    const [outer = '', inner = ''] = items.filter(({ kind }) => kind === 'collection').map(({ id }) => id);
    await served.post(`/v1/collections/${inner}/move`, { parent: outer });
    const parents = fc.constantFrom(null, outer, inner);

    await fc.assert(
      fc.asyncProperty(fc.nat(5), parents, async (index, parent) => {
        const { kind, id } = items[index] as Item;

        const { status } = await served.post(`/v1/${kind}s/${id}/move`, { parent });

        assert.ok([200, 409, 412].includes(status), String(status));
        if (status === 200) {
          const { body } = await served.get(`/v1/${kind}s/${id}`);
          assert.equal(body['parent'] ?? null, parent);
        }
        for (const each of ['collection', 'space'] as const) {
          const ids = items.filter((item) => item.kind === each).map((item) => item.id);
          assert.deepEqual((await listed(served, each)).toSorted(), ids.toSorted());
        }
      }),
      { numRuns: 20 },
    );
  });
});

test('a restored space is at its former place, even if another one was put there', async () => {
  const served = await serve();
  const made = async () => (await served.post(`/v1/orgs/${served.organization}/spaces`, { title: 'S' })).body.id;
  const [first, second, third, fourth] = [await made(), await made(), await made(), await made()];
  await served.delete(`/v1/spaces/${second}`);
  const before = { position: { before: of('space', third) } };
  await served.post(`/v1/spaces/${fourth}/move`, before);

  await served.post(`/v1/spaces/${second}/restore`);

  assert.deepEqual(await listed(served, 'space'), [first, fourth, second, third]);
  const last = await made();
  await served.post(`/v1/spaces/${last}/move`, { position: { before: of('space', second) } });
  assert.deepEqual(await listed(served, 'space'), [first, fourth, last, second, third]);
});

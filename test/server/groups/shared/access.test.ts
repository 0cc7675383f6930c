import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { idOf } from '../../../../src/formats/ids.ts';
import { serve, type Client, type Served } from '../../serve.ts';

// Permissions: sections 2.1 (roles), 2.4, 2.5 and 2.17 (permissions) of the API document. Users and spaces are the
// sample's.

const user = (key: string) => idOf(`sample user ${key}`);
const space = (key: string) => `/v1/spaces/${idOf(`sample space ${key}`)}`;
const northwind = `/v1/orgs/${idOf('sample organization northwind')}`;

function actingAs(served: Served, key: string): Client {
  return served.as(served.platform.tokenOf(user(key)));
}

async function titles(client: Client, path: string): Promise<string[]> {
  return (await client.get(path)).body.items.map((item) => item.title);
}

describe('an admin', () => {
  test('sees every space', async () => {
    const served = await serve({ seed: 'sample' });

    const all = await titles(served, `${northwind}/spaces`);

    assert.equal(all.includes('Start Here'), true);
    assert.equal(all.includes('Security'), true);
  });

  test('keeps access to resources closed to all others', async () => {
    const served = await serve({ seed: 'sample' });

    await served.patch(space('start-here'), { defaultLevel: null });

    assert.equal((await served.get(space('start-here'))).status, 200);
    assert.equal((await actingAs(served, 'ada').get(space('start-here'))).status, 403);
    assert.equal((await titles(actingAs(served, 'ada'), `${northwind}/spaces`)).includes('Start Here'), false);
  });
});

describe('a guest', () => {
  test('sees public and unlisted spaces only, and the collections that contain them', async () => {
    const served = await serve({ seed: 'sample' });
    const guest = actingAs(served, 'grace');

    const { body } = await guest.get(`${northwind}/spaces`);
    const collections = (await guest.get(`${northwind}/collections`)).body;

    assert.ok(body.items.length > 0);
    assert.equal(body.count, body.items.length);
    const visibilities = new Set(body.items.map((item) => item['visibility']));
    assert.deepEqual(
      [...visibilities].filter((one) => one !== 'public' && one !== 'unlisted'),
      [],
    );
    assert.equal(
      body.items.every((item) => item.permissions['view'] && !item.permissions['comment']),
      true,
    );
    const known = new Set(collections.items.map((item) => item.id));
    assert.deepEqual(
      body.items.filter((item) => 'parent' in item && !known.has(item['parent'] as string)),
      [],
    );
  });

  test("is refused private spaces, and doesn't find them", async () => {
    const served = await serve({ seed: 'sample' });
    const guest = actingAs(served, 'grace');

    const page = await guest.get(`${space('start-here')}/content/pages`);
    const found = await guest.get(`${northwind}/search?query=the`);

    assert.equal(page.status, 403);
    assert.ok(found.body.items.length > 0);
    assert.equal(
      found.body.items.some((item) => item.id === idOf('sample space start-here')),
      false,
    );
  });
});

describe('a disabled member', () => {
  test("isn't a member", async () => {
    const served = await serve({ seed: 'sample' });

    const { body } = await actingAs(served, 'sam').get('/v1/orgs');

    assert.equal(body.items.length, 0);
    assert.equal((await actingAs(served, 'sam').get(northwind)).status, 403);
  });
});

describe('a level', () => {
  test.each([
    // The role in the organization or the space's default level, whichever is higher.
    ['jin', 'read', 'operator-handbook', 403, 403],
    ['yusuf', 'comment', 'operator-handbook', 403, 403],
    ['bo', 'edit', 'operator-handbook', 201, 403],
    ['lena', 'review', 'operator-handbook', 201, 200],
    ['ada', 'create', 'operator-handbook', 201, 200],
    ['jin', 'read', 'start-here', 201, 403],
  ])(
    'of %s (%s) in %s decides about creating a change request and merging it',
    async (key, _, name, making, merging) => {
      const served = await serve({ seed: 'sample' });
      const client = actingAs(served, key);
      const { body } = await served.post(`${space(name)}/change-requests`, {});

      const made = await client.post(`${space(name)}/change-requests`, {});
      const merged = await client.post(`${space(name)}/change-requests/${body.id}/merge`);

      assert.deepEqual([made.status, merged.status], [making, merging]);
      const { permissions } = (await client.get(space(name))).body;
      assert.deepEqual([permissions['edit'], permissions['merge']], [making === 201, merging === 200]);
    },
  );

  test("below admin can't change, move or delete a space", async () => {
    const served = await serve({ seed: 'sample' });
    const ada = actingAs(served, 'ada');

    const statuses = [
      (await ada.patch(space('start-here'), { title: 'Mine' })).status,
      (await ada.post(`${space('start-here')}/move`, { position: {} })).status,
      (await ada.delete(space('start-here'))).status,
    ];

    assert.deepEqual(statuses, [403, 403, 403]);
  });

  test("below create can't create spaces and collections", async () => {
    const served = await serve({ seed: 'sample' });
    const lena = actingAs(served, 'lena');
    const ada = actingAs(served, 'ada');

    assert.equal((await lena.post(`${northwind}/spaces`, {})).status, 403);
    assert.equal((await lena.post(`${northwind}/collections`, {})).status, 403);
    assert.equal((await ada.post(`${northwind}/spaces`, {})).status, 201);
    assert.equal((await ada.post(`${northwind}/collections`, {})).status, 201);
  });

  test('is inherited from the collections around a space', async () => {
    const served = await serve({ seed: 'sample' });
    const { body: outer } = await served.post(`${northwind}/collections`, { title: 'Outer' });
    const { body: inner } = await served.post(`${northwind}/collections`, { title: 'Inner', parent: outer.id });
    const { body: made } = await served.post(`${northwind}/spaces`, { title: 'S', parent: inner.id });
    const jin = actingAs(served, 'jin');
    const edit = async () => (await jin.get(`/v1/spaces/${made.id}`)).body.permissions['edit'];

    const before = await edit();
    await served.patch(`/v1/collections/${outer.id}`, { defaultLevel: 'edit' });

    assert.deepEqual([before, await edit()], [false, true]);
  });
});

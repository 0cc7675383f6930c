import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { openDatabase } from '../../../../src/server/database/database.ts';
import { addMember } from '../../../../src/server/sample/members.ts';
import { servePeople } from '../../people.ts';
import { secondOrganization, serve, temporaryFolder, type Served } from '../../serve.ts';

// Section 4.4 of the API document.

async function collection(served: Served, title: string, parent?: string): Promise<string> {
  const { body } = await served.post(`/v1/orgs/${served.organization}/collections`, { title, parent });
  return body.id;
}

async function space(served: Served, title: string, parent?: string): Promise<string> {
  const { body } = await served.post(`/v1/orgs/${served.organization}/spaces`, { title, parent });
  return body.id;
}

async function titles(served: Served, query = ''): Promise<string[]> {
  const { body } = await served.get(`/v1/orgs/${served.organization}/collections${query}`);
  return body.items.map((item: { title: string }) => item.title);
}

describe('a collection', () => {
  test('is created with a title and a parent, and has all required fields', async () => {
    const served = await serve();
    const parent = await collection(served, 'Parent');

    const { status, body } = await served.post(`/v1/orgs/${served.organization}/collections`, {
      title: 'Child',
      parent,
    });

    assert.equal(status, 201);
    assert.equal(body.object, 'collection');
    assert.equal(body.title, 'Child');
    assert.equal(body.parent, parent);
    assert.equal(body.organization, served.organization);
    assert.equal(body.defaultLevel, 'inherit');
    assert.equal(body.urls.location, `${served.address}/v1/collections/${body.id}`);
    assert.deepEqual(body.permissions, { view: true, admin: true, viewInviteLinks: true, create: true });
    assert.deepEqual((await served.get(`/v1/collections/${body.id}`)).body, body);
  });

  test.each([
    [{ title: 'a'.repeat(50) }, 200],
    [{ title: 'a'.repeat(51) }, 422],
    [{ description: 'a'.repeat(100) }, 200],
    [{ description: 'a'.repeat(101) }, 422],
    [{ defaultLevel: null }, 200],
    [{ defaultLevel: 'owner' }, 422],
  ])('checks its limits: %j', async (change, expected) => {
    const served = await serve();
    const id = await collection(served, 'C');

    const { status, body } = await served.patch(`/v1/collections/${id}`, change);

    assert.equal(status, expected);
    if (expected === 200) assert.deepEqual({ ...body, ...change }, body);
  });

  test('lists its spaces, not those of nested collections', async () => {
    const served = await serve();
    const outer = await collection(served, 'Outer');
    const inner = await collection(served, 'Inner', outer);
    await space(served, 'In outer', outer);
    await space(served, 'In inner', inner);

    const { status, body } = await served.get(`/v1/collections/${outer}/spaces`);

    assert.equal(status, 200);
    assert.deepEqual(
      body.items.map((item: { title: string }) => item.title),
      ['In outer'],
    );
    assert.equal(body.count, 1);
  });

  test('leaves its content to its parent when it is deleted', async () => {
    const served = await serve();
    const outer = await collection(served, 'Outer');
    const inner = await collection(served, 'Inner', outer);
    const inside = await space(served, 'Space', inner);

    const { status, body } = await served.delete(`/v1/collections/${inner}`);

    assert.equal(status, 205);
    assert.equal(body, undefined);
    assert.equal((await served.get(`/v1/collections/${inner}`)).status, 404);
    assert.equal((await served.get(`/v1/spaces/${inside}`)).body.parent, outer);
  });

  test('is deleted once', async () => {
    const served = await serve();
    const id = await collection(served, 'C');
    await served.delete(`/v1/collections/${id}`);

    const { status } = await served.delete(`/v1/collections/${id}`);

    assert.equal(status, 204);
  });

  test('moves to another organization with all its content', async () => {
    const served = await serve({ data: temporaryFolder() });
    const other = secondOrganization(served);
    const outer = await collection(served, 'Outer');
    const inner = await collection(served, 'Inner', outer);
    const inside = await space(served, 'Space', inner);

    const { status, body } = await served.post(`/v1/collections/${inner}/transfer`, { organization: other });

    assert.equal(status, 200);
    assert.equal(body.organization, other);
    assert.equal('parent' in body, false);
    assert.equal((await served.get(`/v1/spaces/${inside}`)).body.organization, other);
    assert.equal((await served.get(`/v1/collections/${outer}`)).body.organization, served.organization);
  });

  test("doesn't move where the caller can't create, or where it already is", async () => {
    const served = await serve({ seed: 'sample' });
    const [, other] = (await served.get('/v1/orgs')).body.items;
    const id = await collection(served, 'C');
    const transfer = (organization: string) =>
      served.post(`/v1/collections/${id}/transfer`, { organization }).then(({ status }) => status);

    assert.equal(await transfer(other.id), 403);
    assert.equal(await transfer(served.organization), 409);
    assert.equal(await transfer('nothing'), 404);
    assert.equal((await served.get(`/v1/collections/${id}`)).body.organization, served.organization);
  });
});

describe("a transfer of a collection with parts that the caller doesn't administer", () => {
  /** A collection that everyone administers, and a creator who can also create in another organization. */
  async function startTransfer() {
    const served = await servePeople();
    const other = secondOrganization(served);
    const database = openDatabase(served.data);
    database.write(() => addMember(database, { organization: other, user: 'creator', role: 'create' }, 0));
    database.close();
    const outer = await collection(served, 'Outer');
    const inner = await collection(served, 'Inner', outer);
    const inside = await space(served, 'Space', inner);
    await served.patch(`/v1/collections/${outer}`, { defaultLevel: 'admin' });
    const transfer = () => served.by('creator').post(`/v1/collections/${outer}/transfer`, { organization: other });
    return { served, outer, inner, inside, transfer };
  }

  test.each([
    ['a collection', (inner: string, _: string) => `/v1/collections/${inner}`],
    ['a space', (_: string, inside: string) => `/v1/spaces/${inside}`],
  ])("is refused for %s that they can't see", async (_, path) => {
    const { served, outer, inner, inside, transfer } = await startTransfer();
    await served.patch(path(inner, inside), { defaultLevel: null });

    assert.equal((await transfer()).status, 403);

    assert.equal((await served.get(`/v1/collections/${outer}`)).body.organization, served.organization);
    assert.equal((await served.get(`/v1/spaces/${inside}`)).body.organization, served.organization);
  });

  test('is refused for a deleted space, which can be restored', async () => {
    const { served, inside, transfer } = await startTransfer();
    await served.patch(`/v1/spaces/${inside}`, { defaultLevel: null });
    await served.delete(`/v1/spaces/${inside}`);

    assert.equal((await transfer()).status, 403);
  });

  test('works if they administer all of it', async () => {
    const { transfer } = await startTransfer();

    assert.equal((await transfer()).status, 200);
  });
});

describe('the collections of an organization', () => {
  test('come with nested ones unless only the top is requested', async () => {
    const served = await serve();
    const outer = await collection(served, 'Outer');
    await collection(served, 'Next');
    await collection(served, 'Inner', outer);

    assert.deepEqual(await titles(served), ['Outer', 'Inner', 'Next']);
    assert.deepEqual(await titles(served, '?nested=false'), ['Outer', 'Next']);
  });
});

describe('moving a collection', () => {
  test('puts it before or after another, or at the end', async () => {
    const served = await serve();
    const [a, , c] = [await collection(served, 'A'), await collection(served, 'B'), await collection(served, 'C')];

    const before = await served.post(`/v1/collections/${c}/move`, {
      position: { before: { type: 'collection', collection: a } },
    });
    assert.equal(before.status, 200);
    assert.deepEqual(await titles(served), ['C', 'A', 'B']);

    await served.post(`/v1/collections/${c}/move`, { position: { after: { type: 'collection', collection: a } } });
    assert.deepEqual(await titles(served), ['A', 'C', 'B']);

    await served.post(`/v1/collections/${a}/move`, { position: {} });
    assert.deepEqual(await titles(served), ['C', 'B', 'A']);
  });

  test('into a parent puts it at its end', async () => {
    const served = await serve();
    const [outer, moved] = [await collection(served, 'Outer'), await collection(served, 'Moved')];

    const { status, body } = await served.post(`/v1/collections/${moved}/move`, { parent: outer });

    assert.equal(status, 200);
    assert.equal(body.parent, outer);
    const back = await served.post(`/v1/collections/${moved}/move`, { parent: null });
    assert.equal('parent' in back.body, false);
  });

  test('is refused to an impossible place', async () => {
    const served = await serve();
    const outer = await collection(served, 'Outer');
    const inner = await collection(served, 'Inner', outer);
    const last = await collection(served, 'Last');
    const elsewhere = { before: { type: 'collection', collection: inner } };
    const move = (id: string, body: unknown) =>
      served.post(`/v1/collections/${id}/move`, body).then(({ status }) => status);

    assert.equal(await move(outer, { parent: inner }), 412);
    assert.equal(await move(outer, { parent: outer }), 412);
    assert.equal(await move(last, { position: {} }), 409);
    assert.equal(await move(inner, { parent: outer }), 409);
    assert.equal(await move(last, {}), 400);
    assert.equal(await move(last, { position: elsewhere }), 400);
    assert.equal(await move(last, { parent: 'nothing' }), 404);
    assert.equal(await move(last, { position: { before: { type: 'page', page: 'p' } } }), 422);
    assert.deepEqual(await titles(served, '?nested=false'), ['Outer', 'Last']);
  });

  test('accepts spaces as neighbors, because they share one order', async () => {
    const served = await serve();
    const [moved, first, second] = [
      await collection(served, 'C'),
      await space(served, 'S1'),
      await space(served, 'S2'),
    ];

    const { status } = await served.post(`/v1/collections/${moved}/move`, {
      position: { after: { type: 'space', space: first }, before: { type: 'space', space: second } },
    });
    const apart = await served.post(`/v1/collections/${moved}/move`, {
      position: { after: { type: 'space', space: second }, before: { type: 'space', space: first } },
    });

    assert.deepEqual([status, apart.status], [200, 400]);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { openDatabase } from '../../../../src/server/database/database.ts';
import { openLocalPlatform } from '../../../../src/server/localPlatform.ts';
import { flat, secondOrganization, serve, serveFolder, temporaryFolder, type Served } from '../../serve.ts';

// Sections 3 and 4.5 of the API document.

const day = 24 * 60 * 60 * 1000;

async function make(served: Served, body: object = { title: 'Space' }): Promise<string> {
  const reply = await served.post(`/v1/orgs/${served.organization}/spaces`, body);
  assert.equal(reply.status, 201);
  return reply.body.id;
}

async function listed(served: Served): Promise<string[]> {
  const { body } = await served.get(`/v1/orgs/${served.organization}/spaces`);
  return body.items.map((item: { title: string }) => item.title);
}

describe('a space', () => {
  test('is created with what is sent, and has all required fields', async () => {
    const served = await serve();

    const { status, body } = await served.post(`/v1/orgs/${served.organization}/spaces`, {
      title: 'Handbook',
      emoji: '1f4d9',
      editMode: 'locked',
    });

    assert.equal(status, 201);
    assert.equal(body.object, 'space');
    assert.equal(body.title, 'Handbook');
    assert.equal(body.emoji, '1f4d9');
    assert.equal(body.editMode, 'locked');
    assert.equal(body.visibility, 'private');
    assert.equal(body.organization, served.organization);
    assert.equal(body.defaultLevel, 'inherit');
    assert.equal(body.createdAt, '2026-05-04T10:00:00.000Z');
    assert.equal(body.updatedAt, '2026-05-04T10:00:00.000Z');
    assert.equal(typeof body.revision, 'string');
    for (const count of ['comments', 'changeRequests', 'changeRequestsOpen', 'changeRequestsDraft'])
      assert.equal(body[count], 0);
    assert.deepEqual(body.urls, { location: `${served.address}/v1/spaces/${body.id}` });
    for (const right of [
      'view',
      'access',
      'admin',
      'viewInviteLinks',
      'edit',
      'triggerGitSync',
      'comment',
      'merge',
      'review',
    ]) {
      // The space is locked.
      assert.equal(body.permissions[right], right !== 'edit' && right !== 'merge', right);
    }
    assert.deepEqual((await served.get(`/v1/spaces/${body.id}`)).body, body);
  });

  test('only has a browser URL if there is an app', async () => {
    const served = await serve({ appUrl: 'https://app.docs.example/' });

    const id = await make(served);

    const { body } = await served.get(`/v1/spaces/${id}`);
    assert.equal(body.urls.app, `https://app.docs.example/o/${served.organization}/s/${id}`);
  });

  test.each([
    [{ title: 'a'.repeat(50) }, 200],
    [{ title: 'a'.repeat(51) }, 422],
    [{ emoji: '📗' }, 200],
    [{ emoji: '1f469-1f3fd-200d-2764-200d-1f48b-200d-1f468-1f3ff' }, 200],
    [{ emoji: '' }, 200],
    [{ emoji: 'a'.repeat(51) }, 422],
    [{ emoji: 'no emoji at all' }, 422],
    [{ emoji: '📗📗' }, 422],
    [{ editMode: 'locked' }, 200],
    [{ editMode: 'frozen' }, 422],
    [{ defaultLevel: 'read' }, 200],
    [{ defaultLevel: null }, 200],
    [{ defaultLevel: 'inherit' }, 200],
    [{ defaultLevel: 'guest' }, 422],
  ])('checks its limits: %j', async (change, expected) => {
    const served = await serve();
    const id = await make(served);

    const { status, body } = await served.patch(`/v1/spaces/${id}`, change);

    assert.equal(status, expected);
    if (expected === 200) assert.deepEqual({ ...body, ...change }, body);
  });

  test("isn't created with an invalid emoji", async () => {
    const served = await serve();

    const { status, body } = await served.post(`/v1/orgs/${served.organization}/spaces`, { emoji: 'book' });

    assert.deepEqual([status, body.error.message.split(':')[0]], [422, 'body.emoji']);
  });

  test('that was deleted can be read but is in no list', async () => {
    const served = await serve();
    const id = await make(served);

    const { status } = await served.delete(`/v1/spaces/${id}`);

    assert.equal(status, 205);
    const { body } = await served.get(`/v1/spaces/${id}`);
    assert.equal(body.deletedAt, '2026-05-04T10:00:00.000Z');
    assert.deepEqual(await listed(served), []);
    assert.equal((await served.delete(`/v1/spaces/${id}`)).status, 204);
  });

  test("that was deleted can't be changed until it is restored", async () => {
    const served = await serve();
    const id = await make(served);
    await served.delete(`/v1/spaces/${id}`);

    const { status } = await served.patch(`/v1/spaces/${id}`, { title: 'New' });

    assert.equal(status, 409);
  });

  test('can be restored for seven days', async () => {
    const served = await serve();
    const id = await make(served);
    await served.delete(`/v1/spaces/${id}`);
    served.wait(7 * day - 1);

    const { status, body } = await served.post(`/v1/spaces/${id}/restore`);

    assert.equal(status, 200);
    assert.equal('deletedAt' in body, false);
    assert.deepEqual(await listed(served), ['Space']);
    assert.equal((await served.post(`/v1/spaces/${id}/restore`)).status, 409);
  });

  test('is gone after seven days', async () => {
    const served = await serve();
    const id = await make(served);
    await served.delete(`/v1/spaces/${id}`);
    served.wait(7 * day);

    const restored = await served.post(`/v1/spaces/${id}/restore`);
    const read = await served.get(`/v1/spaces/${id}`);
    const deleted = await served.delete(`/v1/spaces/${id}`);

    assert.deepEqual([restored.status, read.status, deleted.status], [404, 404, 204]);
  });

  test('is gone after seven days with all its content', async () => {
    const served = await serve();
    const id = await make(served);
    const { body } = await served.post(`/v1/spaces/${id}/change-requests`, { subject: 'S' });
    await served.delete(`/v1/spaces/${id}`);
    served.wait(7 * day);

    const statuses = [
      (await served.get(`/v1/spaces/${id}/content`)).status,
      (await served.get(`/v1/spaces/${id}/comments`)).status,
      (await served.get(`/v1/spaces/${id}/change-requests/${body.id}`)).status,
      (await served.get(`/v1/spaces/${id}/links`)).status,
      (await served.post(`/v1/spaces/${id}/duplicate`)).status,
      (await served.post(`/v1/spaces/${id}/transfer`, { organization: served.organization })).status,
    ];

    assert.deepEqual(statuses, [404, 404, 404, 404, 404, 404]);
  });

  test('is deleted when the server starts again after seven days, and not a moment before', async () => {
    const data = temporaryFolder();
    const served = await serve({ data });
    const id = await make(served);
    await served.delete(`/v1/spaces/${id}`);
    const deleted = Date.parse((await served.get(`/v1/spaces/${id}`)).body['deletedAt'] as string);
    const stored = () => {
      const database = openDatabase(data);
      const count = database.all('SELECT 1 FROM spaces').length;
      database.close();
      return count;
    };

    openLocalPlatform({ data, now: () => deleted + 7 * day - 1 }).close();
    const before = stored();
    openLocalPlatform({ data, now: () => deleted + 7 * day }).close();

    assert.deepEqual([before, stored()], [1, 0]);
  });

  test("that was deleted can't be copied, moved or transferred until it is restored", async () => {
    const served = await serve();
    const id = await make(served);
    await served.delete(`/v1/spaces/${id}`);

    const statuses = [
      (await served.post(`/v1/spaces/${id}/duplicate`)).status,
      (await served.post(`/v1/spaces/${id}/move`, { position: {} })).status,
      (await served.post(`/v1/spaces/${id}/transfer`, { organization: served.organization })).status,
    ];

    assert.deepEqual(statuses, [409, 409, 409]);
  });

  test('returns to its place, even if its collection was deleted', async () => {
    const served = await serve();
    const { body: outer } = await served.post(`/v1/orgs/${served.organization}/collections`, { title: 'Outer' });
    const { body: inner } = await served.post(`/v1/orgs/${served.organization}/collections`, {
      title: 'Inner',
      parent: outer.id,
    });
    const id = await make(served, { title: 'Space', parent: inner.id });
    await served.delete(`/v1/spaces/${id}`);
    await served.delete(`/v1/collections/${inner.id}`);

    const { status, body } = await served.post(`/v1/spaces/${id}/restore`);

    assert.deepEqual([status, body['parent']], [200, outer.id]);
  });

  test('moves among its siblings', async () => {
    const served = await serve();
    const [a, , c] = [
      await make(served, { title: 'A' }),
      await make(served, { title: 'B' }),
      await make(served, { title: 'C' }),
    ];

    const { status } = await served.post(`/v1/spaces/${c}/move`, { position: { before: { type: 'space', space: a } } });

    assert.equal(status, 200);
    assert.deepEqual(await listed(served), ['C', 'A', 'B']);
    const again = await served.post(`/v1/spaces/${c}/move`, { position: { before: { type: 'space', space: a } } });
    assert.equal(again.status, 409);
    const beside = await served.post(`/v1/spaces/${c}/move`, { position: { before: { type: 'space', space: c } } });
    assert.equal(beside.status, 400);
  });

  test('keeps a total order after any moves', async () => {
    const served = await serve();
    const all = [];
    for (const title of ['A', 'B', 'C', 'D', 'E']) all.push(await make(served, { title }));

    for (let move = 0; move < 30; move += 1) {
      const [moved, other] = [all[(move * 7) % 5], all[(move * 3 + 1) % 5]];
      const side = move % 2 ? 'before' : 'after';
      await served.post(`/v1/spaces/${moved}/move`, { position: { [side]: { type: 'space', space: other } } });
    }

    assert.deepEqual((await listed(served)).sort(), ['A', 'B', 'C', 'D', 'E']);
  });

  test('is copied with its pages and files, which get new ids', async () => {
    const served = await serveFolder({
      'README.md': '# Start\n\n![Dot](dot.svg) and [more](more.md)\n',
      'more.md': '# More\n\nText\n',
      'dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>',
    });

    const { status, body } = await served.post(`/v1/spaces/${served.space}/duplicate`);

    assert.equal(status, 201);
    assert.notEqual(body.id, served.space);
    const of = async (space: string) => ({
      pages: flat((await served.get(`/v1/spaces/${space}/content/pages`)).body.pages),
      files: (await served.get(`/v1/spaces/${space}/content/files`)).body.items,
      links: (await served.get(`/v1/spaces/${space}/links`)).body.stats,
      found: (await served.get(`/v1/spaces/${space}/search?query=text`)).body.count,
    });
    const [original, copy] = [await of(served.space), await of(body.id)];
    assert.deepEqual(
      copy.pages.map((page) => page.path),
      original.pages.map((page) => page.path),
    );
    assert.notEqual(copy.pages[0].id, original.pages[0].id);
    assert.notEqual(copy.files[0].id, original.files[0].id);
    assert.deepEqual(copy.links, { total: 2, broken: { total: 0, changeRequest: 0 } });
    assert.equal(copy.found, 1);
  });

  test('moves to another organization, out of its collection', async () => {
    const served = await serve({ data: temporaryFolder() });
    const other = secondOrganization(served);
    const parent = (await served.post(`/v1/orgs/${served.organization}/collections`, { title: 'C' })).body.id;
    const id = await make(served, { title: 'Space', parent });

    const { status, body } = await served.post(`/v1/spaces/${id}/transfer`, { organization: other });

    assert.equal(status, 200);
    assert.equal(body.organization, other);
    assert.equal('parent' in body, false);
    assert.deepEqual(await listed(served), []);
  });

  test('moves into a collection of another organization, or of its own', async () => {
    const served = await serve({ data: temporaryFolder() });
    const other = secondOrganization(served);
    const collectionIn = async (organization: string) =>
      (await served.post(`/v1/orgs/${organization}/collections`, { title: 'C' })).body.id;
    const [here, there] = [await collectionIn(served.organization), await collectionIn(other)];
    const id = await make(served, { title: 'Space' });
    const transfer = async (body: object) => {
      const reply = await served.post(`/v1/spaces/${id}/transfer`, body);
      return [reply.status, reply.body['organization'], reply.body['parent']];
    };

    assert.deepEqual(await transfer({ organization: other, parent: there }), [200, other, there]);
    assert.deepEqual(await transfer({ organization: other, parent: here }), [403, undefined, undefined]);
    assert.deepEqual(await transfer({ organization: other, parent: there }), [409, undefined, undefined]);
    assert.deepEqual(await transfer({ organization: other, parent: 'nothing' }), [404, undefined, undefined]);
    assert.deepEqual(await transfer({ organization: other, parent: null }), [200, other, undefined]);
    assert.deepEqual(await transfer({ organization: served.organization, parent: here }), [
      200,
      served.organization,
      here,
    ]);
    assert.equal((await served.get(`/v1/collections/${here}/spaces`)).body.items[0].id, id);
  });

  test("doesn't move where the caller can't create, or where it already is", async () => {
    const served = await serve({ seed: 'sample' });
    const [, harbor] = (await served.get('/v1/orgs')).body.items;
    const id = await make(served);

    const refused = await served.post(`/v1/spaces/${id}/transfer`, { organization: harbor.id });
    const same = await served.post(`/v1/spaces/${id}/transfer`, { organization: served.organization });
    const without = await served.post(`/v1/spaces/${id}/transfer`, {});

    assert.deepEqual([refused.status, same.status, without.status], [403, 409, 422]);
    assert.equal(without.body.error.message, 'body.organization: is required');
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { idOf } from '../../../../src/formats/ids.ts';
import { serve, type Json } from '../../serve.ts';

// The change requests of an organization: an endpoint that isn't in the API document, as recorded. Users and spaces are
// the sample's.

const user = (key: string) => idOf(`sample user ${key}`);
const space = `/v1/spaces/${idOf('sample space operator-handbook')}`;
const northwind = `/v1/orgs/${idOf('sample organization northwind')}`;
const changes = [{ operation: 'insert_page', title: 'New', document: { markdown: '' } }];

async function openSample() {
  const served = await serve({ seed: 'sample' });
  const as = (key: string) => served.as(served.platform.tokenOf(user(key)));
  const { body: made } = await as('bo').post(`${space}/change-requests`, { subject: 'S' });
  return { ...served, made, path: `${space}/change-requests/${made.id}`, as };
}

describe('the change requests of an organization', () => {
  const ids = (items: readonly Json[]) => items.map((item) => item.id);

  test('come from all spaces, each with its space, last updated first', async () => {
    const { get } = await openSample();

    const { status, body } = await get(`${northwind}/change-requests`);

    assert.equal(status, 200);
    assert.equal(body.count, body.items.length);
    assert.ok(new Set(body.items.map((item) => (item['space'] as Json).title)).size > 4);
    const times = body.items.map((item) => item.updatedAt);
    assert.deepEqual(times, times.toSorted().reverse());
    assert.equal((body.items[0]['space'] as Json).object, 'space');
  });

  test('can be filtered by several statuses', async () => {
    const { get } = await openSample();

    const { items } = (await get(`${northwind}/change-requests?status=draft&status=merged`)).body;

    assert.deepEqual(new Set(items.map((item) => item.status)), new Set(['draft', 'merged']));
    assert.equal((await get(`${northwind}/change-requests?status=closed`)).status, 400);
  });

  test('can be filtered by creator, or by space', async () => {
    const { as, get, post, made, path } = await openSample();
    await as('ada').post(`${path}/content`, { changes });
    await post(`${path}/requested-reviewers`, { users: [user('yusuf')] });
    const found = async (query: string) => (await get(`${northwind}/change-requests?${query}`)).body.items;

    const createdByAda = await found(`creator=${user('ada')}`);
    const byAda = await found(`contributor=${user('ada')}`);
    const asked = await found(`requestedReviewer=${user('yusuf')}`);
    const ofSpace = await found(`space=${idOf('sample space operator-handbook')}&creator=${user('bo')}&status=draft`);

    assert.deepEqual([ids(createdByAda).includes(made.id), ids(byAda).includes(made.id)], [false, true]);
    assert.deepEqual([ids(asked), ids(ofSpace)], [[made.id], [made.id]]);
    assert.deepEqual(ids(await found('space=nowhere')), []);
  });

  test('can be filtered by site', async () => {
    const { get, post, delete: remove } = await openSample();
    const [shown, other] = [idOf('sample space operator-handbook'), idOf('sample space maintenance')];
    const { status, body: site } = await post(`${northwind}/sites`, { title: 'Site', spaces: [shown] });
    assert.equal(status, 201);
    const { body: all } = await get(`${northwind}/change-requests?space=${shown}`);
    const ofSite = async () => (await get(`${northwind}/change-requests?site=${site.id}`)).body;

    const { count, items } = await ofSite();

    assert.deepEqual([count, ids(items)], [all.count, ids(all.items)]);
    assert.ok(all.count > 0);
    await post(`/v1/spaces/${other}/change-requests`, {});
    assert.equal((await ofSite()).count, all.count);
    await post(`${northwind}/sites/${site.id}/site-spaces`, { spaceId: other });
    assert.ok((await ofSite()).count > all.count);
    assert.equal((await get(`${northwind}/change-requests?site=nowhere`)).body.count, 0);
    await remove(`${northwind}/sites/${site.id}`);
    assert.equal((await ofSite()).count, 0);
  });

  test('are ordered by creation on request', async () => {
    const { get } = await openSample();

    const { items } = (await get(`${northwind}/change-requests?orderBy=createdAt`)).body;

    const times = items.map((item) => item['createdAt'] as string);
    assert.deepEqual(times, times.toSorted().reverse());
    assert.equal((await get(`${northwind}/change-requests?orderBy=title`)).status, 400);
  });

  test('come each once, whatever the limit', async () => {
    const { get } = await openSample();
    const all = ids((await get(`${northwind}/change-requests`)).body.items);

    for (const limit of [1, 3, 4, all.length]) {
      const seen: string[] = [];
      let page = '';
      do {
        const { body } = await get(`${northwind}/change-requests?limit=${limit}${page}`);
        seen.push(...ids(body.items));
        page = 'next' in body ? `&page=${body.next.page}` : '';
      } while (page !== '');
      assert.deepEqual(seen, all);
    }
  });

  test('are limited to spaces that the caller can see', async () => {
    const { as, delete: remove, get } = await openSample();

    const { items } = (await as('grace').get(`${northwind}/change-requests`)).body;

    const visibilities = items.map((item) => (item['space'] as Json)['visibility']);
    assert.deepEqual(new Set(visibilities), new Set(['public']));
    await remove(space);
    const left = (await get(`${northwind}/change-requests?space=${idOf('sample space operator-handbook')}`)).body;
    assert.equal(left.count, 0);
    assert.equal((await as('sam').get(`${northwind}/change-requests`)).status, 403);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { idOf } from '../../src/server/ids.ts';
import { serve, type Json } from './serve.ts';

// Reviews of change requests, who is asked for them, who wrote them, and the change requests of an organization: endpoints that
// the API document leaves out, as their record has them. People and spaces are the sample's.

const user = (key: string) => idOf(`sample user ${key}`);
const space = `/v1/spaces/${idOf('sample space operator-handbook')}`;
const northwind = `/v1/orgs/${idOf('sample organization northwind')}`;
const changes = [{ operation: 'insert_page', title: 'New', document: { markdown: '' } }];

async function open() {
  const served = await serve({ seed: 'sample' });
  const as = (key: string) => served.as(served.platform.tokenOf(user(key)));
  const { body: made } = await as('bo').post(`${space}/change-requests`, { subject: 'S' });
  return { ...served, made, path: `${space}/change-requests/${made.id}`, as };
}

describe('a review', () => {
  test('is made with 201, of the present revision', async () => {
    const { as, path, made, get } = await open();

    const { status, body } = await as('lena').post(`${path}/reviews`, { status: 'approved' });

    assert.equal(status, 201);
    const { id, reviewer, ...rest } = body as Json & { reviewer: Json };
    assert.equal(reviewer.id, user('lena'));
    assert.deepEqual(rest, {
      object: 'change-request-review',
      revision: made.revision,
      status: 'approved',
      outdated: false,
    });
    assert.deepEqual(
      (await get(`${path}/reviews`)).body.items.map((review) => review.id),
      [id],
    );
  });

  test('may say something, as a comment of the review', async () => {
    const { as, path, get } = await open();

    const { body } = await as('lena').post(`${path}/reviews`, {
      status: 'changes-requested',
      comment: { markdown: 'Why?' },
    });

    const { items } = (await get(`${path}/comments`)).body;
    assert.deepEqual(
      items.map((comment) => [comment.target['review'], (comment['body'] as unknown as Json).markdown]),
      [[body.id, 'Why?']],
    );
    assert.equal((body['comment'] as Json).id, items[0].id);
    assert.equal((await get(path)).body['comments'], 1);
  });

  test('outlives its comment', async () => {
    const { as, path, get } = await open();
    const lena = as('lena');
    const { body } = await lena.post(`${path}/reviews`, { status: 'approved', comment: { markdown: 'Good' } });
    await lena.delete(`${path}/comments/${(body['comment'] as Json).id}`);

    const { items } = (await get(`${path}/reviews`)).body;

    assert.deepEqual([items[0].id, 'comment' in items[0]], [body.id, false]);
  });

  test('is outdated by a newer revision', async () => {
    const { as, path, get } = await open();
    await as('lena').post(`${path}/reviews`, { status: 'approved' });

    await as('bo').post(`${path}/content`, { changes });

    assert.equal((await get(`${path}/reviews`)).body.items[0]['outdated'], true);
  });

  test('tells who asked for it', async () => {
    const { as, path } = await open();
    await as('bo').post(`${path}/requested-reviewers`, { users: [user('lena')] });

    const { body } = await as('lena').post(`${path}/reviews`, { status: 'approved' });

    assert.equal((body['requestedBy'] as Json).id, user('bo'));
  });

  test.each([
    [{ status: 'rejected' }, 'body.status: must be one of approved, changes-requested'],
    [{}, 'body.status: must be one of approved, changes-requested'],
    [{ status: 'approved', comment: 'fine' }, 'body.comment: must be an object'],
  ])('is not made of %j', async (sent, message) => {
    const { post, get, path } = await open();

    const { status, body } = await post(`${path}/reviews`, sent);

    assert.deepEqual([status, body.error.message], [422, message]);
    assert.equal((await get(`${path}/reviews`)).body.count, 0);
  });

  test('takes the right to review, and a change request that is not merged', async () => {
    const { as, post, path } = await open();

    assert.equal((await as('bo').post(`${path}/reviews`, { status: 'approved' })).status, 403);
    await post(`${path}/merge`);
    assert.equal((await as('lena').post(`${path}/reviews`, { status: 'approved' })).status, 409);
  });

  test('comes in its turn, each once', async () => {
    const { as, get, path, wait } = await open();
    for (const status of ['approved', 'changes-requested', 'approved']) {
      wait(1000);
      await as('lena').post(`${path}/reviews`, { status });
    }

    const first = (await get(`${path}/reviews?limit=2`)).body;
    const second = (await get(`${path}/reviews?limit=2&page=${first.next.page}`)).body;

    assert.deepEqual(
      [...first.items, ...second.items].map((review) => review.status),
      ['approved', 'changes-requested', 'approved'],
    );
    assert.deepEqual([first.count, 'next' in second], [3, false]);
  });
});

describe('requested reviewers', () => {
  test('are asked with 201, each once, and may be told a subject', async () => {
    const { as, get, path, made } = await open();
    const users = [user('lena'), user('ada'), user('lena')];

    const { status, body } = await as('bo').post(`${path}/requested-reviewers`, { users, subject: 'Please' });

    assert.equal(status, 201);
    assert.deepEqual(new Set(body.items.map((item) => item.user.id)), new Set(users));
    const [first] = (await get(`${path}/requested-reviewers`)).body.items;
    assert.deepEqual(
      [first.object, first['kind'], (first['requestedBy'] as Json).id, first.revision, first['createdAt']],
      ['change-request-requested-reviewer', 'user', user('bo'), made.revision, '2026-05-04T10:00:00.000Z'],
    );
    assert.equal((await get(path)).body.subject, 'Please');
  });

  test.each([
    [{ users: ['nobody'] }, 'body.users.0: is nobody who can see this space'],
    [{ users: [user('lena'), user('sam')] }, 'body.users.1: is nobody who can see this space'],
    [{}, 'body.users: is required'],
    [{ users: [], subject: 'a'.repeat(101) }, 'body.subject: must be at most 100 characters'],
  ])('are not asked by %j', async (sent, message) => {
    const { post, get, path } = await open();

    const { status, body } = await post(`${path}/requested-reviewers`, sent);

    assert.deepEqual([status, body.error.message], [422, message]);
    assert.equal((await get(`${path}/requested-reviewers`)).body.count, 0);
  });

  test('are no longer asked after 205, and then it is 204', async () => {
    const { post, get, delete: remove, path } = await open();
    await post(`${path}/requested-reviewers`, { users: [user('lena')] });
    const one = `${path}/requested-reviewers/${user('lena')}`;

    assert.deepEqual([(await remove(one)).status, (await remove(one)).status], [205, 204]);
    assert.equal((await get(`${path}/requested-reviewers`)).body.count, 0);
  });

  test('are asked by those who may edit', async () => {
    const { as, path } = await open();

    const asked = await as('yusuf').post(`${path}/requested-reviewers`, { users: [user('lena')] });

    assert.equal(asked.status, 403);
    assert.equal((await as('yusuf').delete(`${path}/requested-reviewers/${user('lena')}`)).status, 403);
  });
});

describe('contributors', () => {
  test('are who made the change request and its revisions', async () => {
    const { as, get, path, wait } = await open();
    wait(1000);
    for (const key of ['ada', 'ada', 'bo']) await as(key).post(`${path}/content`, { changes });

    const { body } = await get(`${path}/contributors`);

    const told = body.items.map((item) => [item.user.id, item.count, item.updatedAt]);
    const at = '2026-05-04T10:00:01.000Z';
    assert.deepEqual(
      new Map(told.map(([id, ...rest]) => [id, rest])),
      new Map([
        [user('ada'), [2, at]],
        [user('bo'), [1, at]],
      ]),
    );
    assert.equal(body.count, 2);
  });
});

describe('the change requests of an organization', () => {
  const ids = (items: readonly Json[]) => items.map((item) => item.id);

  test('are those of all spaces, each with its space, the last updated first', async () => {
    const { get } = await open();

    const { status, body } = await get(`${northwind}/change-requests`);

    assert.equal(status, 200);
    assert.equal(body.count, body.items.length);
    assert.ok(new Set(body.items.map((item) => (item['space'] as Json).title)).size > 4);
    const times = body.items.map((item) => item.updatedAt);
    assert.deepEqual(times, times.toSorted().reverse());
    assert.equal((body.items[0]['space'] as Json).object, 'space');
  });

  test('can be those of several statuses', async () => {
    const { get } = await open();

    const { items } = (await get(`${northwind}/change-requests?status=draft&status=merged`)).body;

    assert.deepEqual(new Set(items.map((item) => item.status)), new Set(['draft', 'merged']));
    assert.equal((await get(`${northwind}/change-requests?status=closed`)).status, 400);
  });

  test('can be those of somebody, or of a space', async () => {
    const { as, get, post, made, path } = await open();
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

  test('are ordered by creation where that is wanted', async () => {
    const { get } = await open();

    const { items } = (await get(`${northwind}/change-requests?orderBy=createdAt`)).body;

    const times = items.map((item) => item['createdAt'] as string);
    assert.deepEqual(times, times.toSorted().reverse());
    assert.equal((await get(`${northwind}/change-requests?orderBy=title`)).status, 400);
  });

  test.each([1, 3, 4])('come each once with a limit of %i', async (limit) => {
    const { get } = await open();
    const all = ids((await get(`${northwind}/change-requests`)).body.items);

    const seen: string[] = [];
    let page = '';
    do {
      const { body } = await get(`${northwind}/change-requests?limit=${limit}${page}`);
      seen.push(...ids(body.items));
      page = 'next' in body ? `&page=${body.next.page}` : '';
    } while (page !== '');

    assert.deepEqual(seen, all);
  });

  test('are only those of spaces that the caller may see', async () => {
    const { as, delete: remove, get } = await open();

    const { items } = (await as('grace').get(`${northwind}/change-requests`)).body;

    const visibilities = items.map((item) => (item['space'] as Json)['visibility']);
    assert.deepEqual(new Set(visibilities), new Set(['public']));
    await remove(space);
    const left = (await get(`${northwind}/change-requests?space=${idOf('sample space operator-handbook')}`)).body;
    assert.equal(left.count, 0);
    assert.equal((await as('sam').get(`${northwind}/change-requests`)).status, 403);
  });
});

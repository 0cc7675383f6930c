import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { servePeople } from '../../people.ts';
import type { Json } from '../../serve.ts';

// Reviews, requested reviewers and contributors of change requests: endpoints that aren't in the API document, as
// recorded.

const changes = [{ operation: 'insert_page', title: 'New', document: { markdown: '' } }];

/** A change request by an editor. */
async function open() {
  const served = await servePeople();
  const { body: made } = await served.by('editor').post(`${served.space}/change-requests`, { subject: 'S' });
  return { ...served, made, path: `${served.space}/change-requests/${made.id}` };
}

describe('a review', () => {
  test('is created with 201, for the current revision', async () => {
    const { by, path, made, get } = await open();

    const { status, body } = await by('reviewer').post(`${path}/reviews`, { status: 'approved' });

    assert.equal(status, 201);
    const { id, reviewer, ...rest } = body as Json & { reviewer: Json };
    assert.equal(reviewer.id, 'reviewer');
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

  test('can contain a text, as a comment of the review', async () => {
    const { by, path, get } = await open();

    const { body } = await by('reviewer').post(`${path}/reviews`, {
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
    const { by, path, get } = await open();
    const lena = by('reviewer');
    const { body } = await lena.post(`${path}/reviews`, { status: 'approved', comment: { markdown: 'Good' } });
    await lena.delete(`${path}/comments/${(body['comment'] as Json).id}`);

    const { items } = (await get(`${path}/reviews`)).body;

    assert.deepEqual([items[0].id, 'comment' in items[0]], [body.id, false]);
  });

  test('becomes outdated by a newer revision', async () => {
    const { by, path, get } = await open();
    await by('reviewer').post(`${path}/reviews`, { status: 'approved' });

    await by('editor').post(`${path}/content`, { changes });

    assert.equal((await get(`${path}/reviews`)).body.items[0]['outdated'], true);
  });

  test('reports who requested it', async () => {
    const { by, path } = await open();
    await by('editor').post(`${path}/requested-reviewers`, { users: ['reviewer'] });

    const { body } = await by('reviewer').post(`${path}/reviews`, { status: 'approved' });

    assert.equal((body['requestedBy'] as Json).id, 'editor');
  });

  test.each([
    [{ status: 'rejected' }, 'body.status: must be one of approved, changes-requested'],
    [{}, 'body.status: must be one of approved, changes-requested'],
    [{ status: 'approved', comment: 'fine' }, 'body.comment: must be an object'],
  ])("isn't created from %j", async (sent, message) => {
    const { post, get, path } = await open();

    const { status, body } = await post(`${path}/reviews`, sent);

    assert.deepEqual([status, body.error.message], [422, message]);
    assert.equal((await get(`${path}/reviews`)).body.count, 0);
  });

  test("requires permission to review, and a change request that isn't merged", async () => {
    const { by, post, path } = await open();

    assert.equal((await by('editor').post(`${path}/reviews`, { status: 'approved' })).status, 403);
    await post(`${path}/merge`);
    assert.equal((await by('reviewer').post(`${path}/reviews`, { status: 'approved' })).status, 409);
  });

  test('is listed in order, once', async () => {
    const { by, get, path, wait } = await open();
    for (const status of ['approved', 'changes-requested', 'approved']) {
      wait(1000);
      await by('reviewer').post(`${path}/reviews`, { status });
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
  test('are added with 201, each once, optionally with a subject', async () => {
    const { by, get, path, made } = await open();
    const users = ['reviewer', 'creator', 'reviewer'];

    const { status, body } = await by('editor').post(`${path}/requested-reviewers`, { users, subject: 'Please' });

    assert.equal(status, 201);
    assert.deepEqual(new Set(body.items.map((item) => item.user.id)), new Set(users));
    const [first] = (await get(`${path}/requested-reviewers`)).body.items;
    assert.deepEqual(
      [first.object, first['kind'], (first['requestedBy'] as Json).id, first.revision, first['createdAt']],
      ['change-request-requested-reviewer', 'user', 'editor', made.revision, '2026-05-04T10:00:00.000Z'],
    );
    assert.equal((await get(path)).body.subject, 'Please');
  });

  test.each([
    [{ users: ['nobody'] }, 'body.users.0: must be someone who can view this space'],
    [{ users: ['reviewer', 'former'] }, 'body.users.1: must be someone who can view this space'],
    [{}, 'body.users: is required'],
    [{ users: [], subject: 'a'.repeat(101) }, 'body.subject: must be at most 100 characters'],
  ])("aren't added by %j", async (sent, message) => {
    const { post, get, path } = await open();

    const { status, body } = await post(`${path}/requested-reviewers`, sent);

    assert.deepEqual([status, body.error.message], [422, message]);
    assert.equal((await get(`${path}/requested-reviewers`)).body.count, 0);
  });

  test('are removed with 205, then with 204', async () => {
    const { post, get, delete: remove, path } = await open();
    await post(`${path}/requested-reviewers`, { users: ['reviewer'] });
    const one = `${path}/requested-reviewers/${'reviewer'}`;

    assert.deepEqual([(await remove(one)).status, (await remove(one)).status], [205, 204]);
    assert.equal((await get(`${path}/requested-reviewers`)).body.count, 0);
  });

  test('can be added by users with edit permission', async () => {
    const { by, path } = await open();

    const asked = await by('commenter').post(`${path}/requested-reviewers`, { users: ['reviewer'] });

    assert.equal(asked.status, 403);
    assert.equal((await by('commenter').delete(`${path}/requested-reviewers/${'reviewer'}`)).status, 403);
  });
});

describe('contributors', () => {
  test('include the authors of the change request and its revisions', async () => {
    const { by, get, path, wait } = await open();
    wait(1000);
    for (const key of ['creator', 'creator', 'editor'] as const) await by(key).post(`${path}/content`, { changes });

    const { body } = await get(`${path}/contributors`);

    const reported = body.items.map((item) => [item.user.id, item.count, item.updatedAt]);
    const at = '2026-05-04T10:00:01.000Z';
    assert.deepEqual(
      new Map(reported.map(([id, ...rest]) => [id, rest])),
      new Map([
        ['creator', [2, at]],
        ['editor', [1, at]],
      ]),
    );
    assert.equal(body.count, 2);
  });
});

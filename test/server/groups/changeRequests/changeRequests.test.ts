import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { serveFolder, type Json } from '../../serve.ts';

// Sections 2.6, 3 and 4.7 of the API document.

const files = { 'a.md': '# A\n\none\n', 'b.md': '# B\n\ntwo\n' };

async function open(subject = 'Subject') {
  const served = await serveFolder(files);
  const base = `/v1/spaces/${served.space}/change-requests`;
  const { status, body } = await served.post(base, { subject });
  assert.equal(status, 201);
  return { ...served, base, made: body, path: `${base}/${body.id}` };
}

describe('a change request', () => {
  test('starts as a draft of the current content, with the next number of the space', async () => {
    const { made, get, post, base, space, address } = await open();

    const { body: second } = await post(base, {});

    const { revision } = (await get(`/v1/spaces/${space}`)).body;
    assert.equal(made.object, 'change-request');
    assert.equal(made.number, 1);
    assert.equal(second.number, 2);
    assert.equal(second.subject, '');
    assert.equal(made.status, 'draft');
    assert.equal(made.subject, 'Subject');
    assert.equal(made.createdBy.object, 'user');
    assert.equal(made.createdAt, '2026-05-04T10:00:00.000Z');
    assert.equal(made.revisionInitial, revision);
    assert.equal(typeof made.revision, 'string');
    assert.equal('revisionMerged' in made, false);
    assert.equal(made.comments, 0);
    assert.equal(made.outdated, false);
    assert.equal(made.urls.location, `${address}${base}/${made.id}`);
  });

  test('keeps the id of its agent task', async () => {
    const { get, post, base, made } = await open();

    const { body } = await post(base, { subject: 'S', agentTaskId: 'task-1' });

    assert.deepEqual([body['agentTaskId'], 'agentTaskId' in made], ['task-1', false]);
    assert.equal((await get(`${base}/${body.id}`)).body['agentTaskId'], 'task-1');
  });

  test('is found by its id and by its number', async () => {
    const { get, base, made } = await open();

    assert.deepEqual((await get(`${base}/${made.id}`)).body, made);
    assert.deepEqual((await get(`${base}/1`)).body, made);
    assert.equal((await get(`${base}/2`)).status, 404);
    assert.equal((await get(`${base}/nothing`)).status, 404);
  });

  test.each([
    [{ subject: 'a'.repeat(100) }, 200],
    [{ subject: 'a'.repeat(101) }, 422],
    [{ status: 'open' }, 200],
    [{ status: 'draft' }, 200],
    [{ status: 'archived' }, 200],
    [{ status: 'merged' }, 422],
  ])('accepts an update within its limits: %j', async (change, expected) => {
    const { patch, path } = await open();

    const { status, body } = await patch(path, change);

    assert.equal(status, expected);
    if (expected === 200) assert.deepEqual({ ...body, ...change }, body);
  });

  test('refuses a subject that is too long on creation', async () => {
    const { post, base } = await open();

    assert.equal((await post(base, { subject: 'a'.repeat(101) })).status, 422);
  });

  test('can be archived and reopened, and counts in its space', async () => {
    const { get, patch, path, space } = await open();
    const counts = async () => {
      const { changeRequests, changeRequestsOpen, changeRequestsDraft } = (await get(`/v1/spaces/${space}`)).body;
      return [changeRequests, changeRequestsOpen, changeRequestsDraft];
    };

    const seen = [await counts()];
    for (const status of ['open', 'archived', 'open', 'draft']) {
      assert.equal((await patch(path, { status })).body.status, status);
      seen.push(await counts());
    }

    assert.deepEqual(seen, [
      [1, 0, 1],
      [1, 1, 0],
      [1, 0, 0],
      [1, 1, 0],
      [1, 0, 1],
    ]);
  });

  test('is outdated after main has changed, until it is updated from main', async () => {
    const { get, post, path, space, page, platform, made } = await open();

    platform.edit(space, [{ operation: 'update_page', page: (await page('a')).id, markdown: 'new\n' }]);

    assert.equal((await get(path)).body.outdated, true);
    const { status, body } = await post(`${path}/update`);
    assert.equal(status, 200);
    assert.equal(body.result, 'update');
    const after = (await get(path)).body;
    assert.equal(after.outdated, false);
    assert.equal(after.revision, body.revision);
    assert.notEqual(after.revision, made.revision);
    assert.equal(after.revisionInitial, made.revisionInitial);
    const main = (await get(`/v1/spaces/${space}`)).body.revision;
    assert.equal(after.revisionMergedAncestor, main);
    assert.deepEqual((await get(`${path}/content`)).body.parents, [made.revision, main]);
  });

  test('reports its last update from main, even if there was nothing new', async () => {
    const { get, post, path, made } = await open();

    const { body } = await post(`${path}/update`);

    assert.deepEqual([body['result'], body.revision], ['update', made.revision]);
    const after = (await get(path)).body;
    assert.deepEqual([after.revision, after['revisionMergedAncestor']], [made.revision, made['revisionInitial']]);
  });

  test.each(['draft', 'open', 'archived'])('is merged when it is %s, and final afterwards', async (status) => {
    const { get, patch, post, path, space, page, platform, made } = await open();
    await patch(path, { status });
    platform.editChangeRequest(made.id, [
      { operation: 'update_page', page: (await page('a')).id, markdown: 'merged\n' },
    ]);

    const merged = await post(`${path}/merge`);

    assert.equal(merged.status, 200);
    assert.equal(merged.body.result, 'merge');
    const after = (await get(path)).body;
    assert.equal(after.status, 'merged');
    assert.equal(after.revisionMerged, merged.body.revision);
    assert.equal((await get(`/v1/spaces/${space}`)).body.revision, merged.body.revision);
    const { body } = await get(`/v1/spaces/${space}/content/page/${(await page('a')).id}?format=markdown`);
    assert.equal(body.markdown, '# A\n\nmerged\n');
    assert.equal((await post(`${path}/merge`)).status, 409);
    assert.equal((await post(`${path}/update`)).status, 409);
    assert.equal((await patch(path, { status: 'open' })).status, 409);
  });

  test.each(['nothing', 'only content that main already has'])(
    'that changes %s is merged without a revision',
    async (content) => {
      const { get, post, path, base, space, page, platform, made } = await open();
      if (content !== 'nothing') {
        const change = { operation: 'update_page', page: (await page('a')).id, markdown: 'same\n' } as const;
        platform.editChangeRequest(made.id, [change]);
        platform.edit(space, [change]);
      }
      const { body: other } = await post(base, {});
      const main = (await get(`/v1/spaces/${space}`)).body;

      const { status, body } = await post(`${path}/merge`);

      assert.equal(status, 200);
      assert.deepEqual([body['result'], body.revision], ['merge', main.revision]);
      assert.deepEqual((await get(`/v1/spaces/${space}`)).body.revision, main.revision);
      assert.deepEqual(
        [(await get(path)).body.status, (await get(path)).body['revisionMerged']],
        ['merged', main.revision],
      );
      assert.equal((await get(`${base}/${other.id}`)).body['outdated'], false);
    },
  );

  test('takes precedence if both sides changed a page, and reports it', async () => {
    const { get, post, path, space, page, platform, made } = await open();
    const { id } = await page('a');
    platform.editChangeRequest(made.id, [{ operation: 'update_page', page: id, markdown: 'theirs\n' }]);
    platform.edit(space, [{ operation: 'update_page', page: id, markdown: 'ours\n' }]);

    const { status, body } = await post(`${path}/merge`);

    assert.equal(status, 200);
    assert.equal(body.result, 'conflicts');
    const after = await get(`/v1/spaces/${space}/content/page/${id}?format=markdown`);
    assert.equal(after.body.markdown, '# A\n\ntheirs\n');
  });

  test("can't be deleted", async () => {
    const { delete: remove, path } = await open();

    assert.equal((await remove(path)).status, 405);
  });

  test('of a deleted space stays unchanged', async () => {
    const { delete: remove, get, post, path, space } = await open();
    await remove(`/v1/spaces/${space}`);

    assert.equal((await post(`${path}/merge`)).status, 409);
    assert.equal((await get(path)).status, 200);
  });
});

describe('the change requests of a space', () => {
  test('are the open ones by default, newest first', async () => {
    const { get, post, patch, base } = await open();
    for (const subject of ['Two', 'Three']) {
      const { body } = await post(base, { subject });
      await patch(`${base}/${body.id}`, { status: 'open' });
    }
    const subjects = async (query: string) =>
      (await get(`${base}${query}`)).body.items.map((item: Json) => item.subject);

    assert.deepEqual(await subjects(''), ['Three', 'Two']);
    assert.deepEqual(await subjects('?status=draft'), ['Subject']);
    assert.deepEqual(await subjects('?status=merged'), []);
    assert.equal((await get(`${base}?status=closed`)).status, 400);
  });

  test('can be filtered by contributor', async () => {
    const { get, base, made } = await open();

    const own = await get(`${base}?status=draft&contributor=${made.createdBy.id}`);
    const others = await get(`${base}?status=draft&contributor=nobody`);

    assert.deepEqual([own.body.count, others.body.count], [1, 0]);
  });

  test('come page by page, each once', async () => {
    const { get, post, base } = await open();
    for (let number = 2; number <= 5; number += 1) await post(base, {});

    const first = (await get(`${base}?status=draft&limit=2`)).body;
    const second = (await get(`${base}?status=draft&limit=2&page=${first.next.page}`)).body;
    const third = (await get(`${base}?status=draft&limit=2&page=${second.next.page}`)).body;

    const numbers = [first, second, third].flatMap((list) => list.items.map((item: Json) => item.number));
    assert.deepEqual(numbers, [5, 4, 3, 2, 1]);
    assert.equal('next' in third, false);
    assert.equal(first.count, 5);
  });
});

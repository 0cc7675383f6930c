import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { servePeople } from '../../people.ts';

// Section 2.5 of the API document: `editMode` `locked` means that all edits are locked.

const changes = [{ operation: 'insert_page', title: 'New', document: { markdown: 'text' } }];
const sentence = 'The space is locked, so nobody can change its content. Unlock the space first.';

/** A locked space with an outdated change request that contains a page. */
async function serveLocked() {
  const served = await servePeople();
  const { space, post, patch } = served;
  const requests = `${space}/change-requests`;
  const [{ body: made }, { body: other }] = [await post(requests, { subject: 'S' }), await post(requests, {})];
  const path = `${requests}/${made.id}`;
  await post(`${path}/content`, { changes });
  await post(`${requests}/${other.id}/content`, { changes });
  await post(`${requests}/${other.id}/merge`);
  const locked = await patch(space, { editMode: 'locked' });
  assert.equal(locked.status, 200);
  return { ...served, requests, path };
}

describe('a locked space', () => {
  test.each([
    ['an edit of a change request', '/content', { changes }],
    ['a merge', '/merge', undefined],
    ['an update', '/update', undefined],
  ])('refuses %s with 409, even for an admin, and changes nothing', async (_, call, body) => {
    const { space, path, get, post } = await serveLocked();
    const state = async () => JSON.stringify([(await get(`${space}/content`)).body, (await get(path)).body]);
    const before = await state();

    const refused = await post(path + call, body);

    assert.deepEqual([refused.status, refused.body.error.message], [409, sentence]);
    assert.equal(await state(), before);
  });

  test('refuses an import before it reads the URL', async () => {
    const { space, post } = await serveLocked();

    const refused = await post(`${space}/content/import`, { url: 'http://a.invalid/', source: 'markdown' });

    assert.deepEqual([refused.status, refused.body.error.message], [409, sentence]);
  });

  test('refuses callers without permission with 403', async () => {
    const { path, by } = await serveLocked();

    const statuses = [
      (await by('commenter').post(`${path}/content`, { changes })).status,
      (await by('editor').post(`${path}/merge`)).status,
    ];

    assert.deepEqual(statuses, [403, 403]);
  });

  test('accepts change requests, their descriptions, reviews and comments', async () => {
    const { requests, path, by } = await serveLocked();
    const [editor, reviewer] = [by('editor'), by('reviewer')];
    const body = { body: { markdown: 'Why?' } };

    const statuses = [
      (await editor.post(requests, { subject: 'Later' })).status,
      (await editor.patch(path, { subject: 'Renamed', status: 'open' })).status,
      (await editor.post(`${path}/requested-reviewers`, { users: ['reviewer'] })).status,
      (await reviewer.post(`${path}/reviews`, { status: 'approved' })).status,
      (await editor.post(`${path}/comments`, body)).status,
      (await editor.patch(path, { status: 'archived' })).status,
    ];

    assert.deepEqual(statuses, [201, 200, 201, 201, 200, 200]);
  });

  test.each(['editor', 'reviewer', 'creator', undefined] as const)(
    'reports its permissions to %s (an admin without)',
    async (person) => {
      const { space, by, ...admin } = await serveLocked();

      const { permissions } = (await (person ? by(person) : admin).get(space)).body;

      assert.deepEqual([permissions['edit'], permissions['merge'], permissions['comment']], [false, false, true]);
      assert.equal(permissions['admin'], person === undefined);
    },
  );

  test('accepts everything once it is unlocked', async () => {
    const { space, path, post, patch, get } = await serveLocked();

    await patch(space, { editMode: 'live' });

    const statuses = [
      (await post(`${path}/content`, { changes })).status,
      (await post(`${path}/update`)).status,
      (await post(`${path}/merge`)).status,
    ];
    assert.deepEqual(statuses, [200, 200, 200]);
    const { permissions } = (await get(space)).body;
    assert.deepEqual([permissions['edit'], permissions['merge']], [true, true]);
  });
});

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import type { LocalPlatform } from '../../../src/server/localPlatform.ts';
import { spaceId, userId } from '../../../src/server/sample/seeding.ts';
import type { ChangeRequestAt } from '../../../src/store/changeRequests/changeRequests.ts';
import {
  breakFor,
  changeRequestIn,
  group,
  openChangeRequests,
  openSample,
  titlesIn,
  waiting,
  type OpenedChangeRequests,
} from '../openChangeRequests.ts';

let local: LocalPlatform;
let opened: OpenedChangeRequests;

beforeEach(() => {
  local = openSample();
  opened = openChangeRequests(local);
});
afterEach(() => local.close());

const notes = 'Release notes of 4.2.2';

async function onPlatform({ space, changeRequest }: ChangeRequestAt): Promise<Record<string, unknown>> {
  const response = await opened.call('GET', `/spaces/${space.id}/change-requests/${changeRequest.id}`);
  return (await response.json()) as Record<string, unknown>;
}

describe('a change request', () => {
  test('is listed as a draft after its creation, and counted by its space', async () => {
    const { store, library } = opened;
    await store.children(group('draft'));
    const space = await library.space(spaceId('runbooks'));

    const made = await store.create(space, { subject: 'Say who to call' });

    assert.equal((await onPlatform(made))['subject'], 'Say who to call');
    assert.ok((await titlesIn(store, group('draft'))).includes('Say who to call'));
    assert.equal((await library.space(space.id)).changeRequestsDraft, space.changeRequestsDraft + 1);
  });

  test('is found and not created twice if it was created when the connection dropped', async () => {
    const { store, library } = opened;
    const space = await library.space(spaceId('runbooks'));
    breakFor(opened, 'POST', /change-requests$/, 'after');

    const made = await store.create(space, { subject: 'Say who to call' });

    const { items } = (await (await opened.call('GET', `/spaces/${space.id}/change-requests?status=draft`)).json()) as {
      items: { id: string; subject: string }[];
    };
    const such = items.filter(({ subject }) => subject === 'Say who to call');
    assert.deepEqual(
      such.map(({ id }) => id),
      [made.changeRequest.id],
    );
  });

  test("fails if it wasn't created", async () => {
    const { store, library } = opened;
    const space = await library.space(spaceId('runbooks'));
    breakFor(opened, 'POST', /change-requests$/, 'before');

    await assert.rejects(store.create(space, { subject: 'Say who to call' }), { kind: 'unavailable' });
  });

  test("isn't created if its subject is too long", async () => {
    const { store, library } = opened;
    const space = await library.space(spaceId('runbooks'));
    opened.taken();

    await assert.rejects(store.create(space, { subject: 'x'.repeat(101) }), { kind: 'invalid' });

    assert.ok(!opened.taken().some((request) => request.startsWith('POST')));
  });

  test('has its new subject everywhere after it was renamed', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, waiting, 'Add a page about call buttons');
    await store.children(group('open'));

    await store.rename(at, 'Explain call buttons');

    assert.ok((await titlesIn(store, waiting)).includes('Explain call buttons'));
    assert.equal((await changeRequestIn(store, group('open'), 'Explain call buttons')).parent?.kind, 'waiting');
  });

  test('moves from group to group as its status changes', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), notes);
    for (const status of ['draft', 'archived'] as const) await store.children(group(status));

    const where: Record<string, boolean[]> = {};
    for (const status of ['draft', 'archived', 'open'] as const) {
      await store.setStatus(at, status);
      const groups = await Promise.all(
        (['draft', 'archived', 'open'] as const).map((each) => titlesIn(store, group(each))),
      );
      where[status] = groups.map((titles) => titles.includes(notes));
    }

    assert.deepEqual(where, {
      draft: [true, false, false],
      archived: [false, true, false],
      open: [false, false, true],
    });
  });

  test('notifies only the groups that change', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), notes);
    await store.children(group('draft'));
    await store.children(group('merged'));
    await store.children(waiting);
    opened.changes();

    await store.setStatus(at, 'draft');

    assert.deepEqual([...new Set(opened.changes())].sort(), ['draft', 'open']);
  });

  test('is merged on the server, and listed as merged', async () => {
    const { store, library } = opened;
    const at = await changeRequestIn(store, group('open'), notes);
    await store.children(group('merged'));
    const before = await library.space(at.space.id);

    const outcome = await store.merge(at);

    assert.ok(outcome.kind === 'merged' && !outcome.hadConflicts);
    assert.equal((await onPlatform(at))['status'], 'merged');
    assert.ok((await titlesIn(store, group('merged'))).includes(notes));
    assert.notEqual((await library.space(at.space.id)).revision, before.revision);
  });

  test('is reported as merged if it was merged when the connection dropped', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), notes);
    breakFor(opened, 'POST', /merge$/, 'after');

    const outcome = await store.merge(at);

    assert.equal(outcome.kind, 'merged');
    assert.equal(opened.taken().filter((request) => request.endsWith('/merge')).length, 1);
  });

  test("is reported as not merged if it wasn't when the connection dropped", async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), notes);
    breakFor(opened, 'POST', /merge$/, 'before');

    assert.equal((await store.merge(at)).kind, 'notMerged');
    assert.equal((await onPlatform(at))['status'], 'open');
  });

  test("has an unknown outcome if it can't be determined whether it was merged", async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), notes);
    opened.instead = () => Promise.reject(new TypeError('terminated'));

    assert.equal((await store.merge(at)).kind, 'unknown');
  });

  test('is reported as overtaken and listed as merged if someone else merged it', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), notes);
    await opened.call('POST', `/spaces/${at.space.id}/change-requests/${at.changeRequest.id}/merge`);

    const outcome = await store.merge(at);

    assert.deepEqual([outcome.kind, outcome.changeRequest.status], ['overtaken', 'merged']);
    assert.ok(!(await titlesIn(store, group('open'))).includes(notes));
  });

  test('is reported as overtaken whatever the reason of the refusal', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), notes);
    opened.instead = async (request, platform) => {
      const reply = await platform(request);
      return request.url.endsWith('/merge')
        ? Response.json({ error: { code: 422, message: 'closed' } }, { status: 422 })
        : reply;
    };

    const outcome = await store.merge(at);

    assert.deepEqual([outcome.kind, outcome.changeRequest.status], ['overtaken', 'merged']);
  });

  test('stays unchanged without permission to merge', async () => {
    opened = openChangeRequests(local, { as: 'bo' });
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), notes);

    await assert.rejects(store.merge(at), { kind: 'forbidden' });

    assert.ok((await titlesIn(store, group('open'))).includes(notes));
  });

  test('keeps its status if the server refuses the change for a reason of its own', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), notes);
    opened.instead = (request, platform) =>
      request.url.endsWith('/merge')
        ? Response.json({ error: { code: 422, message: 'not now' } }, { status: 422 })
        : platform(request);

    await assert.rejects(store.merge(at), { kind: 'invalid' });

    assert.ok((await titlesIn(store, group('open'))).includes(notes));
  });

  test('leaves the groups if it was deleted', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), notes);
    opened.instead = (request, platform) =>
      request.url.includes(at.changeRequest.id)
        ? Response.json({ error: { code: 404, message: 'gone' } }, { status: 404 })
        : platform(request);

    await assert.rejects(store.rename(at, 'x'), { kind: 'missing' });

    assert.ok(!(await titlesIn(store, group('open'))).includes(notes));
  });

  test('is no longer outdated after an update from main', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), 'Explain what docking at 0.3 m/s looks like');
    assert.equal(at.changeRequest.outdated, true);

    const outcome = await store.updateFromMain(at);

    assert.equal(outcome.changeRequest.outdated, false);
    assert.equal((await onPlatform(at))['outdated'], false);
  });
});

describe('reviews', () => {
  test('are returned with the requested reviewers and the contributors', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), 'Explain what docking at 0.3 m/s looks like');

    const state = await store.reviews(at);

    assert.deepEqual(
      state?.reviews.map(({ reviewer, status }) => [reviewer?.displayName, status]),
      [['Bo Lind', 'approved']],
    );
    assert.equal(state?.requested?.length, 2);
    assert.deepEqual(
      state?.contributors?.map(({ user }) => user?.displayName),
      ['Ada Park'],
    );
  });

  test('end the request for attention once given', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, waiting, 'Add a page about call buttons');
    opened.changes();

    await store.review(at, 'approved', 'Good.');

    assert.ok(!(await titlesIn(store, waiting)).includes('Add a page about call buttons'));
    assert.ok(opened.changes().includes('waiting'));
    const again = openChangeRequests(local);
    assert.ok(!(await titlesIn(again.store, waiting)).includes('Add a page about call buttons'));
  });

  test('are sent once although the connection dropped', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, waiting, 'Add a page about call buttons');
    breakFor(opened, 'POST', /reviews$/, 'after');

    await store.review(at, 'changes-requested', 'Say where they are.');

    opened.instead = undefined;
    const { items } = (await (
      await opened.call('GET', `/spaces/${at.space.id}/change-requests/${at.changeRequest.id}/reviews`)
    ).json()) as { items: { status: string }[] };
    assert.deepEqual(
      items.map(({ status }) => status),
      ['changes-requested'],
    );
  });

  test("of the user's change request need their attention once it is approved", async () => {
    opened = openChangeRequests(local, { as: 'bo' });
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), 'Add a page about call buttons');
    const path = `/spaces/${at.space.id}/change-requests/${at.changeRequest.id}`;
    await opened.call('POST', `${path}/reviews`, { status: 'approved' });

    await store.reviews(at);

    const { reasons } = await changeRequestIn(store, waiting, 'Add a page about call buttons');
    assert.deepEqual(reasons, ['approved']);
  });

  test('can be requested from others, and withdrawn', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), notes);

    await store.requestReviewers(at, [userId('lena')]);
    const asked = store.cachedReviews(at)?.requested?.map(({ user }) => user?.id);
    await store.withdrawReviewer(at, userId('lena'));

    assert.deepEqual(asked, [userId('lena')]);
    assert.deepEqual(store.cachedReviews(at)?.requested, []);
  });
});

test('of others appear after a refresh', async () => {
  const { store } = opened;
  const at = await changeRequestIn(store, group('open'), notes);
  await store.children(group('merged'));
  await opened.call('POST', `/spaces/${at.space.id}/change-requests/${at.changeRequest.id}/merge`);
  opened.changes();

  await store.refresh();

  assert.ok(!(await titlesIn(store, group('open'))).includes(notes));
  assert.ok((await titlesIn(store, group('merged'))).includes(notes));
  assert.deepEqual(opened.changes().sort(), ['merged', 'open']);
});

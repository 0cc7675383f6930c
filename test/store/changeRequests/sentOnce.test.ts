import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import type { LocalPlatform } from '../../../src/server/localPlatform.ts';
import { spaceId } from '../../../src/server/sample/seeding.ts';
import {
  breakFor,
  changeRequestIn,
  group,
  openChangeRequests,
  openSample,
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

const subject = 'Say who to call';
const asked = 'Add a page about call buttons';
const behind = 'Explain what docking at 0.3 m/s looks like';

async function itemsAt(path: string): Promise<Record<string, unknown>[]> {
  const { items } = (await (await opened.call('GET', path)).json()) as { items: Record<string, unknown>[] };
  return items;
}

describe('a change request', () => {
  const drafts = `/spaces/${spaceId('runbooks')}/change-requests?status=draft`;
  const made = async () => (await itemsAt(drafts)).filter((each) => each['subject'] === subject).length;

  test('is looked up before it is created again if it may have been created', async () => {
    const { store, library } = opened;
    const space = await library.space(spaceId('runbooks'));
    breakFor(opened, 'POST', /change-requests$/, 'after', 'nothing');
    await assert.rejects(store.create(space, { subject }), /outcomeUnknown \{"cause":\{"code":"noReply"\}\}/);
    opened.instead = undefined;

    await store.create(space, { subject });

    assert.equal(await made(), 1);
  });

  test("isn't created again while it can't be looked up", async () => {
    const { store, library } = opened;
    const space = await library.space(spaceId('runbooks'));
    breakFor(opened, 'POST', /change-requests$/, 'after', 'nothing');
    await assert.rejects(store.create(space, { subject }), /outcomeUnknown \{"cause":\{"code":"noReply"\}\}/);
    opened.taken();

    await assert.rejects(store.create(space, { subject }), /outcomeUnknown \{"cause":\{"code":"noReply"\}\}/);

    assert.deepEqual(
      opened.taken().filter((request) => request.startsWith('POST')),
      [],
    );
  });

  test("isn't confused with an existing one with the same subject", async () => {
    const { store, library } = opened;
    const space = await library.space(spaceId('runbooks'));
    await store.create(space, { subject });
    breakFor(opened, 'POST', /change-requests$/, 'before');

    await assert.rejects(store.create(space, { subject }), { kind: 'unavailable' });

    assert.equal(await made(), 1);
  });

  test("isn't reported as free of conflicts if the connection dropped during an update or merge", async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), behind);
    breakFor(opened, 'POST', /update$/, 'after');
    const updated = await store.updateFromMain(at);
    breakFor(opened, 'POST', /merge$/, 'after');

    const merged = await store.merge(updated);

    assert.equal(updated.result, 'unconfirmed');
    assert.ok(merged.kind === 'merged' && merged.hadConflicts === undefined);
  });

  test("is looked up although its reviews can't be fetched", async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, group('open'), asked);
    await store.reviews(at);
    opened.instead = (request, platform) =>
      /\/reviews$/.test(new URL(request.url).pathname) ? new Response('', { status: 500 }) : platform(request);

    const found = await store.refreshOne(at.space.id, at.changeRequest.id);

    assert.equal(found.changeRequest.subject, asked);
    await store.refresh();
  });
});

describe('a review', () => {
  async function reviews(): Promise<Record<string, unknown>[]> {
    const at = await changeRequestIn(opened.store, group('open'), asked);
    return itemsAt(`/spaces/${at.space.id}/change-requests/${at.changeRequest.id}/reviews`);
  }

  test("that didn't arrive isn't confused with the previous one", async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, waiting, asked);
    await store.review(at, 'approved');
    breakFor(opened, 'POST', /reviews$/, 'before');

    await assert.rejects(store.review(at, 'approved', 'But say where they are.'), { kind: 'unavailable' });

    assert.equal((await reviews()).length, 1);
  });

  test('is looked up before it is sent again if it may have arrived', async () => {
    const { store } = opened;
    const at = await changeRequestIn(store, waiting, asked);
    breakFor(opened, 'POST', /reviews$/, 'after', 'nothing');
    await assert.rejects(
      store.review(at, 'changes-requested', 'Where are they?'),
      /outcomeUnknown \{"cause":\{"code":"noReply"\}\}/,
    );
    opened.instead = undefined;

    await store.review(at, 'changes-requested', 'Where are they?');

    assert.equal((await reviews()).length, 1);
  });
});

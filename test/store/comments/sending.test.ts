import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, test } from 'vitest';
import { spaceId, userId } from '../../../src/server/sample/seeding.ts';
import { textsIn } from '../../../src/composition/smallTexts.ts';
import type { DraftStorage } from '../../../src/store/shared/draftFiles.ts';
import type { DraftTarget } from '../../../src/store/comments/drafts.ts';
import { emptyStorage, openThreads } from '../openThreads.ts';

const handbook = spaceId('operator-handbook');
const place = { space: handbook };

/** A thread without replies, and a way to read replies without the sending store. */
async function meet(options: Parameters<typeof openThreads>[0] = {}) {
  const opened = openThreads(options);
  const { id } = await opened.call('bo', 'POST', `/spaces/${handbook}/comments`, { body: { markdown: 'Why?' } });
  const target: DraftTarget = { kind: 'reply', place, thread: id };
  const sentTexts = async (): Promise<string[]> => {
    const { items } = await opened.api.spaceComments.replies({ spaceId: handbook, commentId: id, format: 'markdown' });
    return items.map(({ body }) => body?.markdown ?? '');
  };
  return { ...opened, target, sentTexts, drafts: opened.threads.drafts };
}

test('sending the same text twice at once sends it once', async () => {
  const { threads, target, sentTexts, drafts } = await meet();

  await Promise.all([threads.send(target, 'Yes.'), threads.send(target, 'Yes.')]);

  assert.deepEqual([await sentTexts(), drafts.cached()], [['Yes.'], []]);
});

test("an edit keeps the quote of a thread that isn't loaded, as after a restart", async () => {
  const { threads, api, call } = await meet();
  const { id } = await call('mara', 'POST', `/spaces/${handbook}/comments`, { body: { markdown: '> Tape\n\nWhy?' } });

  await threads.send({ kind: 'edit', place, thread: id }, 'How?');

  const { body } = await api.spaceComments.get({ spaceId: handbook, commentId: id, format: 'markdown' });
  assert.equal(body?.markdown, '> Tape\n\nHow?');
});

test('a comment on a page that was deleted says so, with the title, also on Retry', async () => {
  const { threads, drafts } = await meet();
  const target: DraftTarget = { kind: 'thread', place, page: 'deleted-page', quote: 'Tape' };

  await assert.rejects(threads.send(target, 'Why?', { title: 'Tape' }));
  await assert.rejects(threads.send(target, 'Why?'));

  const { unsent } = drafts.unsent()[0] ?? assert.fail();
  assert.deepEqual([unsent?.reason, unsent?.isGone], [{ code: 'commentedPageGone', title: 'Tape' }, true]);
});

test('a comment on a page whose space was deleted is not about a deleted page', async () => {
  const { threads, drafts } = await meet();
  const target: DraftTarget = { kind: 'thread', place: { space: 'deleted-space' }, page: 'page', quote: 'Tape' };

  await assert.rejects(threads.send(target, 'Why?', { title: 'Tape' }));

  assert.deepEqual(
    drafts.unsent().map(({ unsent }) => unsent?.reason.code),
    ['missing'],
  );
});

test('a comment that the server refuses for another reason is not about a deleted page', async () => {
  const { threads, drafts, api, fail } = await meet();
  const { pages } = await api.content.pages({ spaceId: handbook });
  const target: DraftTarget = { kind: 'thread', place, page: pages[0]?.id ?? '' };

  fail({ kind: 'status', amount: 400, method: 'POST' });
  await assert.rejects(threads.send(target, 'Why?', { title: 'Tape' }));

  assert.notEqual(drafts.unsent()[0]?.unsent?.reason.code, 'commentedPageGone');
});

test('Reply and Resolve during the same reply sends it once, and resolves the thread', async () => {
  const { threads, target, sentTexts } = await meet();

  const sent = threads.send(target, 'Yes.');
  const thread = await threads.send(target, 'Yes.', { resolve: true });
  await sent;

  assert.deepEqual(await sentTexts(), ['Yes.']);
  assert.equal(threads.of(place).thread(thread)?.isResolved, true);
});

test('text typed while the same box is sending stays a draft', async () => {
  const { threads, target, sentTexts, drafts } = await meet();

  const isShown = Promise.withResolvers<void>();
  threads.onDidChange(() => isShown.resolve());

  const sending = threads.send(target, 'Yes.');
  await isShown.promise;
  await drafts.keep(target, 'Yes. And');
  await drafts.keep(target, 'Yes. And more');
  await sending;

  assert.deepEqual(await sentTexts(), ['Yes.']);
  assert.deepEqual(
    drafts.cached().map(({ text, unsent }) => [text, unsent]),
    [['Yes. And more', undefined]],
  );
});

test('a lost reply is looked for in twenty pages of the list at most', async () => {
  let lists = 0;
  const { threads, target } = await meet({
    async answered({ method, url }, response) {
      if (!url.includes('/replies')) return response;
      if (method === 'POST') {
        lists = 0;
        throw new TypeError('terminated');
      }
      lists += 1;
      return Response.json({ items: [{ id: `${lists}` }], next: lists < 50 ? { page: `${lists}` } : undefined });
    },
  });

  await assert.rejects(threads.send(target, 'Yes.'));

  assert.equal(lists, 20);
});

test('another reply to the same thread waits for the pending one, and both arrive', async () => {
  const { threads, target, sentTexts, drafts } = await meet();

  await Promise.all([
    threads.send(target, 'First.', { isBeside: true }),
    threads.send(target, 'Second.', { isBeside: true }),
  ]);

  assert.deepEqual([await sentTexts(), drafts.cached()], [['First.', 'Second.'], []]);
});

test("a reply from a box that doesn't show the unsent one leaves both under Unsent", async () => {
  const { threads, target, sentTexts, drafts, fail } = await meet();
  fail({ kind: 'status', amount: 503, method: 'POST', times: 1 });
  await assert.rejects(threads.send(target, 'A long first answer.'));

  await assert.rejects(threads.send(target, 'Another.', { isBeside: true }), /draftsJoined/);

  assert.deepEqual(await sentTexts(), []);
  assert.deepEqual(
    drafts.unsent().map(({ text }) => text),
    ['A long first answer.\n\nAnother.'],
  );
});

test("a draft is listed under Unsent if the current user can't be fetched", async () => {
  const { threads, target, drafts } = await meet({ currentUserId: () => Promise.reject(new Error('Offline.')) });

  await assert.rejects(threads.send(target, 'Yes.'), /Offline/);

  assert.deepEqual(
    drafts.unsent().map(({ text, unsent }) => [text, unsent?.reason, unsent?.mayHaveArrived]),
    [['Yes.', { code: 'other', words: 'Offline.' }, false]],
  );
});

test('a draft is sent once the current user can be fetched again', async () => {
  let isOffline = true;
  const currentUserId = async () => {
    if (isOffline) throw new Error('Offline.');
    return userId('mara');
  };
  const { threads, target, sentTexts } = await meet({ currentUserId });
  await assert.rejects(threads.send(target, 'Yes.'), /Offline/);
  isOffline = false;

  await threads.send(target, 'Yes.');

  assert.deepEqual(await sentTexts(), ['Yes.']);
});

test("a draft that can't be marked as being sent isn't sent, and can be sent again", async () => {
  const storage = emptyStorage();
  const write = storage.write.bind(storage);
  const { threads, target, sentTexts, drafts } = await meet({ storage });
  storage.write = async (name, text) => {
    if (text.includes('"unsent"') && !text.includes('disk')) throw new Error('The disk is full.');
    await write(name, text);
  };
  await assert.rejects(threads.send(target, 'Yes.'), /disk is full/);
  const unsent = drafts.unsent().map(({ text }) => text);
  storage.write = write;

  await threads.send(target, 'Yes.');

  assert.deepEqual([unsent, await sentTexts(), drafts.cached()], [['Yes.'], ['Yes.'], []]);
});

describe.each(['in memory', 'in files'])('two windows over drafts %s', (where) => {
  const folders: string[] = [];
  const storage = async (): Promise<DraftStorage> => {
    if (where === 'in memory') return emptyStorage();
    const folder = await mkdtemp(join(tmpdir(), 'drafts-'));
    folders.push(folder);
    // A window that hasn't been notified yet of the other window's action.
    return { ...textsIn(folder), watch: () => ({ dispose: () => undefined }) };
  };
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  test('send the same reply once when both retry it at once', async () => {
    const { threads, again, target, sentTexts, fail } = await meet({ storage: await storage() });
    fail({ kind: 'status', amount: 503, method: 'POST', times: 1 });
    await assert.rejects(threads.send(target, 'Yes.'));
    const other = again();
    await other.drafts.load();

    await Promise.all([threads.send(target, 'Yes.'), other.send(target, 'Yes.')]);

    assert.deepEqual([await sentTexts(), await other.drafts.load()], [['Yes.'], []]);
  });

  test('send both replies when they differ', async () => {
    const { threads, again, target, sentTexts } = await meet({ storage: await storage() });
    const other = again();

    await Promise.all([threads.send(target, 'Yes.'), other.send(target, 'No.')]);

    assert.deepEqual((await sentTexts()).toSorted(), ['No.', 'Yes.']);
  });

  test('send nothing when retrying a reply that the other window has sent', async () => {
    const { threads, again, target, sentTexts, fail } = await meet({ storage: await storage() });
    fail({ kind: 'status', amount: 503, method: 'POST', times: 1 });
    await assert.rejects(threads.send(target, 'Yes.'));
    const other = again();
    await other.send(target, 'Yes.');

    await threads.send(target, 'Yes.');

    assert.deepEqual(await sentTexts(), ['Yes.']);
  });
});

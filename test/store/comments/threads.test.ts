import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { spaceId, userId } from '../../../src/server/sample/seeding.ts';
import type { DraftTarget } from '../../../src/store/comments/drafts.ts';
import type { Comments } from '../../../src/store/comments/threads.ts';
import { emptyStorage, openThreads, type OpenedThreads } from '../openThreads.ts';

const handbook = spaceId('operator-handbook');
const comments = `/v1/spaces/${handbook}/comments`;
const place = { space: handbook };

interface Met extends OpenedThreads {
  readonly commentStore: Comments;
  /** Another user's open thread with two replies. */
  readonly id: string;
}

/** Another user's thread with two replies, all cached. */
async function meet(options: Parameters<typeof openThreads>[0] = {}): Promise<Met> {
  const opened = openThreads(options);
  const written = await opened.call('bo', 'POST', `/spaces/${handbook}/comments`, { body: { markdown: 'Why?' } });
  for (const markdown of ['Because.', 'I see.']) {
    await opened.call('bo', 'POST', `/spaces/${handbook}/comments/${written.id}/replies`, { body: { markdown } });
  }
  const commentStore = opened.threads.of(place);
  await commentStore.load();
  opened.taken();
  opened.changes();
  return { ...opened, commentStore, id: written.id };
}

/** `refreshAround` requests the list before an action, and receives it afterwards. */
async function meetBeforeList() {
  let isNext = false;
  const listed = Promise.withResolvers<void>();
  const acted = Promise.withResolvers<void>();
  const met = await meet({
    async answered({ method }, response) {
      if (!isNext || method !== 'GET') return response;
      isNext = false;
      listed.resolve();
      await acted.promise;
      return response;
    },
  });
  const refreshAround = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    isNext = true;
    const refreshing = met.commentStore.refresh();
    await listed.promise;
    const result = await run();
    acted.resolve();
    await refreshing;
    return result;
  };
  return { ...met, refreshAround };
}

function replyTo(id: string): DraftTarget {
  return { kind: 'reply', place, thread: id };
}

async function texts(commentStore: Comments, id: string): Promise<string[]> {
  const { replies } = await commentStore.replies(id);
  return replies.map(({ body }) => (body.kind === 'markdown' ? body.markdown : ''));
}

/** The thread as another user now sees it. */
async function onPlatform({ again }: OpenedThreads, id: string): Promise<string[]> {
  const other = again().of(place);
  await other.load();
  return texts(other, id);
}

describe('comments', () => {
  test('fetch all threads once, newest first', async () => {
    const { threads, taken } = openThreads();

    const { threads: all, hasMore } = await threads.of(place).load();
    await threads.of(place).load();

    const times = all.map(({ postedAt }) => postedAt ?? 0);
    assert.deepEqual(
      times,
      times.toSorted((one, other) => other - one),
    );
    assert.deepEqual([hasMore, taken()], [false, [`GET ${comments}`]]);
  });

  test('fetch the threads of a page once, and not if they are cached', async () => {
    const { threads, again, taken } = openThreads();
    const thread = (await again().of(place).load()).threads.find(({ page }) => page);
    const page = thread?.page?.id ?? '';
    taken();

    const ofPage = await threads.of(place).ofPage(page);
    await threads.of(place).ofPage(page);

    assert.ok(ofPage.some(({ id }) => id === thread?.id));
    assert.deepEqual(taken(), [`GET ${comments}`]);
  });

  test("don't fetch the threads of a page if all threads of the space are cached", async () => {
    const { commentStore, taken } = await meet();
    const page = commentStore.cached().threads.find(({ page }) => page)?.page?.id ?? '';

    assert.ok((await commentStore.ofPage(page)).length > 0);
    assert.deepEqual(taken(), []);
  });

  test('fetch replies on demand, oldest first', async () => {
    const { commentStore, id, taken } = await meet();

    const replies = await texts(commentStore, id);
    await commentStore.replies(id);

    assert.deepEqual(replies, ['Because.', 'I see.']);
    assert.deepEqual(taken(), [`GET ${comments}/${id}/replies`]);
  });

  test('have people, whom the server lists once', async () => {
    let lists = 0;
    const { commentStore } = await meet({
      async answered(request, response) {
        if (request.url.includes('/commenters')) lists += 1;
        return response;
      },
    });

    const names = (await commentStore.people()).map(({ name }) => name);
    await commentStore.people();

    assert.ok(
      names.some((name) => name.startsWith('Bo ')),
      names.join(),
    );
    assert.equal(new Set(names).size, names.length);
    assert.equal(lists, 1);
  });

  test('have their authors as people if the server has no list of them', async () => {
    const { commentStore, id } = await meet({ specOnly: true });

    const names = (await commentStore.people()).map(({ name }) => name);

    const author = commentStore.thread(id)?.author.name;
    assert.ok(author !== undefined && names.includes(author), names.join());
  });

  test('refresh the threads, and the replies whose number has changed', async () => {
    const { commentStore, id, call, taken } = await meet();
    await commentStore.replies(id);
    await call('bo', 'POST', `/spaces/${handbook}/comments/${id}/replies`, { body: { markdown: 'News.' } });
    await call('bo', 'POST', `/spaces/${handbook}/comments`, { body: { markdown: 'Another thread.' } });
    taken();

    await commentStore.refresh();

    assert.equal((await texts(commentStore, id)).at(-1), 'News.');
    assert.equal(commentStore.cached().threads[0]?.author.name, 'Bo Lind');
    assert.deepEqual(taken(), [`GET ${comments}`, `GET ${comments}/${id}/replies`]);
  });

  test('drop deleted threads on refresh', async () => {
    const { commentStore, id, call } = await meet();
    await call('mara', 'DELETE', `/spaces/${handbook}/comments/${id}`);

    await commentStore.refresh();

    assert.equal(commentStore.thread(id), undefined);
  });

  test('keep the cached threads and report the failure if the server fails', async () => {
    const { commentStore, fail } = await meet();
    const before = commentStore.cached().threads.length;
    fail({ kind: 'status', amount: 503 });

    await commentStore.refresh();

    assert.equal(commentStore.cached().threads.length, before);
    assert.equal(commentStore.cached().failure?.kind, 'unavailable');
  });
});

describe('an action', () => {
  test('shows before the server has answered, and stays', async () => {
    const { commentStore, id, changes } = await meet();

    const resolving = commentStore.resolve(id);
    const atOnce = commentStore.thread(id)?.isResolved;
    await resolving;

    assert.equal(atOnce, true);
    assert.equal(commentStore.thread(id)?.resolvedBy?.id, userId('mara'));
    assert.ok(changes().every(({ threads }) => threads.includes(id)));
  });

  test('is taken back if the server refuses it', async () => {
    const { commentStore, id, fail } = await meet();
    fail({ kind: 'status', amount: 403, method: 'PUT' });

    const resolving = commentStore.resolve(id);

    await assert.rejects(resolving, { kind: 'forbidden' });
    assert.equal(commentStore.thread(id)?.isResolved, false);
  });

  test('counts as done if it was applied without an answer', async () => {
    const { commentStore, id, fail } = await meet();
    fail({ kind: 'drop-after', method: 'PUT', times: 1 });

    await commentStore.resolve(id);

    assert.equal(commentStore.thread(id)?.isResolved, true);
  });

  test('is taken back if it was lost on its way', async () => {
    const { commentStore, id, fail } = await meet();
    fail({ kind: 'drop-before', method: 'PUT' });

    await assert.rejects(commentStore.resolve(id));

    assert.equal(commentStore.thread(id)?.isResolved, false);
  });

  test('removes the thread if it was deleted', async () => {
    const { commentStore, id, call } = await meet();
    await call('mara', 'DELETE', `/spaces/${handbook}/comments/${id}`);

    await assert.rejects(commentStore.resolve(id), { kind: 'missing' });

    assert.equal(commentStore.thread(id), undefined);
  });

  test('is sent before its opposite that follows it', async () => {
    const { commentStore, id, again } = await meet();

    await Promise.all([commentStore.resolve(id), commentStore.reopen(id), commentStore.resolve(id)]);

    const other = again().of(place);
    await other.load();
    assert.deepEqual([commentStore.thread(id)?.isResolved, other.thread(id)?.isResolved], [true, true]);
  });

  test("adds the user's reaction once, and removes it again", async () => {
    const { commentStore, id } = await meet();
    const ofRocket = () => commentStore.thread(id)?.reactions.find(({ emoji }) => emoji === '1f680');

    await commentStore.react({ thread: id }, '1f680', true);
    const given = ofRocket();
    await commentStore.react({ thread: id }, '1f680', false);

    assert.deepEqual([given?.count, given?.isOwn, given?.label], [1, true, '🚀']);
    assert.equal(ofRocket(), undefined);
  });

  test('on a reply shows in the replies', async () => {
    const { commentStore, id, threads } = await meet();
    await commentStore.replies(id);
    await threads.send(replyTo(id), 'First version.');
    const reply = (await commentStore.replies(id)).replies.at(-1)?.id ?? '';

    await commentStore.react({ thread: id, reply }, '1f44d', true);
    await commentStore.edit({ thread: id, reply }, 'Second version.');
    const edited = (await commentStore.replies(id)).replies.at(-1);
    await commentStore.delete({ thread: id, reply });

    assert.deepEqual(edited?.body, { kind: 'markdown', markdown: 'Second version.' });
    assert.equal(edited?.reactions[0]?.isOwn, true);
    assert.equal((await texts(commentStore, id)).includes('Second version.'), false);
    assert.equal(commentStore.thread(id)?.replyCount, 2);
  });

  test('keeps its text if the server answers without Markdown', async () => {
    const { commentStore, id, threads } = await meet({
      async answered({ method }, response) {
        if (method === 'GET' || !response.ok) return response;
        return Response.json({ ...((await response.json()) as object), body: {} }, { status: response.status });
      },
    });
    const own = await threads.send({ kind: 'thread', place }, 'A question.');
    await threads.send(replyTo(own), 'An answer.');
    const reply = (await commentStore.replies(own)).replies[0]?.id ?? '';

    await commentStore.resolve(id);
    await commentStore.react({ thread: own, reply }, '1f44d', true);
    await commentStore.edit({ thread: own }, 'Another question.');

    assert.deepEqual(commentStore.thread(id)?.body, { kind: 'markdown', markdown: 'Why?' });
    assert.deepEqual(commentStore.thread(own)?.body, { kind: 'markdown', markdown: 'Another question.' });
    assert.deepEqual(await texts(commentStore, own), ['An answer.']);
  });

  test('succeeds when it deletes something already deleted', async () => {
    const { commentStore, id, call } = await meet();
    await call('mara', 'DELETE', `/spaces/${handbook}/comments/${id}`);

    await commentStore.delete({ thread: id });

    assert.equal(commentStore.thread(id), undefined);
  });

  test('stays when a list requested earlier arrives', async () => {
    const { commentStore, id, refreshAround } = await meetBeforeList();

    await refreshAround(() => commentStore.resolve(id));

    assert.equal(commentStore.thread(id)?.isResolved, true);
  });
});

describe('a sent text', () => {
  test('stays when a list requested earlier arrives', async () => {
    const { threads, commentStore, refreshAround } = await meetBeforeList();

    const id = await refreshAround(() => threads.send({ kind: 'thread', place }, 'A question.'));

    assert.equal(commentStore.thread(id)?.isPending, false);
  });

  test('shows at once as pending, then as sent, and its draft is removed', async () => {
    const met = await meet();
    await met.commentStore.replies(met.id);

    const shown: (boolean | undefined)[] = [];
    met.threads.onDidChange(() => shown.push(met.commentStore.cachedReplies(met.id)?.replies[2]?.isPending));

    await met.threads.send(replyTo(met.id), 'Yes.');

    assert.deepEqual(shown, [true, false]);
    assert.deepEqual([met.commentStore.thread(met.id)?.replyCount, met.threads.drafts.cached()], [3, []]);
    assert.equal((await onPlatform(met, met.id)).at(-1), 'Yes.');
  });

  test('resolves the thread with Reply and Resolve', async () => {
    const { threads, commentStore, id } = await meet();

    await threads.send(replyTo(id), 'Done.', { resolve: true });

    assert.equal(commentStore.thread(id)?.isResolved, true);
  });

  test('quotes the selected words in a new thread', async () => {
    const { threads, commentStore } = await meet();
    const page = commentStore.cached().threads.find(({ page }) => page)?.page?.id;

    const id = await threads.send({ kind: 'thread', place, page, quote: 'Two\nlines' }, 'Really?');

    assert.deepEqual(commentStore.thread(id)?.body, { kind: 'markdown', markdown: '> Two\n> lines\n\nReally?' });
    assert.equal(commentStore.thread(id)?.page?.id, page);
    assert.equal(
      commentStore.cached().threads.some(({ isPending }) => isPending),
      false,
    );
  });

  test('counts as a reply at once, until it is refused', async () => {
    const { commentStore, threads, id, fail } = await meet();
    const count = () => commentStore.thread(id)?.replyCount;
    const counts = [count()];
    threads.onDidChange(() => counts.push(count()));
    fail({ kind: 'status', amount: 403, method: 'POST' });

    await assert.rejects(threads.send(replyTo(id), 'Refused.'));

    assert.deepEqual([...new Set(counts)], [2, 3]);
    assert.equal(count(), 2);
  });

  test('is listed under Unsent if refused, and is sent by a retry', async () => {
    const met = await meet();
    met.fail({ kind: 'status', amount: 503, method: 'POST', times: 1 });

    await assert.rejects(met.threads.send(replyTo(met.id), 'Later.'), { kind: 'unavailable' });
    const [unsent] = met.threads.drafts.unsent();
    await met.threads.send(replyTo(met.id), unsent?.text ?? '');

    assert.equal(unsent?.unsent?.reason.code, 'serverFailed');
    assert.deepEqual(met.threads.drafts.cached(), []);
    assert.deepEqual((await onPlatform(met, met.id)).filter((text) => text === 'Later.').length, 1);
  });

  test('is found and not sent again if it arrived without an answer', async () => {
    const met = await meet();
    met.fail({ kind: 'drop-after', method: 'POST', times: 1 });

    await met.threads.send(replyTo(met.id), 'Once.');

    assert.equal((await onPlatform(met, met.id)).filter((text) => text === 'Once.').length, 1);
    assert.equal(met.commentStore.thread(met.id)?.replyCount, 3);
  });

  test('is found by a retry, even from another window, if it arrived while the server was down', async () => {
    const storage = emptyStorage();
    const met = await meet({ storage });
    met.fail({ kind: 'drop-after', method: 'POST', times: 1 }, { kind: 'drop-before', path: '/comments' });
    await assert.rejects(met.threads.send(replyTo(met.id), 'Exactly once.'), { kind: 'unavailable' });
    met.fail();

    const window = met.again();
    await window.drafts.load();
    const [unsent] = window.drafts.unsent();
    await window.send(unsent?.target ?? replyTo(''), unsent?.text ?? '');

    assert.equal((await onPlatform(met, met.id)).filter((text) => text === 'Exactly once.').length, 1);
    assert.equal(storage.texts.size, 0);
  });

  test('is sent by a retry if it was lost', async () => {
    const met = await meet();
    met.fail({ kind: 'drop-before', path: '/comments' });
    await assert.rejects(met.threads.send(replyTo(met.id), 'Lost and found.'));
    met.fail();

    await met.threads.send(replyTo(met.id), 'Lost and found.');

    assert.equal((await onPlatform(met, met.id)).filter((text) => text === 'Lost and found.').length, 1);
  });

  test('updates the post if it changed after an unconfirmed arrival', async () => {
    const met = await meet();
    met.fail({ kind: 'drop-after', method: 'POST', times: 1 }, { kind: 'drop-before', path: '/comments' });
    await assert.rejects(met.threads.send(replyTo(met.id), 'Tpyo.'));
    met.fail();

    await met.threads.send(replyTo(met.id), 'Typo.');

    assert.deepEqual((await onPlatform(met, met.id)).slice(2), ['Typo.']);
  });

  test('arrives twice if the user sends it twice', async () => {
    const met = await meet();
    await met.commentStore.replies(met.id);

    await met.threads.send(replyTo(met.id), '+1');
    await met.threads.send(replyTo(met.id), '+1');

    assert.deepEqual((await onPlatform(met, met.id)).slice(2), ['+1', '+1']);
  });

  test('stays a draft if its thread was deleted', async () => {
    const { threads, id, call } = await meet();
    await call('mara', 'DELETE', `/spaces/${handbook}/comments/${id}`);

    await assert.rejects(threads.send(replyTo(id), 'Too late.'), { kind: 'missing' });

    const [stored] = threads.drafts.unsent();
    assert.equal(stored?.text, 'Too late.');
    assert.equal(stored.unsent?.isGone, true);
    assert.deepEqual(stored.unsent.reason, { code: 'missing', resource: 'comment' });
  });

  test('is refused with a message and without a request if it is empty', async () => {
    const { threads, id, taken } = await meet();

    await assert.rejects(threads.send(replyTo(id), ' \n'), { message: /^nothingToSend/ });

    assert.deepEqual(taken(), []);
  });

  test('reports that it was sent if resolving fails', async () => {
    const { threads, id, fail } = await meet();
    fail({ kind: 'status', amount: 403, method: 'PUT' });

    await assert.rejects(threads.send(replyTo(id), 'Sent.', { resolve: true }), {
      message: /^notResolved \{"cause":\{"code":"forbidden","words":"Refused on demand"\}\}/,
    });

    assert.deepEqual(threads.drafts.cached(), []);
  });

  test("is confirmed by the number of replies on a server that doesn't list replies", async () => {
    const met = await meet({ specOnly: true });
    met.fail({ kind: 'drop-before', method: 'POST', times: 1 });
    await assert.rejects(met.threads.send(replyTo(met.id), 'Counted.'));

    await met.threads.send(replyTo(met.id), 'Counted.');

    assert.equal(met.commentStore.thread(met.id)?.replyCount, 3);
    await assert.rejects(met.commentStore.replies(met.id), { kind: 'unsupported' });
  });

  test("is only sent again after a second request if such a server can't confirm it", async () => {
    const met = await meet({ specOnly: true });
    met.fail({ kind: 'drop-after', method: 'POST', times: 1 });
    await assert.rejects(met.threads.send(replyTo(met.id), 'Perhaps.'));

    await assert.rejects(met.threads.send(replyTo(met.id), 'Perhaps.'), {
      message: /^maybePosted/,
    });

    assert.equal(met.commentStore.thread(met.id)?.replyCount, 3);
    assert.equal(met.threads.drafts.unsent().length, 1);
  });
});

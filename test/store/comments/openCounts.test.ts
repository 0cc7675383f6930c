import assert from 'node:assert/strict';
import { onTestFinished, test } from 'vitest';
import { createApi } from '../../../src/client/createApi.ts';
import { spaceId, userId } from '../../../src/server/sample/seeding.ts';
import { createThreads } from '../../../src/store/comments/createThreads.ts';
import { followOpenComments } from '../../../src/store/comments/openCounts.ts';
import { changeRequestIn, group, openChangeRequests, openSample } from '../openChangeRequests.ts';
import { emptyStorage } from '../openThreads.ts';

const subject = 'Explain what docking at 0.3 m/s looks like';
const handbook = spaceId('operator-handbook');

function open() {
  const local = openSample();
  const { store, library } = openChangeRequests(local);
  const base = 'http://127.0.0.1:4010';
  const requests: string[] = [];
  const threads = createThreads({
    api: createApi({
      base,
      platform: (request) => {
        requests.push(`${request.method} ${new URL(request.url).pathname}`);
        return local.handle(request);
      },
      token: async () => local.tokenOf(userId('mara')),
    }),
    currentUserId: async () => userId('mara'),
    now: Date.now,
    serverNow: Date.now,
    drafts: emptyStorage(),
    log: { warn: () => undefined },
  });
  followOpenComments(threads, store, library);
  onTestFinished(() => {
    threads.dispose();
    local.close();
  });
  return { threads, store, library, requests };
}

test('resolving a thread lowers the open comments of its change request by one, without a request for it', async () => {
  const { threads, store, requests } = open();
  const at = await changeRequestIn(store, group('open'), subject);
  const comments = threads.of({ space: at.space.id, changeRequest: at.changeRequest.id });
  const { threads: known } = await comments.load();
  const thread = known.find(({ isResolved }) => !isResolved);
  assert.ok(thread);
  requests.length = 0;

  await comments.resolve(thread.id);

  const now = await changeRequestIn(store, group('open'), subject);
  assert.equal(now.changeRequest.comments, at.changeRequest.comments - 1);
  assert.ok(!requests.some((request) => request.startsWith('GET')), requests.join());
});

test("resolving a page's thread lowers the open comments of its space by one, and a new thread raises it", async () => {
  const { threads, library, requests } = open();
  const { comments: before } = await library.space(handbook);
  const known = () => library.cachedSpaces().find(({ id }) => id === handbook)?.comments;
  const comments = threads.of({ space: handbook });
  const tree = await library.pages(handbook);
  const page = [...tree.byId.values()].find(({ title }) => title === 'Why does my Heron stop?')?.id ?? '';
  const thread = (await comments.ofPage(page)).find(({ isResolved }) => !isResolved);
  assert.ok(thread);
  assert.equal(known(), before);
  requests.length = 0;

  await comments.resolve(thread.id);
  const afterResolving = known();
  await threads.send({ kind: 'thread', place: { space: handbook }, page }, 'One more question.');

  assert.deepEqual([afterResolving, known()], [before - 1, before]);
  assert.ok(!requests.some((request) => request.startsWith('GET')), requests.join());
});

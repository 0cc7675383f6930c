import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createApi } from '../../src/client/createApi.ts';
import { userId } from '../../src/server/sampleSeeding.ts';
import { createThreads } from '../../src/store/createThreads.ts';
import { followOpenComments } from '../../src/store/openComments.ts';
import { changeRequestIn, group, openChangeRequests, openSample } from './openChangeRequests.ts';
import { emptyStorage } from './openThreads.ts';

const subject = 'Explain what docking at 0.3 m/s looks like';

test('a resolved thread is one open comment less of its change request, without a request for that', async () => {
  const local = openSample();
  const { store } = openChangeRequests(local);
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
    me: async () => userId('mara'),
    now: Date.now,
    drafts: emptyStorage(),
    log: { warn: () => undefined },
  });
  followOpenComments(threads, store);
  const at = await changeRequestIn(store, group('open'), subject);
  const discussion = threads.of({ space: at.space.id, changeRequest: at.changeRequest.id });
  const { threads: known } = await discussion.load();
  const open = known.find(({ isResolved }) => !isResolved);
  assert.ok(open);
  requests.length = 0;

  await discussion.resolve(open.id);

  const now = await changeRequestIn(store, group('open'), subject);
  assert.equal(now.changeRequest.comments, at.changeRequest.comments - 1);
  assert.ok(!requests.some((request) => request.startsWith('GET')), requests.join());
  threads.dispose();
  local.close();
});

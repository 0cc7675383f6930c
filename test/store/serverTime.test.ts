import assert from 'node:assert/strict';
import { afterAll, beforeEach, describe, onTestFinished, test } from 'vitest';
import { createApi } from '../../src/client/createApi.ts';
import { createDownload } from '../../src/client/download.ts';
import { mostRepeats } from '../../src/client/network/repeating.ts';
import { withServerClock } from '../../src/client/network/serverClock.ts';
import { listen } from '../../src/server/listen.ts';
import { openLocalPlatform } from '../../src/server/localPlatform.ts';
import { organizationId, spaceId, userId } from '../../src/server/sample/seeding.ts';
import { createCurrentUser } from '../../src/store/account/currentUser.ts';
import { createChangeRequests } from '../../src/store/changeRequests/createChangeRequests.ts';
import { createInbox } from '../../src/store/comments/inbox.ts';
import { createLibrary } from '../../src/store/library/createLibrary.ts';
import { createThreads } from '../../src/store/comments/createThreads.ts';
import { network } from '../client/connect.ts';
import { memory } from './openLibrary.ts';
import { emptyStorage } from './openThreads.ts';

const minute = 60_000;
const space = spaceId('operator-handbook');

/** Advances the clock without waiting, in ms. */
let passed = 0;
const clock = () => Date.now() + passed;
const sample = { data: ':memory:', seed: 'sample', sampleFolder: 'media/sample' } as const;
/** Seeding takes a second, so all tests share the data, each with texts of its own. */
const local = openLocalPlatform({ ...sample, now: clock });
let words = '';
beforeEach(() => {
  local.fail();
  words = `Only once: ${crypto.randomUUID()}`;
});
afterAll(() => local.close());

/** A computer whose clock is ahead of the server's, which it reaches over HTTP or in its own process. */
async function open({ ahead = 0, over = 'HTTP', date = (said: string) => said } = {}) {
  const answer = async (request: Request): Promise<Response> => {
    const response = await local.handle(request);
    response.headers.set('date', date(response.headers.get('date') ?? ''));
    return response;
  };
  const now = () => clock() + ahead * minute;
  const { address, platform: reached } = over === 'HTTP' ? await behindHttp(answer) : inProcess(answer);
  const requests: string[] = [];
  const { platform, serverNow } = withServerClock((request) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    return reached(request);
  }, now);
  const token = async () => local.token;
  const api = createApi({ base: address, platform, token, now });
  const parts = {
    api,
    download: createDownload({ base: address, platform, token }),
    now,
    serverNow,
    storage: memory(),
    log: { warn: (message: string) => assert.fail(message) },
  };
  const threads = createThreads({ ...parts, currentUserId: async () => userId('mara'), drafts: emptyStorage() });
  const library = createLibrary({ ...parts, account: 'docs.example-1' });
  const currentUser = createCurrentUser({ ...parts, userId: userId('mara') });
  const changeRequests = createChangeRequests({ ...parts, library, currentUser });
  const organizations = async () => [organizationId('northwind')];
  const inbox = createInbox({ ...parts, ...changeRequests, threads, organizations });
  return { api, threads, library, changeRequests, inbox, serverNow, taken: () => requests.splice(0) };
}

async function behindHttp(answer: (request: Request) => Promise<Response>) {
  const listening = await listen(answer, 0);
  onTestFinished(() => listening.close());
  return { address: listening.address, platform: network() };
}

function inProcess(answer: (request: Request) => Promise<Response>) {
  return { address: 'http://127.0.0.1', platform: answer };
}

/**
 * The next request of this kind is applied, but its reply is lost, and nothing can be looked up right afterwards, however
 * often a read is repeated over the network.
 */
function lose(path: string, over: string): void {
  local.fail(
    { kind: 'drop-after', method: 'POST', path, times: 1 },
    { kind: 'status', amount: 503, method: 'GET', path, times: over === 'HTTP' ? 1 + mostRepeats : 1 },
  );
}

const clocks = [-60, -15, 0, 15, 60];

describe.each(['HTTP', 'process'])('with %s and a clock that is ahead by', (over) => {
  test.each(clocks)("%i minutes, a comment whose answer was lost isn't sent again by a retry", async (ahead) => {
    const { api, threads } = await open({ ahead, over });
    const target = { kind: 'thread', place: { space } } as const;
    await threads.of({ space }).load();
    lose('/comments', over);
    await assert.rejects(threads.send(target, words), { kind: 'unavailable' });

    await threads.send(target, words);

    const { items } = await api.spaceComments.list({ spaceId: space, format: 'markdown', limit: 1000 });
    assert.equal(items.filter(({ body }) => body?.markdown?.trim() === words).length, 1);
  });

  test.each(clocks)("%i minutes, a reply whose answer was lost isn't sent again by a retry", async (ahead) => {
    const { api, threads } = await open({ ahead, over });
    const thread = (await threads.of({ space }).load()).threads[0]?.id ?? assert.fail();
    const target = { kind: 'reply', place: { space }, thread } as const;
    lose('/replies', over);
    await assert.rejects(threads.send(target, words), { kind: 'unavailable' });

    await threads.send(target, words);

    const { items } = await api.spaceComments.replies({ spaceId: space, commentId: thread, format: 'markdown' });
    assert.equal(items.filter(({ body }) => body?.markdown?.trim() === words).length, 1);
  });

  test.each(clocks)(
    "%i minutes, a change request whose answer was lost isn't created again by a retry",
    async (ahead) => {
      const { api, library, changeRequests } = await open({ ahead, over });
      const handbook = await library.space(space);
      lose('/change-requests', over);
      await assert.rejects(changeRequests.create(handbook, { subject: words }), { kind: 'unavailable' });

      await changeRequests.create(handbook, { subject: words });

      const { items } = await api.changeRequests.list({ spaceId: space, status: 'draft', limit: 1000 });
      assert.equal(items.filter(({ subject }) => subject === words).length, 1);
    },
  );
});

describe('on a server that never reports its time,', () => {
  const silent = { date: () => 'yesterday' };

  test.each(clocks)(
    'a comment is sent once, and no existing one with the same text is confused with it (%i minutes)',
    async (ahead) => {
      const { api, threads, serverNow } = await open({ ahead, ...silent });
      const target = { kind: 'thread', place: { space } } as const;
      const ours = async () => {
        const { items } = await api.spaceComments.list({ spaceId: space, format: 'markdown', limit: 1000 });
        return items.filter(({ body }) => body?.markdown?.trim() === words).length;
      };
      await api.spaceComments.create({ spaceId: space, body: { body: { markdown: words } } });
      local.fail({ kind: 'drop-before', method: 'POST', path: '/comments', times: 1 });
      await assert.rejects(threads.send(target, words), { kind: 'unavailable' });
      assert.equal(await ours(), 1);
      local.fail({ kind: 'drop-after', method: 'POST', path: '/comments', times: 1 });

      await threads.send(target, words);

      assert.deepEqual([await ours(), serverNow()], [2, undefined]);
    },
  );

  test.each(clocks)('a change request is created once next to one with its subject (%i minutes)', async (ahead) => {
    const { api, library, changeRequests } = await open({ ahead, ...silent });
    const handbook = await library.space(space);
    const subject = words;
    await api.changeRequests.create({ spaceId: space, body: { subject } });
    local.fail({ kind: 'drop-before', method: 'POST', path: '/change-requests', times: 1 });
    await assert.rejects(changeRequests.create(handbook, { subject }), { kind: 'unavailable' });
    local.fail({ kind: 'drop-after', method: 'POST', path: '/change-requests', times: 1 });

    await changeRequests.create(handbook, { subject });

    const { items } = await api.changeRequests.list({ spaceId: space, status: 'draft', limit: 1000 });
    assert.equal(items.filter((each) => each.subject === subject).length, 2);
  });
});

test('sending requests no list if the server reports its time', async () => {
  const { threads, taken } = await open({ ahead: 60 });
  await threads.of({ space }).load();
  taken();

  await threads.send({ kind: 'thread', place: { space } }, 'Hello.');

  assert.deepEqual(taken(), [`POST /v1/spaces/${space}/comments`]);
});

test.each(clocks)('a post after the first check is news with a clock that is ahead by %i minutes', async (ahead) => {
  const { api, inbox } = await open({ ahead });
  const { id } = await api.changeRequests.create({ spaceId: space, body: { subject: words } });
  const { address, platform } = inProcess(local.handle);
  const other = createApi({ base: address, platform, token: async () => local.tokenOf(userId('bo')) });
  const comment = async (markdown: string) => {
    const body = { body: { markdown } };
    await other.changeRequestComments.create({ spaceId: space, changeRequestId: id, body });
    passed += 5000;
  };
  await comment('Before.');
  await inbox.look();
  await inbox.look();
  passed += 5000;
  await comment('After.');

  const news = [...(await inbox.look()), ...(await inbox.look())];

  assert.deepEqual(
    news.filter(({ subject }) => subject === words).map(({ text }) => text),
    ['After.'],
  );
});

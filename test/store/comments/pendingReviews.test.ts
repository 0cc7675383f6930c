import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'vitest';
import { createApi } from '../../../src/client/createApi.ts';
import type { LocalPlatform } from '../../../src/server/localPlatform.ts';
import { userId } from '../../../src/server/sample/seeding.ts';
import type { ChangeRequestAt } from '../../../src/store/changeRequests/changeRequests.ts';
import { createThreads } from '../../../src/store/comments/createThreads.ts';
import type { DraftTarget } from '../../../src/store/comments/drafts.ts';
import type { Verdict } from '../../../src/store/comments/pendingReviews.ts';
import type { Threads } from '../../../src/store/comments/threads.ts';
import {
  changeRequestIn,
  group,
  openChangeRequests,
  openSample,
  type OpenedChangeRequests,
} from '../openChangeRequests.ts';
import { emptyStorage } from '../openThreads.ts';

interface Item {
  readonly status?: string;
  readonly body?: { readonly markdown?: string };
  readonly reviewer?: { readonly id: string };
}

let local: LocalPlatform;
let opened: OpenedChangeRequests;
let at: ChangeRequestAt;
let place: { readonly space: string; readonly changeRequest: string };
let storage: ReturnType<typeof emptyStorage>;
/** Answers requests of the threads instead of the server. */
let instead: ((request: Request) => Promise<Response> | undefined) | undefined;

beforeEach(async () => {
  local = openSample();
  opened = openChangeRequests(local);
  instead = undefined;
  storage = emptyStorage();
  at = await changeRequestIn(opened.store, group('open'), 'Add a page about call buttons');
  place = { space: at.space.id, changeRequest: at.changeRequest.id };
});
afterEach(() => local.close());

/** The same account in another window. */
function openWindow(): Threads {
  const api = createApi({
    base: 'http://127.0.0.1:4010',
    platform: async (request) => (await instead?.(request)) ?? local.handle(request),
    token: async () => local.tokenOf(userId('mara')),
  });
  const currentUserId = async () => userId('mara');
  const log = { warn: (message: string) => assert.fail(message) };
  return createThreads({ api, currentUserId, now: Date.now, serverNow: Date.now, drafts: storage, log });
}

/** The verdict uses the real store of change requests, like the commands. */
async function verdict(status: Verdict['status'], of = opened): Promise<Verdict> {
  const before = (await of.store.reviews(at))?.reviews.map(({ id }) => id) ?? [];
  return { status, before, give: (comment, earlier) => of.store.review(at, status, comment, earlier) };
}

const list = async (path: string): Promise<readonly Item[]> => {
  const url = `/spaces/${place.space}/change-requests/${place.changeRequest}/${path}`;
  return ((await (await opened.call('GET', url)).json()) as { items: Item[] }).items;
};
const sentTexts = async () =>
  (await list('comments?format=markdown&limit=1000')).map(({ body }) => body?.markdown ?? '');
const reviews = async () => (await list('reviews')).filter(({ reviewer }) => reviewer?.id === userId('mara'));

const box = (quote: string): DraftTarget => ({ kind: 'thread', place, quote });
const textsOf = (threads: Threads) => threads.reviews.comments(place).map(({ text }) => text);

test('comments added to a review are kept, not sent, and leave their input boxes empty', async () => {
  const { drafts, reviews: pending } = openWindow();
  await drafts.keep(box('Press'), 'Which button?');

  await pending.add(box('Press'), 'Which button?');
  await pending.add(box('Press'), 'And which lamp?');

  assert.equal(await drafts.get(box('Press')), undefined);
  assert.ok(!(await sentTexts()).some((markdown) => markdown.includes('Which button?')));
  const restarted = openWindow();
  await restarted.drafts.load();
  assert.deepEqual(textsOf(restarted), ['Which button?', 'And which lamp?']);
  assert.deepEqual(restarted.drafts.unsent(), []);
});

test('submitting a review sends each comment once, then the verdict with its summary', async () => {
  const threads = openWindow();
  await threads.reviews.add(box('Press'), 'Which button?');
  await threads.reviews.add(box('Press'), 'Which button?');

  const outcome = await threads.reviews.submit(place, 'Two questions.', await verdict('changes-requested'));

  const sent = (await sentTexts()).filter((markdown) => markdown === '> Press\n\nWhich button?');
  assert.deepEqual([sent.length, outcome], [2, { sent: 2, failed: [] }]);
  assert.deepEqual(
    (await reviews()).map(({ status }) => status),
    ['changes-requested'],
  );
  assert.ok((await sentTexts()).includes('Two questions.'), 'the platform tells a summary among the comments, too');
  assert.deepEqual([threads.drafts.cached(), storage.texts.size], [[], 0]);
});

test('a failing comment stays pending, the others are sent, and the verdict waits for it', async () => {
  const threads = openWindow();
  for (const text of ['First.', 'Second.', 'Third.']) await threads.reviews.add(box('Press'), text);
  const refused = () => Promise.resolve(new Response('{}', { status: 503 }));
  instead = (request) => (request.method === 'POST' ? whenBody(request, /Second/, refused) : undefined);

  const { sent, failed } = await threads.reviews.submit(place, 'Hm.', await verdict('approved'));

  assert.deepEqual([sent, failed.map(({ draft }) => draft.text)], [2, ['Second.']]);
  assert.deepEqual([textsOf(threads), (await reviews()).length], [['Second.'], 0]);
  instead = undefined;
  await threads.reviews.submit(place, 'Hm.', await verdict('approved'));
  const own = (await sentTexts()).filter((markdown) => /(First|Second|Third)\.$/.test(markdown));
  assert.deepEqual([own.length, (await reviews()).length, threads.drafts.cached()], [3, 1, []]);
});

test("the next window doesn't resend comments and a verdict that arrived when the connection dropped", async () => {
  const threads = openWindow();
  await threads.reviews.add(box('Press'), 'Which button?');
  instead = async (request) => {
    if (request.method === 'POST') await local.handle(request);
    throw new TypeError('The connection broke.');
  };
  const first = await threads.reviews.submit(place, 'Good.', await verdict('approved'));
  assert.equal(first.failed.length, 1);
  instead = undefined;
  opened.instead = async (request, platform) => {
    if (request.method === 'POST') await platform(request);
    throw new TypeError('The connection broke.');
  };
  const given = await verdict('approved');
  const next = openWindow();
  await assert.rejects(next.reviews.submit(place, 'Good.', given));
  opened.instead = undefined;

  const last = openWindow();
  await last.reviews.submit(place, 'Good.', { ...(await verdict('approved', openChangeRequests(local))), before: [] });

  assert.equal((await sentTexts()).filter((markdown) => markdown.includes('Which button?')).length, 1);
  assert.equal((await reviews()).length, 1);
  assert.deepEqual(last.drafts.cached(), []);
});

test('two windows that submit the same review at once send it once', async () => {
  const [one, other] = [openWindow(), openWindow()];
  await one.reviews.add(box('Press'), 'Which button?');
  await other.drafts.load();

  await Promise.all([
    one.reviews.submit(place, 'Good.', await verdict('approved')),
    other.reviews.submit(place, 'Good.', await verdict('approved', openChangeRequests(local))),
  ]);

  assert.equal((await sentTexts()).filter((markdown) => markdown.includes('Which button?')).length, 1);
  assert.equal((await reviews()).length, 1);
});

test('a summary without a verdict is sent as a comment', async () => {
  const threads = openWindow();
  await threads.reviews.add(box('Press'), 'Which button?');

  await threads.reviews.submit(place, 'Only questions.', undefined);

  const sent = await sentTexts();
  assert.ok(sent.includes('Only questions.') && sent.includes('> Press\n\nWhich button?'), sent.join('\n'));
  assert.deepEqual([(await reviews()).length, threads.drafts.cached()], [0, []]);
});

test("a comment that another window discarded isn't sent", async () => {
  const [one, other] = [openWindow(), openWindow()];
  await one.reviews.add(box('Press'), 'Which button?');
  await one.reviews.add(box('Press'), 'And which lamp?');
  await other.reviews.discard(place);

  const outcome = await one.reviews.submit(place, '', undefined);

  assert.deepEqual(outcome, { sent: 0, failed: [] });
  assert.ok(!(await sentTexts()).some((markdown) => /button\?|lamp\?/.test(markdown)));
});

test('a comment with unknown outcome is confirmed after it was added to a review', async () => {
  const threads = openWindow();
  let isBroken = true;
  instead = async (request) => {
    if (!isBroken) return local.handle(request);
    if (request.method === 'POST') await local.handle(request);
    throw new TypeError('The connection broke.');
  };
  await assert.rejects(threads.send(box('Press'), 'Which button?'));
  isBroken = false;

  await threads.reviews.add(box('Press'), 'Which button?');
  await threads.reviews.submit(place, '', undefined);

  assert.equal((await sentTexts()).filter((markdown) => markdown.includes('Which button?')).length, 1);
  assert.deepEqual(threads.drafts.cached(), []);
});

test("a summary that changed after its verdict had arrived isn't lost", async () => {
  const threads = openWindow();
  const given = await verdict('approved');
  opened.instead = async (request, platform) => {
    if (request.method === 'POST') await platform(request);
    throw new TypeError('The connection broke.');
  };
  await assert.rejects(threads.reviews.submit(place, 'Good.', given));
  opened.instead = undefined;

  await threads.reviews.submit(place, 'Good, but for the title.', await verdict('approved'));

  assert.equal((await reviews()).length, 1);
  const summaries = (await sentTexts()).filter((markdown) => markdown.startsWith('Good'));
  assert.deepEqual([summaries, threads.drafts.cached()], [['Good, but for the title.'], []]);
});

test('a summary and a pending comment can be changed and discarded like any draft', async () => {
  const threads = openWindow();
  await threads.reviews.add(box('Press'), 'Which button?');
  await threads.drafts.keep(threads.reviews.summary(place), 'Hm.');
  const [pending] = threads.reviews.comments(place);
  assert.ok(pending);

  await threads.drafts.keep(pending.target, 'Which of the two buttons?');
  const changed = textsOf(threads);
  await threads.drafts.discard(pending.target);

  assert.deepEqual([changed, textsOf(threads)], [['Which of the two buttons?'], []]);
  assert.equal((await threads.drafts.get(threads.reviews.summary(place)))?.text, 'Hm.');
});

async function whenBody(request: Request, text: RegExp, answer: () => Promise<Response>): Promise<Response> {
  const copy = request.clone();
  return text.test(await copy.text()) ? answer() : local.handle(request);
}

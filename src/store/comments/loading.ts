import pMap from 'p-map';
import type { Comment } from '../../contract/comments/comments.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';
import { createLane, createLanes } from '../shared/lane.ts';
import { cut, pagesOf } from '../shared/pagesOf.ts';
import { shownOfPage, shownReplies, shownThreads } from './shown.ts';
import { notify, type CommentsState } from './state.ts';
import type { Comments, CachedReplies } from './threads.ts';

/** Number of threads or replies per request: the API's maximum. */
const atOnce = 1000;

/** Limit of requests for replies that run at the same time. */
const mostRequests = 4;

const noReplies: CachedReplies = { replies: [], hasMore: false };

/** Fetches threads and replies, and caches them. */
export function createLoading(
  state: CommentsState,
): Pick<Comments, 'load' | 'more' | 'ofPage' | 'refresh' | 'replies' | 'moreReplies' | 'unfold'> {
  const { cache, pages } = state;
  const lane = createLane();
  const replyLane = createLanes();

  async function loadReplies(thread: string, signal: AbortSignal | undefined): Promise<void> {
    if (shownReplies(state, thread)) return;
    await replyLane(thread).share('replies', signal, (shared) => askReplies(state, thread, undefined, shared));
  }

  return {
    async load({ signal } = {}) {
      if (!state.whole) {
        await lane.share('load', signal, async (shared) => (state.whole ? undefined : askThreads(state, 1, shared)));
      }
      return shownThreads(state);
    },
    async more({ signal } = {}) {
      await lane.renew('more', signal, async (shared) => {
        if (state.whole?.hasMore !== false) await askThreads(state, 1, shared, state.whole);
      });
      return shownThreads(state);
    },
    async ofPage(pageId, { signal } = {}) {
      const isCached = () => pages.has(pageId) || state.whole?.hasMore === false;
      if (!isCached()) {
        await lane.share(`page ${pageId}`, signal, async (shared) =>
          isCached() ? undefined : askPage(state, pageId, shared),
        );
      }
      return shownOfPage(state, pageId);
    },
    refresh: ({ signal, page } = {}) =>
      lane.renew(`refresh ${page ?? ''}`, signal, (shared) => refresh(state, shared, page)),
    async replies(thread, { signal } = {}) {
      await loadReplies(thread, signal);
      return shownReplies(state, thread) ?? noReplies;
    },
    async moreReplies(thread, { signal } = {}) {
      await replyLane(thread).renew('more', signal, async (shared) => {
        const next = cache.replies(thread)?.next;
        if (next !== undefined || !cache.replies(thread)) await askReplies(state, thread, next, shared);
      });
      return shownReplies(state, thread) ?? noReplies;
    },
    async unfold(threads, { signal } = {}) {
      const unfolded = async (thread: string): Promise<void> => {
        try {
          await loadReplies(thread, signal);
        } catch (error) {
          if (!isKind(error, 'unsupported', 'missing')) throw error;
        }
      };
      await pMap(threads, unfolded, { concurrency: mostRequests });
    },
  };
}

/** Requests this many pages of the whole list, starting after the cached ones. */
async function askThreads(
  state: CommentsState,
  most: number,
  signal: AbortSignal,
  before?: CommentsState['whole'],
): Promise<void> {
  const { cache, currentUserId, now } = state;
  await currentUserId();
  const { items, turn, count, cursors, hasMore } = await walk(state, most, before?.cursors ?? [], signal);
  const scope = before ? [] : scopeOf(state, items, hasMore);
  state.whole = { asOf: now(), pages: (before?.pages ?? 0) + count, cursors, hasMore };
  state.failure = undefined;
  notify(state, cache.learn(items, turn, scope));
}

async function walk(
  { calls, turns }: CommentsState,
  most: number,
  after: readonly string[],
  signal: AbortSignal,
  targetPage?: string,
) {
  const turn = turns();
  const items: Comment[] = [];
  let count = 0;
  let hasMore = false;
  let cursors = after;
  const ask = (page: string | undefined) => calls.list({ page, limit: atOnce, targetPage }, { signal });
  for await (const page of pagesOf(ask, after)) {
    items.push(...page.list.items);
    ({ hasMore, cursors } = page);
    if (++count >= most) break;
  }
  return { items, turn, hasMore, cursors, count };
}

/** Ids of the threads that would be in the list if they still existed. */
function scopeOf({ cache }: CommentsState, items: readonly Comment[], hasMore: boolean): string[] {
  const all = cache.all().map(({ id }) => id);
  if (!hasMore) return all;
  const last = all.indexOf(items.at(-1)?.id ?? '');
  return last < 0 ? [] : all.slice(0, last);
}

async function askPage(state: CommentsState, pageId: string, signal: AbortSignal): Promise<void> {
  const { cache, currentUserId, pages } = state;
  await currentUserId();
  const { items, turn } = await walk(state, Number.POSITIVE_INFINITY, [], signal, pageId);
  const isOfPage = (comment: Comment): boolean => comment.target?.page?.id === pageId;
  const scope = cache.all().filter(isOfPage);
  pages.add(pageId);
  notify(
    state,
    cache.learn(
      items.filter(isOfPage),
      turn,
      scope.map(({ id }) => id),
    ),
  );
}

async function askReplies(
  state: CommentsState,
  thread: string,
  after: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { cache, calls, turns } = state;
  const turn = turns();
  const list = await calls.replies(thread, { page: after, limit: atOnce }, { signal });
  if (list.isCut) throw cut();
  const before = after === undefined ? [] : (cache.replies(thread)?.items ?? []);
  const items = [...new Map([...before, ...list.items].map((reply) => [reply.id, reply])).values()];
  const next = list.next?.page === after ? undefined : list.next?.page;
  if (cache.learnReplies(thread, { items, next }, turn)) notify(state, [thread]);
}

async function refresh(state: CommentsState, signal: AbortSignal, pageId: string | undefined): Promise<void> {
  const { cache, pages, whole } = state;
  const counts = new Map(cache.all().map((comment) => [comment.id, comment.replies]));
  try {
    // If the whole list is one page, fetching it costs no more than fetching one page's threads.
    if (whole && (pageId === undefined || whole.pages === 1)) await askThreads(state, whole.pages, signal);
    else if (pageId !== undefined) await askPage(state, pageId, signal);
    else for (const page of pages) await askPage(state, page, signal);
    const changed = cache.all().filter(({ id, replies }) => cache.replies(id) && counts.get(id) !== replies);
    for (const { id } of changed) await askReplies(state, id, undefined, signal);
    state.failure = undefined;
  } catch (error) {
    const failure = failureOf(error);
    if (!failure || isKind(error, 'cancelled')) throw error;
    state.failure = failure;
  }
}

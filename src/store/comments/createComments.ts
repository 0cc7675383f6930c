import pMap from 'p-map';
import type { ApiError } from '../../client/errors.ts';
import type { Comment, CommentReply } from '../../contract/comments/comments.ts';
import type { DiscussionPlace } from '../../model/comments/place.ts';
import { postOf, threadOf, type Me, type Post, type Thread } from '../../model/comments/threads.ts';
import { withBody, withReaction, withResolution, type Act } from './pendingActions.ts';
import type { CommentCalls } from './calls.ts';
import { failureOf, isKind, mayHaveHappened } from '../shared/failure.ts';
import { heardComments } from './cache.ts';
import { createLane, type Lane } from '../shared/lane.ts';
import type { Turns } from '../shared/pagedList.ts';
import { pagesOf } from '../shared/pagesOf.ts';
import type { Discussion, DiscussionChange, KnownReplies, KnownThreads, PostAddress } from './threads.ts';

/** What sending needs beyond what everybody may do. */
export interface OpenDiscussion extends Discussion {
  readonly calls: CommentCalls;
  /** Shows a new thread or reply while `post` posts it, and keeps what comes of it. */
  postThread(comment: Comment, post: () => Promise<Comment>): Promise<Comment>;
  postReply(thread: string, reply: CommentReply, post: () => Promise<CommentReply>): Promise<CommentReply>;
  /** What was found to have arrived. */
  heard(comment: Comment): void;
  heardReply(thread: string, reply: CommentReply): void;
}

export interface DiscussionParts {
  readonly place: DiscussionPlace;
  readonly calls: CommentCalls;
  readonly now: () => number;
  readonly turns: Turns;
  readonly me: () => Promise<Me>;
  readonly knownMe: () => Me;
  readonly onChange: (threads: readonly string[], sent?: DiscussionChange['sent']) => void;
}

/** How many threads or replies are asked for at once: the most that the platform gives. */
const atOnce = 1000;

/** Stands for oneself where the server does not tell who one is. */
const somebody = '(me)';

export function createDiscussion(parts: DiscussionParts): OpenDiscussion {
  const { place, calls, now, turns, me, knownMe, onChange } = parts;
  const lane = createLane();
  const replyLanes = new Map<string, Lane>();
  const heard = heardComments(turns);
  const acts: Act[] = [];
  /** Acts on one thread go to the platform one after the other. */
  const queues = new Map<string, Promise<unknown>>();
  /** Pages whose threads are known, and when the platform said so. */
  const pages = new Map<string, number>();
  let whole: { readonly asOf: number; readonly pages: number; readonly hasMore: boolean } | undefined;
  let cursors: readonly string[] = [];
  let failure: ApiError | undefined;
  let shown: readonly Thread[] | undefined;
  const looks = new WeakMap<Comment, { readonly me: Me; readonly thread: Thread }>();

  function tell(threads: readonly string[], sent?: DiscussionChange['sent']): void {
    if (threads.length === 0) return;
    shown = undefined;
    onChange(threads, sent);
  }

  function commentNow(id: string): Comment | undefined {
    let comment = heard.get(id) ?? acts.find((act) => act.made?.id === id)?.made;
    for (const act of acts) {
      if (comment && act.thread === id && act.comment) comment = act.comment(comment);
    }
    return comment;
  }

  function threadNow(id: string): Thread | undefined {
    const comment = commentNow(id);
    if (!comment) return undefined;
    const isPending = acts.some((act) => act.pending.includes(id));
    const kept = looks.get(comment);
    if (!isPending && kept && kept.me === knownMe()) return kept.thread;
    const thread = threadOf(comment, knownMe() ?? somebody, isPending);
    if (!isPending) looks.set(comment, { me: knownMe(), thread });
    return thread;
  }

  function threadsNow(): readonly Thread[] {
    if (shown) return shown;
    const fresh = acts.flatMap((act) => (act.made ? [act.made.id] : []));
    const ids = [...fresh, ...heard.all().map(({ id }) => id)];
    return (shown = [...new Set(ids)].map(threadNow).filter((thread) => thread !== undefined));
  }

  function known(): KnownThreads {
    return { threads: threadsNow(), asOf: whole?.asOf ?? 0, hasMore: whole?.hasMore ?? true, failure };
  }

  function knownOfPage(pageId: string): readonly Thread[] {
    return threadsNow().filter(({ page }) => page?.id === pageId);
  }

  function knownReplies(thread: string): KnownReplies | undefined {
    const comment = heard.get(thread) ?? acts.find((act) => act.made?.id === thread)?.made;
    const replies = heard.replies(thread) ?? (comment?.replies === 0 ? { items: [], next: undefined } : undefined);
    if (!comment || !replies) return undefined;
    let items = replies.items;
    for (const act of acts) if (act.thread === thread && act.replies) items = act.replies(items);
    const pending = new Set(acts.flatMap((act) => act.pending));
    const posts: Post[] = items.map((reply) => postOf(reply, knownMe() ?? somebody, pending.has(reply.id)));
    return { replies: posts, hasMore: replies.next !== undefined };
  }

  /** Asks for so many pages of the whole list, after those that came before. */
  async function walk(most: number, after: readonly string[], signal: AbortSignal, targetPage?: string) {
    const turn = turns();
    const items: Comment[] = [];
    let count = 0;
    let hasMore = false;
    let latest = after;
    const ask = (page: string | undefined) => calls.list({ page, limit: atOnce, targetPage }, { signal });
    for await (const page of pagesOf(ask, after)) {
      items.push(...page.list.items);
      ({ hasMore, cursors: latest } = page);
      if (++count >= most) break;
    }
    return { items, turn, hasMore, cursors: latest, count };
  }

  async function loadPages(most: number, isMore: boolean, signal: AbortSignal): Promise<void> {
    await me();
    const before = isMore ? (whole?.pages ?? 0) : 0;
    const walked = await walk(most, isMore ? cursors : [], signal);
    const scope = isMore ? [] : scopeOf(walked.items, walked.hasMore);
    whole = { asOf: now(), pages: before + walked.count, hasMore: walked.hasMore };
    cursors = walked.cursors;
    failure = undefined;
    tell(heard.learn(walked.items, walked.turn, scope));
  }

  /** What would be in the list if it were still there. */
  function scopeOf(items: readonly Comment[], hasMore: boolean): string[] {
    const all = heard.all().map(({ id }) => id);
    if (!hasMore) return all;
    const last = all.indexOf(items.at(-1)?.id ?? '');
    return last < 0 ? [] : all.slice(0, last);
  }

  async function askPage(pageId: string, signal: AbortSignal): Promise<void> {
    await me();
    const walked = await walk(Number.POSITIVE_INFINITY, [], signal, pageId);
    const ofPage = walked.items.filter((comment) => comment.target?.page?.id === pageId);
    const scope = heard.all().filter((comment) => comment.target?.page?.id === pageId);
    pages.set(pageId, now());
    const ids = scope.map(({ id }) => id);
    tell(heard.learn(ofPage, walked.turn, ids));
  }

  async function askReplies(thread: string, after: string | undefined, signal: AbortSignal): Promise<void> {
    const turn = turns();
    const list = await calls.replies(thread, { page: after, limit: atOnce }, { signal });
    const before = after === undefined ? [] : (heard.replies(thread)?.items ?? []);
    const items = [...new Map([...before, ...list.items].map((reply) => [reply.id, reply])).values()];
    const next = list.next?.page === after ? undefined : list.next?.page;
    if (heard.learnReplies(thread, { items, next }, turn)) tell([thread]);
  }

  function replyLane(thread: string): Lane {
    const made = replyLanes.get(thread) ?? createLane(() => replyLanes.delete(thread));
    replyLanes.set(thread, made);
    return made;
  }

  async function refresh(signal: AbortSignal, pageId: string | undefined): Promise<void> {
    const counts = new Map(heard.all().map((comment) => [comment.id, comment.replies]));
    try {
      // Of a few threads the whole list costs no more than those of a page.
      if (whole && (pageId === undefined || whole.pages === 1)) await loadPages(whole.pages, false, signal);
      else if (pageId !== undefined) await askPage(pageId, signal);
      else for (const page of pages.keys()) await askPage(page, signal);
      const changed = heard.all().filter(({ id, replies }) => heard.replies(id) && counts.get(id) !== replies);
      for (const { id } of changed) await askReplies(id, undefined, signal);
      failure = undefined;
    } catch (error) {
      const known = failureOf(error);
      if (!known || isKind(error, 'cancelled')) throw error;
      failure = known;
    }
  }

  /** Shows an act at once; takes it back when the platform refuses it. */
  async function perform<Result>(
    act: Act,
    run: () => Promise<Result>,
    keep: (result: Result) => void,
  ): Promise<Result> {
    acts.push(act);
    tell([act.thread]);
    const before = queues.get(act.thread) ?? Promise.resolve();
    const running = before.then(run, run);
    const settled = running.catch(() => undefined);
    queues.set(act.thread, settled);
    try {
      const result = await running;
      acts.splice(acts.indexOf(act), 1);
      keep(result);
      return result;
    } catch (error) {
      acts.splice(acts.indexOf(act), 1);
      if (isKind(error, 'missing')) await forgetIfGone(act.thread);
      throw error;
    } finally {
      if (queues.get(act.thread) === settled) queues.delete(act.thread);
      tell([act.thread]);
    }
  }

  /** What was missing may have been the thread itself. */
  async function forgetIfGone(thread: string): Promise<void> {
    try {
      heard.set(await calls.get(thread, {}));
    } catch (error) {
      if (isKind(error, 'missing')) heard.delete(thread);
    }
  }

  /** For acts that say how something is to be: when no answer came, how it is now tells whether they were done. */
  async function settled<Result>(
    act: () => Promise<Result>,
    look: () => Promise<Result>,
    isDone: (result: Result) => boolean,
  ): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      if (!mayHaveHappened(error)) throw error;
      const now = await look().catch(() => undefined);
      if (now !== undefined && isDone(now)) return now;
      throw error;
    }
  }

  function setResolved(thread: string, isResolved: boolean): Promise<void> {
    const act: Act = {
      thread,
      comment: (comment) => withResolution(comment, isResolved, knownMe() ?? somebody, now()),
      pending: [],
    };
    const run = () =>
      settled(
        () => calls.update(thread, { resolved: isResolved }),
        () => calls.get(thread, {}),
        ({ status }) => (status === 'resolved') === isResolved,
      );
    return perform(act, run, keepComment).then(() => undefined);
  }

  /** The reply to an update may come without what was not asked for. */
  function keepComment(comment: Comment): void {
    const before = heard.get(comment.id);
    heard.set({ ...before, ...comment, body: bodyKept(comment, before) });
  }

  /** An answer that was not asked for in Markdown may come without it. */
  function bodyKept(post: Comment | CommentReply, before: Comment | CommentReply | undefined): Comment['body'] {
    return typeof post.body?.markdown === 'string' || !before?.body ? post.body : before.body;
  }

  async function change(
    { thread, reply }: PostAddress,
    update: { body?: { markdown: string }; addedReactions?: string[]; removedReactions?: string[] },
    look: <Posted extends Comment | CommentReply>(post: Posted) => Posted,
    isDone: (post: Comment | CommentReply) => boolean,
  ): Promise<void> {
    const withText = <Posted extends Comment | CommentReply>(post: Posted): Posted =>
      update.body && typeof post.body?.markdown !== 'string' ? withBody(post, update.body.markdown) : post;
    if (reply === undefined) {
      const run = () =>
        settled<Comment>(
          () => calls.update(thread, update).then(withText),
          () => calls.get(thread, {}),
          isDone,
        );
      await perform({ thread, comment: look, pending: [] }, run, keepComment);
      return;
    }
    const run = () =>
      settled<CommentReply>(
        () => calls.updateReply(thread, reply, update).then(withText),
        () => calls.reply(thread, reply),
        isDone,
      );
    const replies = (all: readonly CommentReply[]) => all.map((each) => (each.id === reply ? look(each) : each));
    await perform({ thread, replies, pending: [] }, run, (kept) => {
      const before = heard.replies(thread)?.items.find(({ id }) => id === reply);
      heard.setReply(thread, { ...before, ...kept, body: bodyKept(kept, before) });
    });
  }

  async function remove({ thread, reply }: PostAddress): Promise<void> {
    const run = async (): Promise<void> => {
      try {
        await (reply === undefined ? calls.delete(thread) : calls.deleteReply(thread, reply));
      } catch (error) {
        if (isKind(error, 'missing')) return;
        if (!mayHaveHappened(error)) throw error;
        const look: Promise<unknown> = reply === undefined ? calls.get(thread, {}) : calls.reply(thread, reply);
        const isGone = await look.then(
          () => false,
          (failure: unknown) => isKind(failure, 'missing'),
        );
        if (!isGone) throw error;
      }
    };
    if (reply === undefined) {
      await perform({ thread, comment: () => undefined, pending: [] }, run, () => heard.delete(thread));
      return;
    }
    const act: Act = {
      thread,
      comment: (comment) => ({ ...comment, replies: Math.max(0, (comment.replies ?? 0) - 1) }),
      replies: (all) => all.filter(({ id }) => id !== reply),
      pending: [],
    };
    await perform(act, run, () => heard.deleteReply(thread, reply));
  }

  return {
    place,
    calls,
    known,
    thread: threadNow,
    knownOfPage,
    knownReplies,
    async load({ signal } = {}) {
      if (!whole) {
        await lane.share('load', signal, async (shared) => (whole ? undefined : loadPages(1, false, shared)));
      }
      return known();
    },
    async more({ signal } = {}) {
      await lane.renew('more', signal, async (shared) => {
        if (whole?.hasMore !== false) await loadPages(1, whole !== undefined, shared);
      });
      return known();
    },
    async ofPage(pageId, { signal } = {}) {
      const isKnown = () => pages.has(pageId) || whole?.hasMore === false;
      if (!isKnown()) {
        await lane.share(`page ${pageId}`, signal, async (shared) => (isKnown() ? undefined : askPage(pageId, shared)));
      }
      return knownOfPage(pageId);
    },
    refresh: ({ signal, page } = {}) => lane.renew(`refresh ${page ?? ''}`, signal, (shared) => refresh(shared, page)),

    async replies(thread, { signal } = {}) {
      if (!knownReplies(thread)) {
        await replyLane(thread).share('replies', signal, (shared) => askReplies(thread, undefined, shared));
      }
      return knownReplies(thread) ?? { replies: [], hasMore: false };
    },
    async moreReplies(thread, { signal } = {}) {
      await replyLane(thread).renew('more', signal, async (shared) => {
        const next = heard.replies(thread)?.next;
        if (next !== undefined || !heard.replies(thread)) await askReplies(thread, next, shared);
      });
      return knownReplies(thread) ?? { replies: [], hasMore: false };
    },

    async unfold(threads, { signal } = {}) {
      const unfolded = async (thread: string): Promise<void> => {
        try {
          if (!knownReplies(thread)) {
            await replyLane(thread).share('replies', signal, (shared) => askReplies(thread, undefined, shared));
          }
        } catch (error) {
          if (!isKind(error, 'unsupported', 'missing')) throw error;
        }
      };
      await pMap(threads, unfolded, { concurrency: 4 });
    },

    resolve: (thread) => setResolved(thread, true),
    reopen: (thread) => setResolved(thread, false),
    react: (post, emoji, isOn) =>
      change(
        post,
        isOn ? { addedReactions: [emoji] } : { removedReactions: [emoji] },
        (each) => withReaction(each, emoji, isOn, knownMe() ?? somebody),
        ({ reactions }) => {
          const users = reactions?.find((each) => each.emoji === emoji)?.users ?? [];
          return users.some(({ user }) => user?.id === knownMe()) === isOn;
        },
      ),
    edit: (post, markdown) =>
      change(
        post,
        { body: { markdown } },
        (each) => withBody(each, markdown),
        ({ body }) => body?.markdown?.trim() === markdown.trim(),
      ),
    delete: remove,

    postThread: (comment, post) =>
      perform({ thread: comment.id, made: comment, pending: [comment.id] }, post, (kept) => {
        heard.set({ ...kept, body: bodyKept(kept, comment) });
        tell([kept.id, comment.id], { pending: comment.id, thread: kept.id });
      }),
    postReply(thread, reply, post) {
      const act: Act = {
        thread,
        comment: (comment) => ({ ...comment, replies: (comment.replies ?? 0) + 1 }),
        replies: (all) => [...all, reply],
        pending: [reply.id],
      };
      return perform(act, post, (kept) => heard.addReply(thread, { ...kept, body: bodyKept(kept, reply) }));
    },
    heard(comment) {
      heard.set(comment);
      tell([comment.id]);
    },
    heardReply(thread, reply) {
      heard.addReply(thread, reply);
      tell([thread]);
    },
  };
}

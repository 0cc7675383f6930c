import type { Comment, CommentReply } from '../../contract/comments/comments.ts';
import { isSame } from '../../model/shared/same.ts';
import type { Turns } from '../shared/pagedList.ts';

/** Replies of a thread as last received, oldest first. */
export interface CachedReplies {
  readonly items: readonly CommentReply[];
  /** Cursor of the next page; undefined at the end. */
  readonly next: string | undefined;
}

/**
 * Comments and replies as last received. The reply to a request that was sent before a user's action says nothing about
 * the action's outcome.
 */
export interface CommentCache {
  get(id: string): Comment | undefined;
  /** Newest first. */
  all(): readonly Comment[];
  replies(thread: string): CachedReplies | undefined;
  /**
   * Caches a list that was requested in this turn, and returns the ids of the threads that changed. `scope` holds the
   * ids in the previous reply to the same request: those missing now are removed.
   */
  learn(comments: readonly Comment[], turn: number, scope?: Iterable<string>): string[];
  learnReplies(thread: string, replies: CachedReplies, turn: number): boolean;
  /** Caches the outcome of a user's action. Replies to requests from before it are ignored. */
  set(comment: Comment): void;
  addReply(thread: string, reply: CommentReply): void;
  setReply(thread: string, reply: CommentReply): void;
  delete(id: string): void;
  deleteReply(thread: string, reply: string): void;
}

export function createCommentCache(turns: Turns): CommentCache {
  const comments = new Map<string, Comment>();
  const replies = new Map<string, CachedReplies>();
  /** The turn of the user's last action on a thread. */
  const changedIn = new Map<string, number>();
  let sorted: readonly Comment[] | undefined;

  function put(comment: Comment): boolean {
    const before = comments.get(comment.id);
    if (before && isSame(before, comment)) return false;
    comments.set(comment.id, comment);
    sorted = undefined;
    return true;
  }

  function drop(id: string): boolean {
    sorted = undefined;
    replies.delete(id);
    return comments.delete(id);
  }

  function isOlder(turn: number, thread: string): boolean {
    return turn < (changedIn.get(thread) ?? 0);
  }

  function changeCount(thread: string, by: number): void {
    const comment = comments.get(thread);
    if (comment) put({ ...comment, replies: Math.max(0, (comment.replies ?? 0) + by) });
  }

  return {
    get: (id) => comments.get(id),
    all: () => (sorted ??= newestFirst([...comments.values()])),
    replies: (thread) => replies.get(thread),
    learn(list, turn, scope = []) {
      const news = list.filter((comment) => !isOlder(turn, comment.id) && put(comment)).map(({ id }) => id);
      const listed = new Set(list.map(({ id }) => id));
      const gone = [...scope].filter((id) => !listed.has(id) && !isOlder(turn, id) && drop(id));
      return [...news, ...gone];
    },
    learnReplies(thread, cached, turn) {
      const before = replies.get(thread);
      if (isOlder(turn, thread) || isSame(before, cached)) return false;
      replies.set(thread, cached);
      const comment = comments.get(thread);
      if (comment && cached.next === undefined) put({ ...comment, replies: cached.items.length });
      return true;
    },
    set(comment) {
      changedIn.set(comment.id, turns());
      put(comment);
    },
    addReply(thread, reply) {
      changedIn.set(thread, turns());
      const cached = replies.get(thread) ?? (comments.get(thread)?.replies === 0 ? noReplies : undefined);
      if (cached?.items.some(({ id }) => id === reply.id)) return;
      if (cached) replies.set(thread, { ...cached, items: [...cached.items, reply] });
      changeCount(thread, 1);
    },
    setReply(thread, reply) {
      changedIn.set(thread, turns());
      const cached = replies.get(thread);
      if (!cached) return;
      replies.set(thread, { ...cached, items: cached.items.map((each) => (each.id === reply.id ? reply : each)) });
    },
    delete(id) {
      changedIn.set(id, turns());
      drop(id);
    },
    deleteReply(thread, reply) {
      changedIn.set(thread, turns());
      const cached = replies.get(thread);
      if (cached) replies.set(thread, { ...cached, items: cached.items.filter(({ id }) => id !== reply) });
      changeCount(thread, -1);
    },
  };
}

const noReplies: CachedReplies = { items: [], next: undefined };

function newestFirst(comments: readonly Comment[]): readonly Comment[] {
  return comments
    .map((comment) => ({ comment, time: Date.parse(comment.postedAt ?? '') || 0 }))
    .sort((one, other) => other.time - one.time || (one.comment.id < other.comment.id ? -1 : 1))
    .map(({ comment }) => comment);
}

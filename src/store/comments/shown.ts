import type { Comment } from '../../contract/comments/comments.ts';
import { postOf, threadOf, type Thread } from '../../model/comments/threads.ts';
import { ownId, type CommentsState } from './state.ts';
import type { CachedReplies, CachedThreads } from './threads.ts';

/** A thread including the user's pending actions. */
export function shownThread(state: CommentsState, id: string): Thread | undefined {
  const { cachedCurrentUser, pendingActions, threadOfComment } = state;
  const comment = shownComment(state, id);
  if (!comment) return undefined;
  const isPending = pendingActions.some((action) => action.pending.includes(id));
  const before = threadOfComment.get(comment);
  if (!isPending && before && before.currentUserId === cachedCurrentUser()) return before.thread;
  const thread = threadOf(comment, ownId(state), isPending);
  if (!isPending) threadOfComment.set(comment, { currentUserId: cachedCurrentUser(), thread });
  return thread;
}

function shownComment(state: CommentsState, id: string): Comment | undefined {
  let comment = commentBefore(state, id);
  for (const action of state.pendingActions) {
    if (comment && action.thread === id && action.comment) comment = action.comment(comment);
  }
  return comment;
}

/** The thread without the changes of pending actions. */
function commentBefore({ cache, pendingActions }: CommentsState, id: string): Comment | undefined {
  return cache.get(id) ?? pendingActions.find((action) => action.made?.id === id)?.made;
}

export function shownThreads(state: CommentsState): CachedThreads {
  const { whole, failure } = state;
  return { threads: allShown(state), asOf: whole?.asOf ?? 0, hasMore: whole?.hasMore ?? true, failure };
}

export function shownOfPage(state: CommentsState, pageId: string): readonly Thread[] {
  return allShown(state).filter(({ page }) => page?.id === pageId);
}

function allShown(state: CommentsState): readonly Thread[] {
  if (state.shown) return state.shown;
  const made = state.pendingActions.flatMap((action) => (action.made ? [action.made.id] : []));
  const ids = new Set([...made, ...state.cache.all().map(({ id }) => id)]);
  return (state.shown = [...ids].flatMap((id) => shownThread(state, id) ?? []));
}

export function shownReplies(state: CommentsState, thread: string): CachedReplies | undefined {
  const { cache, pendingActions } = state;
  const comment = commentBefore(state, thread);
  const replies = cache.replies(thread) ?? (comment?.replies === 0 ? { items: [], next: undefined } : undefined);
  if (!comment || !replies) return undefined;
  let { items } = replies;
  for (const action of pendingActions) if (action.thread === thread && action.replies) items = action.replies(items);
  const pending = new Set(pendingActions.flatMap((action) => action.pending));
  return {
    replies: items.map((reply) => postOf(reply, ownId(state), pending.has(reply.id))),
    hasMore: replies.next !== undefined,
  };
}

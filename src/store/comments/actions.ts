import type { Comment, CommentReply } from '../../contract/comments/comments.ts';
import { isKind } from '../../model/shared/failure.ts';
import { deleteOnce } from '../shared/deleteOnce.ts';
import type { CommentUpdate } from './calls.ts';
import { withBody, withReaction, withResolution, type PendingAction } from './pendingActions.ts';
import { notify, ownId, type CommentsState } from './state.ts';
import type { Comments, PostAddress } from './threads.ts';

type Post = Comment | CommentReply;

export interface CommentActions extends Pick<Comments, 'resolve' | 'reopen' | 'react' | 'edit' | 'delete'> {
  /** Shows a new thread or reply while `post` sends it, and caches the result. */
  postThread(comment: Comment, post: () => Promise<Comment>): Promise<Comment>;
  postReply(thread: string, reply: CommentReply, post: () => Promise<CommentReply>): Promise<CommentReply>;
}

export function createActions(state: CommentsState): CommentActions {
  const { cache, calls, cachedCurrentUser, now, sendOnce } = state;

  function get({ thread, reply }: PostAddress): Promise<Post> {
    return reply === undefined ? calls.get(thread, {}) : calls.reply(thread, reply);
  }

  function keepComment(comment: Comment): void {
    cache.set(updated(cache.get(comment.id), comment));
  }

  async function change(
    { thread, reply }: PostAddress,
    update: CommentUpdate,
    shown: (post: Post) => Post,
    isDone: (post: Post) => boolean,
  ): Promise<void> {
    const ask = (): Promise<Post> =>
      reply === undefined ? calls.update(thread, update) : calls.updateReply(thread, reply, update);
    const run = () =>
      sendOnce<Post>({
        async send() {
          const post = await ask();
          return update.body && typeof post.body?.markdown !== 'string' ? withBody(post, update.body.markdown) : post;
        },
        async look() {
          const post = await get({ thread, reply });
          return isDone(post) ? post : undefined;
        },
      });
    if (reply === undefined) {
      await perform(state, { thread, comment: shown, pending: [] }, run, keepComment);
      return;
    }
    const replies = (all: readonly CommentReply[]) => all.map((each) => (each.id === reply ? shown(each) : each));
    await perform(state, { thread, replies, pending: [] }, run, (stored) => {
      const before = cache.replies(thread)?.items.find(({ id }) => id === reply);
      cache.setReply(thread, updated(before, stored));
    });
  }

  function setResolved(thread: string, isResolved: boolean): Promise<void> {
    return change(
      { thread },
      { resolved: isResolved },
      (comment) => withResolution(comment, isResolved, ownId(state), now()),
      ({ status }) => (status === 'resolved') === isResolved,
    );
  }

  async function remove(address: PostAddress): Promise<void> {
    const { thread, reply } = address;
    const run = () =>
      deleteOnce(
        sendOnce,
        () => (reply === undefined ? calls.delete(thread) : calls.deleteReply(thread, reply)),
        () => get(address),
      );
    if (reply === undefined) {
      await perform(state, { thread, comment: () => undefined, pending: [] }, run, () => cache.delete(thread));
      return;
    }
    const replies = (all: readonly CommentReply[]) => all.filter(({ id }) => id !== reply);
    await perform(state, { thread, comment: withReplies(-1), replies, pending: [] }, run, () =>
      cache.deleteReply(thread, reply),
    );
  }

  return {
    resolve: (thread) => setResolved(thread, true),
    reopen: (thread) => setResolved(thread, false),
    react: (post, emoji, isOn) =>
      change(
        post,
        isOn ? { addedReactions: [emoji] } : { removedReactions: [emoji] },
        (each) => withReaction(each, emoji, isOn, ownId(state)),
        ({ reactions }) => {
          const users = reactions?.find((each) => each.emoji === emoji)?.users ?? [];
          return users.some(({ user }) => user?.id === cachedCurrentUser()) === isOn;
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
      perform(state, { thread: comment.id, made: comment, pending: [comment.id] }, post, (stored) => {
        cache.set({ ...stored, body: bodyOf(comment, stored) });
        notify(state, [stored.id, comment.id], { pending: comment.id, thread: stored.id });
      }),
    postReply(thread, reply, post) {
      const replies = (all: readonly CommentReply[]) => [...all, reply];
      return perform(state, { thread, comment: withReplies(1), replies, pending: [reply.id] }, post, (stored) =>
        cache.addReply(thread, { ...stored, body: bodyOf(reply, stored) }),
      );
    },
  };
}

/**
 * Shows an action at once, and takes it back if the server refuses it. Actions on one thread are sent one after the
 * other.
 */
async function perform<Result>(
  state: CommentsState,
  action: PendingAction,
  run: () => Promise<Result>,
  keep: (result: Result) => void,
): Promise<Result> {
  const { laneOf, pendingActions } = state;
  const { thread } = action;
  pendingActions.push(action);
  notify(state, [thread]);
  try {
    const result = await laneOf(thread).queue(run);
    pendingActions.splice(pendingActions.indexOf(action), 1);
    keep(result);
    return result;
  } catch (error) {
    pendingActions.splice(pendingActions.indexOf(action), 1);
    if (isKind(error, 'missing')) await forgetIfGone(state, thread);
    throw error;
  } finally {
    notify(state, [thread]);
  }
}

/** The thread itself may have been deleted. */
async function forgetIfGone({ cache, calls }: CommentsState, thread: string): Promise<void> {
  try {
    cache.set(await calls.get(thread, {}));
  } catch (error) {
    if (isKind(error, 'missing')) cache.delete(thread);
  }
}

/** The reply to an update may lack fields that didn't change. */
function updated(before: Post | undefined, after: Post): Post {
  return { ...before, ...after, body: bodyOf(before, after) };
}

/** The server may leave out the Markdown of a reply to a request that has no `format`. */
function bodyOf(before: Post | undefined, after: Post): Post['body'] {
  return typeof after.body?.markdown === 'string' || !before?.body ? after.body : before.body;
}

/** Adds `more` to the number of replies. */
function withReplies(more: number): (comment: Comment) => Comment {
  return (comment) => ({ ...comment, replies: Math.max(0, (comment.replies ?? 0) + more) });
}

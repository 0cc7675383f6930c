import type { Comment, CommentReply } from '../../contract/comments/comments.ts';
import type { CurrentUserId } from '../../model/comments/threads.ts';
import { ApiError, failureOf } from '../../model/shared/failure.ts';
import { isSince } from '../shared/makeOnce.ts';
import type { SendingComments } from './createComments.ts';
import type { DraftTarget, Unsent } from './drafts.ts';
import { markdownOf } from './markdown.ts';
import { pagesOf } from '../shared/pagesOf.ts';

const mostPages = 20;

/**
 * The post of an attempt whose outcome is unknown, if the attempt was applied: the user's own post with the same text
 * that didn't exist before. Asks the server, and rejects if it can't be found out.
 */
export async function confirmedPost(
  comments: SendingComments,
  target: DraftTarget,
  attempt: Unsent,
  currentUserId: CurrentUserId,
): Promise<Comment | CommentReply | undefined> {
  try {
    return (await postsLike(comments, target, attempt, currentUserId))[0];
  } catch (error) {
    const failure = failureOf(error);
    if (target.kind !== 'reply' || failure?.kind !== 'unsupported') throw error;
    const { countBefore } = attempt;
    const comment = await comments.calls.get(target.thread, {});
    if (countBefore !== undefined && (comment.replies ?? 0) <= countBefore) return undefined;
    comments.learn(comment);
    throw new ApiError('conflict', { code: 'maybePosted' }, { ...failure.details, cause: failure });
  }
}

/** The user's own posts on the server that the attempt may have made: replies in their order, threads newest first. */
export async function postsLike(
  { calls }: SendingComments,
  target: DraftTarget,
  { text, before, since }: Unsent,
  currentUserId: CurrentUserId,
): Promise<readonly (Comment | CommentReply)[]> {
  const isIt = (post: Comment | CommentReply): boolean =>
    (currentUserId === undefined || post.postedBy?.id === currentUserId) &&
    post.body?.markdown?.trim() === markdownOf(target, text) &&
    !before.includes(post.id) &&
    isSince(post.postedAt, since);
  let pages = 0;
  // If the time of the attempt is known, one match is enough. Without it, all matches have to be found.
  const isOver = ({ length }: readonly unknown[]) => ++pages >= mostPages || (length > 0 && since !== undefined);
  switch (target.kind) {
    case 'edit':
      return [];
    case 'thread': {
      // Without a time to stop at, large pages keep the number of requests low.
      const limit = since === undefined ? 1000 : 100;
      const found: Comment[] = [];
      for await (const { list } of pagesOf((page) => calls.list({ page, limit }, {}))) {
        found.push(...list.items.filter(isIt));
        if (isOver(found) || !isSince(list.items.at(-1)?.postedAt, since)) break;
      }
      return found;
    }
    case 'reply': {
      const found: CommentReply[] = [];
      for await (const { list } of pagesOf((page) => calls.replies(target.thread, { page, limit: 1000 }, {}))) {
        found.push(...list.items.filter(isIt));
        if (isOver(found)) break;
      }
      return found;
    }
  }
}

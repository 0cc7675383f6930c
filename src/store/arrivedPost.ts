import type { Comment, CommentReply } from '../contract/comments.ts';
import type { Me } from '../model/threads.ts';
import { isSince } from './createdOnce.ts';
import type { OpenDiscussion } from './createDiscussion.ts';
import type { DraftTarget, Unsent } from './drafts.ts';
import { isKind, reworded, failureOf } from './failure.ts';
import { markdownOf } from './markdownOf.ts';
import { pagesOf } from './pagesOf.ts';

const mostPages = 20;

/**
 * What was sent in an attempt whose outcome is unknown, if it has arrived: an own post of the same text that was not there
 * before. Asks the platform; rejects when that cannot be told.
 */
export async function arrivedPost(
  discussion: OpenDiscussion,
  target: DraftTarget,
  attempt: Unsent,
  me: Me,
): Promise<Comment | CommentReply | undefined> {
  const isIt = (post: Comment | CommentReply): boolean =>
    (me === undefined || post.postedBy?.id === me) &&
    post.body?.markdown?.trim() === markdownOf(target, attempt.text) &&
    !attempt.before.includes(post.id) &&
    isSince(post.postedAt, attempt.at);
  switch (target.kind) {
    case 'edit':
      return undefined;
    case 'thread':
      return arrivedThread(discussion, attempt, isIt);
    case 'reply':
      return arrivedReply(discussion, target.thread, attempt, isIt);
  }
}

/** The newest come first. */
async function arrivedThread(
  { calls }: OpenDiscussion,
  { at }: Unsent,
  isIt: (comment: Comment) => boolean,
): Promise<Comment | undefined> {
  let pages = 0;
  for await (const { list } of pagesOf((page) => calls.list({ page, limit: 100 }, {}))) {
    const found = list.items.find(isIt);
    const last = list.items.at(-1);
    if (found || ++pages >= mostPages || !isSince(last?.postedAt, at)) return found;
  }
  return undefined;
}

async function arrivedReply(
  discussion: OpenDiscussion,
  thread: string,
  { countBefore }: Unsent,
  isIt: (reply: CommentReply) => boolean,
): Promise<CommentReply | undefined> {
  const { calls } = discussion;
  try {
    let pages = 0;
    for await (const { list } of pagesOf((page) => calls.replies(thread, { page, limit: 1000 }, {}))) {
      const found = list.items.find(isIt);
      if (found || ++pages >= mostPages) return found;
    }
    return undefined;
  } catch (error) {
    if (!isKind(error, 'unsupported')) throw error;
    const comment = await calls.get(thread, {});
    if (countBefore !== undefined && (comment.replies ?? 0) <= countBefore) return undefined;
    discussion.heard(comment);
    const failure = failureOf(error);
    const message =
      'It may have arrived already, which this server does not tell. Look at the thread in the browser: discard what stands ' +
      'under Unsent if it is there, and retry if it is not.';
    throw failure ? Object.assign(reworded(failure, message), { kind: 'conflict' }) : error;
  }
}

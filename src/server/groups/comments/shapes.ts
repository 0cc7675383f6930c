import { may } from '../shared/access.ts';
import { commentTargets } from './targets.ts';
import type { CommentsAccess } from './access.ts';
import { remembered } from '../../database/memoize.ts';
import { dateTime, inBrowser, appAddress, userReply } from '../shared/replies.ts';
import type { CommentReplyRow, CommentRow, ReactionRow } from '../../database/rows.ts';

/** Without a format, and with `markdown`, the text is returned as Markdown. */
export type CommentFormat = 'document' | 'markdown' | undefined;

/** Builds replies for comments and their replies as in sections 2.2 and 2.3. */
export function commentShapes(comments: CommentsAccess, format: CommentFormat) {
  const { context, space, changeRequest, level } = comments;
  const { database, addresses, caller } = context;
  const user = remembered((id: string) => userReply(database, addresses, id));
  const target = commentTargets(comments);
  const mayComment = space.deleted_at === null && may(level, 'comment');
  const base = `/spaces/${space.id}${changeRequest ? `/change-requests/${changeRequest.id}` : ''}/comments`;
  const inApp = inBrowser(appAddress(addresses, space, changeRequest && `~/changes/${changeRequest.number}`));

  function posted(row: CommentRow | CommentReplyRow, commentId: string, replyId: string, path: string) {
    const isOwn = row.posted_by === caller.id;
    return {
      id: row.id,
      postedBy: user(row.posted_by),
      postedAt: dateTime(row.posted_at),
      ...(row.edited_at !== null && { editedAt: dateTime(row.edited_at) }),
      reactions: reactions(commentId, replyId),
      body: format === 'document' ? { document: context.documents.add(row.markdown) } : { markdown: row.markdown },
      urls: { location: addresses.location(`${base}/${path}`), ...inApp },
      permissions: {
        view: true,
        edit: isOwn && mayComment,
        reply: mayComment,
        delete: mayComment && (isOwn || may(level, 'admin')),
      },
    };
  }

  function reactions(commentId: string, replyId: string) {
    const rows = database.all<ReactionRow>(
      `SELECT emoji, user_id, reacted_at FROM reactions WHERE comment_id = ? AND reply_id = ? ORDER BY reacted_at, emoji, user_id`,
      commentId,
      replyId,
    );
    return [...Map.groupBy(rows, (row) => row.emoji)].map(([emoji, all]) => ({
      emoji,
      count: all.length,
      users: all.map((row) => ({ user: user(row.user_id), reactedAt: dateTime(row.reacted_at) })),
    }));
  }

  return {
    comment: (row: CommentRow) => ({
      object: 'comment',
      ...posted(row, row.id, '', row.id),
      replies: row.replies,
      target: target(row),
      status: row.status,
      ...(row.resolved_at !== null && { resolvedAt: dateTime(row.resolved_at) }),
      ...(row.resolved_by !== null && { resolvedBy: user(row.resolved_by) }),
    }),
    reply: (row: CommentReplyRow) => ({
      object: 'comment-reply',
      ...posted(row, row.comment_id, row.id, `${row.comment_id}/replies/${row.id}`),
    }),
  };
}

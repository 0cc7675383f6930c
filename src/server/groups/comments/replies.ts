import type * as z from 'zod';
import type { CommentRepliesQuery, CommentReplyUpdate, NewCommentReply } from '../../../contract/comments/comments.ts';
import { absent, absentToDelete } from '../shared/notFound.ts';
import { checkAuthor, checkRemover, commentFor, foundComment } from './comments.ts';
import { commentShapes, type CommentFormat } from './shapes.ts';
import type { CommentsAccess } from './access.ts';
import { newId } from '../../../formats/ids.ts';
import { react } from './reactions.ts';
import { pageOfRows } from '../shared/rowPages.ts';
import type { CommentReplyRow } from '../../database/rows.ts';

interface Place {
  readonly commentId: string;
  readonly commentReplyId: string;
}

/** Oldest first, in reading order. */
export function listReplies(comments: CommentsAccess, commentId: string, query: z.output<typeof CommentRepliesQuery>) {
  const { database } = comments.context;
  const comment = commentFor(comments, commentId);
  const { reply } = commentShapes(comments, query.format);
  const from = 'FROM replies WHERE comment_id = ?';
  return pageOfRows(
    database,
    query,
    { from, values: [comment.id], by: { posted_at: 'number', number: 'number' } },
    reply,
  );
}

export function createReply(
  comments: CommentsAccess,
  commentId: string,
  { body }: z.output<typeof NewCommentReply>,
  format: CommentFormat,
) {
  const { database, caller, now } = comments.context;
  const comment = commentFor(comments, commentId);
  const id = newId();
  database.run(
    'INSERT INTO replies (id, comment_id, posted_by, posted_at, markdown) VALUES (?, ?, ?, ?, ?)',
    id,
    comment.id,
    caller.id,
    now,
    body.markdown,
  );
  return getReply(comments, { commentId, commentReplyId: id }, format);
}

export function getReply(comments: CommentsAccess, place: Place, format: CommentFormat) {
  return commentShapes(comments, format).reply(replyFor(comments, place));
}

export function updateReply(comments: CommentsAccess, place: Place, body: z.output<typeof CommentReplyUpdate>) {
  const { database, now } = comments.context;
  const reply = replyFor(comments, place);
  if (body.body) {
    checkAuthor(comments, reply);
    database.run('UPDATE replies SET markdown = ?, edited_at = ? WHERE id = ?', body.body.markdown, now, reply.id);
  }
  react(comments.context, { comment: reply.comment_id, reply: reply.id }, body);
  return getReply(comments, place, 'markdown');
}

export function deleteReply(comments: CommentsAccess, place: Place) {
  const { context, space } = comments;
  if (!foundComment(comments, place.commentId))
    return absentToDelete(context, 'Comment', place.commentId, space.organization_id);
  const reply = foundReply(comments, place);
  if (!reply) return absentToDelete(context, 'Reply', place.commentReplyId, space.organization_id);
  checkRemover(comments, reply);
  context.database.run('DELETE FROM replies WHERE id = ?', reply.id);
  return undefined;
}

function replyFor(comments: CommentsAccess, place: Place): CommentReplyRow {
  commentFor(comments, place.commentId);
  const reply = foundReply(comments, place);
  if (!reply) throw absent(comments.context, 'Reply', place.commentReplyId, comments.space.organization_id);
  return reply;
}

function foundReply(comments: CommentsAccess, { commentId, commentReplyId }: Place): CommentReplyRow | undefined {
  return comments.context.database.get<CommentReplyRow>(
    'SELECT * FROM replies WHERE id = ? AND comment_id = ?',
    commentReplyId,
    commentId,
  );
}

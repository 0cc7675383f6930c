import type * as z from 'zod';
import type { CommentRepliesQuery, CommentReplyUpdate, NewCommentReply } from '../../../contract/comments/comments.ts';
import { absent, absentToDelete } from '../shared/notFound.ts';
import { checkAuthor, checkRemover, commentFor, foundComment } from './comments.ts';
import { commentShapes, type CommentFormat } from './shapes.ts';
import type { Discussion } from './access.ts';
import { newId } from '../../database/ids.ts';
import { react } from './reactions.ts';
import { pageOfRows } from '../shared/rowPages.ts';
import type { CommentReplyRow } from '../../database/rows.ts';

interface Place {
  readonly commentId: string;
  readonly commentReplyId: string;
}

/** Oldest first, as a conversation is read. */
export function listReplies(discussion: Discussion, commentId: string, query: z.output<typeof CommentRepliesQuery>) {
  const { database } = discussion.context;
  const comment = commentFor(discussion, commentId);
  const { reply } = commentShapes(discussion, query.format);
  const from = 'FROM replies WHERE comment_id = ?';
  return pageOfRows(
    database,
    query,
    { from, values: [comment.id], by: { posted_at: 'number', number: 'number' } },
    reply,
  );
}

export function createReply(
  discussion: Discussion,
  commentId: string,
  { body }: z.output<typeof NewCommentReply>,
  format: CommentFormat,
) {
  const { database, caller, now } = discussion.context;
  const comment = commentFor(discussion, commentId);
  const id = newId();
  database.run(
    'INSERT INTO replies (id, comment_id, posted_by, posted_at, markdown) VALUES (?, ?, ?, ?, ?)',
    id,
    comment.id,
    caller.id,
    now,
    body.markdown,
  );
  return getReply(discussion, { commentId, commentReplyId: id }, format);
}

export function getReply(discussion: Discussion, place: Place, format: CommentFormat) {
  return commentShapes(discussion, format).reply(replyFor(discussion, place));
}

export function updateReply(discussion: Discussion, place: Place, body: z.output<typeof CommentReplyUpdate>) {
  const { database, now } = discussion.context;
  const reply = replyFor(discussion, place);
  if (body.body) {
    checkAuthor(discussion, reply);
    database.run('UPDATE replies SET markdown = ?, edited_at = ? WHERE id = ?', body.body.markdown, now, reply.id);
  }
  react(discussion.context, { comment: reply.comment_id, reply: reply.id }, body);
  return getReply(discussion, place, 'markdown');
}

export function deleteReply(discussion: Discussion, place: Place) {
  const { context, space } = discussion;
  if (!foundComment(discussion, place.commentId))
    return absentToDelete(context, 'Comment', place.commentId, space.organization_id);
  const reply = foundReply(discussion, place);
  if (!reply) return absentToDelete(context, 'Reply', place.commentReplyId, space.organization_id);
  checkRemover(discussion, reply);
  context.database.run('DELETE FROM replies WHERE id = ?', reply.id);
  return undefined;
}

function replyFor(discussion: Discussion, place: Place): CommentReplyRow {
  commentFor(discussion, place.commentId);
  const reply = foundReply(discussion, place);
  if (!reply) throw absent(discussion.context, 'Reply', place.commentReplyId, discussion.space.organization_id);
  return reply;
}

function foundReply(discussion: Discussion, { commentId, commentReplyId }: Place): CommentReplyRow | undefined {
  return discussion.context.database.get<CommentReplyRow>(
    'SELECT * FROM replies WHERE id = ? AND comment_id = ?',
    commentReplyId,
    commentId,
  );
}

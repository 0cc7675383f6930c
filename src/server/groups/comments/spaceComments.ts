import type { PlatformContract } from '../../../contract/contract.ts';
import { listCommenters } from './commenters.ts';
import { createReply, deleteReply, getReply, listReplies, updateReply } from './replies.ts';
import { createComment, deleteComment, getComment, listComments, updateComment } from './comments.ts';
import { commentsToRead, writableComments } from './access.ts';
import type { GroupHandlers } from '../../http/handler.ts';

/** Section 4.2. */
export const spaceComments: GroupHandlers<PlatformContract['spaceComments']> = {
  list: (call) => listComments(commentsToRead(call, call.parameters), call.query),
  create: (call) => createComment(writableComments(call, call.parameters), call.body),
  get: (call) => getComment(commentsToRead(call, call.parameters), call.parameters.commentId, call.query.format),
  update: (call) => updateComment(writableComments(call, call.parameters), call.parameters.commentId, call.body),
  delete: (call) => deleteComment(writableComments(call, call.parameters), call.parameters.commentId),
  replies: (call) => listReplies(commentsToRead(call, call.parameters), call.parameters.commentId, call.query),
  createReply: (call) =>
    createReply(writableComments(call, call.parameters), call.parameters.commentId, call.body, 'markdown'),
  reply: (call) => getReply(commentsToRead(call, call.parameters), call.parameters, call.query.format),
  updateReply: (call) => updateReply(writableComments(call, call.parameters), call.parameters, call.body),
  deleteReply: (call) => deleteReply(writableComments(call, call.parameters), call.parameters),
  commenters: (call) => listCommenters(commentsToRead(call, call.parameters), call.query),
};

import {
  Comment,
  CommentRepliesQuery,
  CommentReply,
  CommentReplyUpdate,
  CommentsQuery,
  CommentUpdate,
  Format,
  NewComment,
  NewCommentReply,
} from './comments.ts';
import { get, optional, post, put, remove } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { Member } from '../organizations/member.ts';
import { Paging } from '../shared/shapes.ts';

const base = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}';
const all = `${base}/comments` as const;
const one = `${all}/{commentId}` as const;
const replies = `${one}/replies` as const;
const reply = `${replies}/{commentReplyId}` as const;

/** Section 4.3. Creating a comment or reply returns 200. */
export const changeRequestComments = {
  list: get(all, { query: CommentsQuery, reply: listOf(Comment) }),
  create: post(all, { body: NewComment, reply: Comment }),
  get: get(one, { query: Format, reply: Comment }),
  update: put(one, { body: CommentUpdate, reply: Comment }),
  delete: remove(one, { status: 205 }),
  replies: get(replies, { query: CommentRepliesQuery, reply: listOf(CommentReply) }),
  createReply: post(replies, { query: Format, body: NewCommentReply, reply: CommentReply }),
  reply: get(reply, { query: Format, reply: CommentReply }),
  updateReply: optional(put(reply, { body: CommentReplyUpdate, reply: CommentReply })),
  deleteReply: optional(remove(reply, { status: 205 })),
  commenters: optional(get(`${base}/commenters`, { query: Paging, reply: listOf(Member) })),
};

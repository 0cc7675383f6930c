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

const all = '/v1/spaces/{spaceId}/comments';
const one = `${all}/{commentId}` as const;
const replies = `${one}/replies` as const;
const reply = `${replies}/{commentReplyId}` as const;

/** Section 4.2. Creating a comment or reply returns 200. */
export const spaceComments = {
  list: get(all, { query: CommentsQuery, reply: listOf(Comment) }),
  create: post(all, { body: NewComment, reply: Comment }),
  get: get(one, { query: Format, reply: Comment }),
  update: put(one, { body: CommentUpdate, reply: Comment }),
  delete: remove(one, { status: 205 }),
  replies: optional(get(replies, { query: CommentRepliesQuery, reply: listOf(CommentReply) })),
  createReply: post(replies, { body: NewCommentReply, reply: CommentReply }),
  reply: get(reply, { query: Format, reply: CommentReply }),
  updateReply: put(reply, { body: CommentReplyUpdate, reply: CommentReply }),
  deleteReply: remove(reply, { status: 205 }),
  commenters: optional(get('/v1/spaces/{spaceId}/commenters', { query: Paging, reply: listOf(Member) })),
};

import type { Api, CallOptions } from '../../client/api.ts';
import type { Comment, CommentReply } from '../../contract/comments/comments.ts';
import type { Member } from '../../contract/organizations/member.ts';
import type { List } from '../../contract/shared/list.ts';
import type { CommentsPlace } from '../../model/comments/place.ts';
import { instead } from '../../model/shared/failure.ts';

export type CommentApi = Pick<Api, 'spaceComments' | 'changeRequestComments' | 'content' | 'changeRequestContent'>;

export interface CommentsAsked {
  readonly page?: string | undefined;
  readonly limit: number;
  readonly targetPage?: string | undefined;
}

export interface PostUpdate {
  readonly body?: { readonly markdown: string };
  readonly addedReactions?: string[];
  readonly removedReactions?: string[];
}

export interface CommentUpdate extends PostUpdate {
  readonly resolved?: boolean;
}

/**
 * Calls for the comments of one space (section 4.2) or change request (section 4.3). Bodies come as Markdown, newest
 * first.
 */
export interface CommentCalls {
  list(asked: CommentsAsked, options: CallOptions): Promise<List<Comment>>;
  get(commentId: string, options: CallOptions): Promise<Comment>;
  create(comment: { page?: string; node?: string; body: { markdown: string } }): Promise<Comment>;
  update(commentId: string, update: CommentUpdate): Promise<Comment>;
  delete(commentId: string): Promise<void>;
  replies(commentId: string, asked: CommentsAsked, options: CallOptions): Promise<List<CommentReply>>;
  createReply(commentId: string, markdown: string): Promise<CommentReply>;
  reply(commentId: string, commentReplyId: string): Promise<CommentReply>;
  updateReply(commentId: string, commentReplyId: string, update: PostUpdate): Promise<CommentReply>;
  deleteReply(commentId: string, commentReplyId: string): Promise<void>;
  commenters(limit: number): Promise<List<Member>>;
  /** Whether the space or change request has the page. */
  hasPage(pageId: string): Promise<boolean>;
}

export function commentCalls(api: CommentApi, { space, changeRequest }: CommentsPlace): CommentCalls {
  const format = 'markdown' as const;
  if (changeRequest === undefined) {
    const calls = api.spaceComments;
    const at = { spaceId: space };
    return {
      list: (asked, options) => calls.list({ ...at, ...asked, format }, options),
      get: (commentId, options) => calls.get({ ...at, commentId, format }, options),
      create: (body) => calls.create({ ...at, body }),
      update: (commentId, body) => calls.update({ ...at, commentId, body }),
      delete: (commentId) => calls.delete({ ...at, commentId }),
      replies: (commentId, { page, limit }, options) =>
        calls.replies({ ...at, commentId, page, limit, format }, options),
      createReply: (commentId, markdown) => calls.createReply({ ...at, commentId, body: { body: { markdown } } }),
      reply: (commentId, commentReplyId) => calls.reply({ ...at, commentId, commentReplyId, format }),
      updateReply: (commentId, commentReplyId, body) => calls.updateReply({ ...at, commentId, commentReplyId, body }),
      deleteReply: (commentId, commentReplyId) => calls.deleteReply({ ...at, commentId, commentReplyId }),
      commenters: (limit) => calls.commenters({ ...at, limit }),
      hasPage: (pageId) => isThere(api.content.page({ ...at, pageId })),
    };
  }
  const calls = api.changeRequestComments;
  const at = { spaceId: space, changeRequestId: changeRequest };
  return {
    list: (asked, options) => calls.list({ ...at, ...asked, format }, options),
    get: (commentId, options) => calls.get({ ...at, commentId, format }, options),
    create: (body) => calls.create({ ...at, body }),
    update: (commentId, body) => calls.update({ ...at, commentId, body }),
    delete: (commentId) => calls.delete({ ...at, commentId }),
    replies: (commentId, { page, limit }, options) => calls.replies({ ...at, commentId, page, limit, format }, options),
    createReply: (commentId, markdown) => calls.createReply({ ...at, commentId, format, body: { body: { markdown } } }),
    reply: (commentId, commentReplyId) => calls.reply({ ...at, commentId, commentReplyId, format }),
    updateReply: (commentId, commentReplyId, body) => calls.updateReply({ ...at, commentId, commentReplyId, body }),
    deleteReply: (commentId, commentReplyId) => calls.deleteReply({ ...at, commentId, commentReplyId }),
    commenters: (limit) => calls.commenters({ ...at, limit }),
    hasPage: (pageId) => isThere(api.changeRequestContent.page({ ...at, pageId })),
  };
}

function isThere(asked: Promise<unknown>): Promise<boolean> {
  return asked.then(() => true, instead(false, 'missing'));
}

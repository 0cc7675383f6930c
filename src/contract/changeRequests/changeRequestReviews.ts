import * as z from 'zod';
import { Comment, CommentBody, CommentInput } from '../comments/comments.ts';
import { get, optional, post, remove } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { DateTime, maybe, oneOf, Paging } from '../shared/shapes.ts';
import { User } from '../organizations/users.ts';

export const reviewStatuses = ['approved', 'changes-requested'] as const;

/** `outdated` means that the change request has a newer revision than the reviewed one. */
export const Review = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  revision: maybe(z.string()),
  reviewer: maybe(User),
  requestedBy: maybe(User),
  status: oneOf(reviewStatuses),
  outdated: maybe(z.boolean()),
  comment: maybe(z.union([Comment, CommentBody, z.string()])),
});
export type Review = z.infer<typeof Review>;

export const NewReview = z.strictObject({ status: z.enum(reviewStatuses), comment: CommentInput.optional() });

export const RequestedReviewer = z.looseObject({
  object: maybe(z.string()),
  kind: maybe(z.string()),
  user: maybe(User),
  requestedBy: maybe(User),
  revision: maybe(z.string()),
  createdAt: maybe(DateTime),
});
export type RequestedReviewer = z.infer<typeof RequestedReviewer>;

export const ReviewRequest = z.strictObject({ users: z.array(z.string()), subject: z.string().max(100).optional() });

/** `count` is the number of revisions that the user made. */
export const Contributor = z.looseObject({
  user: maybe(User),
  count: maybe(z.number()),
  updatedAt: maybe(DateTime),
});
export type Contributor = z.infer<typeof Contributor>;

const base = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}';

/** Reviews of a change request; not in the document. */
export const changeRequestReviews = {
  list: optional(get(`${base}/reviews`, { query: Paging, reply: listOf(Review) })),
  create: optional(post(`${base}/reviews`, { body: NewReview, reply: Review, status: 201 })),
  requestedReviewers: optional(get(`${base}/requested-reviewers`, { query: Paging, reply: listOf(RequestedReviewer) })),
  requestReviewers: optional(
    post(`${base}/requested-reviewers`, {
      body: ReviewRequest,
      reply: z.looseObject({ items: maybe(z.array(RequestedReviewer)) }),
      status: 201,
    }),
  ),
  removeRequestedReviewer: optional(remove(`${base}/requested-reviewers/{userId}`, { status: 205 })),
  contributors: optional(get(`${base}/contributors`, { query: Paging, reply: listOf(Contributor) })),
};

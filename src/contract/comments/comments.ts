import * as z from 'zod';
import type { Format as TextFormat } from '../shared/formats.ts';
import { DateTime, format, maybe, oneOf, paging, Permissions, Urls } from '../shared/shapes.ts';
import { User } from '../organizations/users.ts';

export const commentStatuses = ['open', 'resolved'] as const;

/** Sections 2.2 and 2.3: an emoji, and who reacted with it. `count` may exceed the number of `users`. */
export const Reaction = z.looseObject({
  emoji: z.string(),
  count: maybe(z.number()),
  users: maybe(z.array(z.looseObject({ user: maybe(User), reactedAt: maybe(DateTime) }))),
});
export type Reaction = z.infer<typeof Reaction>;

/** The text of a comment. `markdown` may be missing unless requested by `format=markdown`. */
export const CommentBody = z.looseObject({ markdown: maybe(z.string()), document: z.unknown().optional() });

/** The target of a comment. `page.outdated` means that the commented part was deleted or has changed since. */
export const CommentTarget = z.looseObject({
  node: maybe(z.looseObject({ id: maybe(z.string()), preview: z.unknown().optional() })),
  changeRequest: maybe(z.string()),
  review: maybe(z.string()),
  page: maybe(
    z.looseObject({
      id: z.string(),
      title: maybe(z.string()),
      emoji: maybe(z.string()),
      icon: maybe(z.string()),
      createdAt: maybe(DateTime),
      updatedAt: maybe(DateTime),
      path: maybe(z.string()),
      outdated: maybe(z.boolean()),
    }),
  ),
  space: maybe(z.string()),
  revision: maybe(z.string()),
});

const posted = {
  object: maybe(z.string()),
  id: z.string(),
  postedBy: maybe(User),
  postedAt: maybe(DateTime),
  editedAt: maybe(DateTime),
  reactions: maybe(z.array(Reaction)),
  body: maybe(CommentBody),
  urls: Urls,
  permissions: Permissions,
};

/** Section 2.2. `replies` is their number. `permissions` holds `view`, `edit`, `reply` and `delete`. */
export const Comment = z.looseObject({
  ...posted,
  replies: maybe(z.number()),
  target: maybe(CommentTarget),
  status: maybe(oneOf(commentStatuses)),
  resolvedAt: maybe(DateTime),
  resolvedBy: maybe(User),
});
export type Comment = z.infer<typeof Comment>;

/** Section 2.3. */
export const CommentReply = z.looseObject(posted);
export type CommentReply = z.infer<typeof CommentReply>;

/** The document has no limit for a comment's text. */
export const CommentInput = z.strictObject({
  markdown: z
    .string()
    .max(100_000)
    .refine((text) => text.trim() !== '', 'notBlank' satisfies TextFormat),
});

/** `node` is a part of the page `page`. Without both, the comment is about the whole space or change request. */
export const NewComment = z.strictObject({
  node: z.string().optional(),
  page: z.string().optional(),
  body: CommentInput,
});

export const NewCommentReply = z.strictObject({ body: CommentInput });

/** An emoji has the same limit as a space's emoji (section 8). */
const Emojis = z.array(z.string().min(1).max(50)).max(50);
const reactions = { addedReactions: Emojis.optional(), removedReactions: Emojis.optional() };

/** Reactions are the caller's own. A reaction that is both added and removed is removed. */
export const CommentUpdate = z.strictObject({
  resolved: z.boolean().optional(),
  body: CommentInput.optional(),
  ...reactions,
});

export const CommentReplyUpdate = z.strictObject({ body: CommentInput.optional(), ...reactions });

export const Format = z.strictObject({ format: format.optional() });

export const CommentRepliesQuery = z.strictObject({ ...paging, format: format.optional() });

/**
 * `status` defaults to `all`, and `order` to `desc` (newest first). `targetPage` is a page's id, `authors` are user
 * ids.
 */
export const CommentsQuery = z.strictObject({
  ...paging,
  order: z.enum(['asc', 'desc']).optional(),
  status: z.enum([...commentStatuses, 'all']).optional(),
  format: format.optional(),
  targetPage: z.string().optional(),
  authors: z.array(z.string()).optional(),
});

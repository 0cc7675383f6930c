import type { Comment, CommentReply, Reaction } from '../../contract/comments/comments.ts';
import type { User } from '../../contract/organizations/users.ts';
import { browserAddressOf } from '../shared/browserAddress.ts';
import { documentText } from '../text/documentText.ts';
import { pictureOf } from '../shared/emoji.ts';
import { titleText } from '../shared/titleText.ts';
import { beginningOf } from '../shared/trimmed.ts';

// Comments and their replies in the form that people see: plain values that can also be sent to a webview.

export interface Person {
  /** Absent if the server doesn't return it. */
  readonly id: string | undefined;
  /** Never empty. */
  readonly name: string;
}

/** The text of a post. `document` is a body without Markdown: its text, which may be empty. */
export type Body =
  | { readonly kind: 'markdown'; readonly markdown: string }
  | { readonly kind: 'document'; readonly text: string };

export interface ReactionCount {
  /** In the server's form, for requests. */
  readonly emoji: string;
  /** For display: a character, else the shortened name. */
  readonly label: string;
  readonly count: number;
  /** Whether the current user is among them. */
  readonly isOwn: boolean;
  /** Names of some of the people who reacted. */
  readonly names: readonly string[];
}

/** A comment or a reply. Times are in ms since the epoch. */
export interface Post {
  readonly id: string;
  readonly author: Person;
  readonly isOwn: boolean;
  readonly postedAt: number | undefined;
  readonly editedAt: number | undefined;
  readonly body: Body;
  readonly reactions: readonly ReactionCount[];
  /** The user's permissions. Actions that the server says nothing about are allowed. */
  readonly may: { readonly edit: boolean; readonly reply: boolean; readonly delete: boolean };
  /** Its URL for a browser. */
  readonly address: string | undefined;
  /** Shown before the server has confirmed it; it may be taken back. */
  readonly isPending: boolean;
  /** A pending comment of the current user's review, and why it couldn't be sent when the review was submitted. */
  readonly inReview?: { readonly problem?: string } | undefined;
}

/** Whoever has permission to reply in a thread can also react, resolve it and reopen it. */
export function mayTakePart({ may }: Pick<Post, 'may'>): boolean {
  return may.reply || may.edit;
}

/** The page that a thread is about. */
export interface ThreadPage {
  readonly id: string;
  /** Never empty. */
  readonly title: string;
  /** The server's path of the page, if known. */
  readonly path: string | undefined;
  /** From the server: the commented part or the page was deleted or has changed. In views: the words are gone. */
  readonly isOutdated: boolean;
  /** Whether the server knows which part of the page it is about. */
  readonly isOfPart?: true;
}

/** A comment thread with its first post. Its replies are fetched separately. */
export interface Thread extends Post {
  readonly isResolved: boolean;
  readonly resolvedAt: number | undefined;
  readonly resolvedBy: Person | undefined;
  readonly replyCount: number;
  /** Undefined if it is about the whole space or change request. */
  readonly page: ThreadPage | undefined;
  /** The words of the page that it is about. */
  readonly quote: string | undefined;
  /** The id of the review that it belongs to. */
  readonly review: string | undefined;
  readonly changeRequest: string | undefined;
}

/** The current user's id, if the server returns it. */
export type CurrentUserId = string | undefined;

export function threadOf(comment: Comment, currentUserId: CurrentUserId, isPending = false): Thread {
  const { target } = comment;
  const page = target?.page;
  const quote = beginningOf(documentText(target?.node?.preview), longestQuote);
  return {
    ...postOf(comment, currentUserId, isPending),
    isResolved: comment.status === 'resolved',
    resolvedAt: timeOf(comment.resolvedAt),
    resolvedBy: comment.resolvedBy ? personOf(comment.resolvedBy) : undefined,
    replyCount: Math.max(0, comment.replies ?? 0),
    page: page
      ? {
          id: page.id,
          title: titleText(page.title),
          path: page.path ?? undefined,
          isOutdated: page.outdated === true,
          ...(target.node && { isOfPart: true as const }),
        }
      : undefined,
    quote: quote || undefined,
    review: target?.review ?? undefined,
    changeRequest: target?.changeRequest ?? undefined,
  };
}

/** The post of a reply or of a thread's comment. */
export function postOf(post: CommentReply | Comment, currentUserId: CurrentUserId, isPending = false): Post {
  const author = personOf(post.postedBy);
  const isAllowed = (name: string) => post.permissions?.[name] !== false;
  return {
    id: post.id,
    author,
    isOwn: currentUserId !== undefined && author.id === currentUserId,
    postedAt: timeOf(post.postedAt),
    editedAt: timeOf(post.editedAt),
    body: bodyOf(post.body),
    reactions: (post.reactions ?? [])
      .map((reaction) => reactionOf(reaction, currentUserId))
      .filter(({ count }) => count > 0),
    may: {
      edit:
        isAllowed('edit') &&
        (post.permissions?.['edit'] === true || currentUserId === undefined || author.id === currentUserId),
      reply: isAllowed('reply'),
      delete:
        isAllowed('delete') &&
        (post.permissions?.['delete'] === true || currentUserId === undefined || author.id === currentUserId),
    },
    address: browserAddressOf(post.urls),
    isPending,
  };
}

const longestQuote = 2000;
const longestLabel = 12;

function personOf(user: User | null | undefined): Person {
  return { id: user?.id, name: titleText(user?.displayName ?? user?.email, 'Somebody') };
}

function bodyOf(body: Comment['body']): Body {
  if (typeof body?.markdown === 'string') return { kind: 'markdown', markdown: body.markdown };
  return { kind: 'document', text: documentText(body?.document) };
}

function reactionOf({ emoji, count, users }: Reaction, currentUserId: CurrentUserId): ReactionCount {
  const people = (users ?? []).flatMap(({ user }) => (user ? [user] : []));
  return {
    emoji,
    label: pictureOf(emoji) ?? beginningOf(titleText(emoji, '?'), longestLabel),
    count: Math.max(count ?? 0, people.length),
    isOwn: currentUserId !== undefined && people.some(({ id }) => id === currentUserId),
    names: people.slice(0, 20).map((user) => personOf(user).name),
  };
}

function timeOf(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}

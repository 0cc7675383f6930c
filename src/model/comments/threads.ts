import type { Comment, CommentReply, Reaction } from '../../contract/comments/comments.ts';
import type { User } from '../../contract/organizations/users.ts';
import { browserAddressOf } from '../shared/browserAddress.ts';
import { documentText } from '../text/documentText.ts';
import { pictureOf } from '../shared/emoji.ts';
import { titleText } from '../shared/titleText.ts';

// Comments and their replies as people see them: plain values, that may also be sent to a webview.

export interface Person {
  /** Absent where the server does not tell. */
  readonly id: string | undefined;
  /** Never empty. */
  readonly name: string;
}

/** What was written. A document is a body that came without Markdown: its text, which may be empty. */
export type Body =
  { readonly kind: 'markdown'; readonly markdown: string } | { readonly kind: 'document'; readonly text: string };

export interface ReactionCount {
  /** As the platform names it, and as it is to be named to the platform. */
  readonly emoji: string;
  /** As people see it: a picture, else the name cut short. */
  readonly label: string;
  readonly count: number;
  /** The person at the keyboard is among them. */
  readonly isOwn: boolean;
  /** Some of who reacted. */
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
  /** What the platform lets one do. What it does not tell of may be tried. */
  readonly may: { readonly edit: boolean; readonly reply: boolean; readonly delete: boolean };
  /** Its address for a browser. */
  readonly address: string | undefined;
  /** Shown before the platform has answered; it may be taken back. */
  readonly isPending: boolean;
  /** A pending comment of the current user's review, and why it could not be sent when the review was submitted. */
  readonly inReview?: { readonly problem?: string } | undefined;
}

/** Who may write to a thread may also react to what stands in it, resolve it and reopen it. */
export function mayTakePart({ may }: Pick<Post, 'may'>): boolean {
  return may.reply || may.edit;
}

/** The page that a thread is about. */
export interface ThreadPage {
  readonly id: string;
  /** Never empty. */
  readonly title: string;
  /** The platform's path of the page, where it tells. */
  readonly path: string | undefined;
  /** What was commented is gone or has changed since. */
  readonly isOutdated: boolean;
}

/** A comment with what follows from it: its first post. The replies are asked for by themselves. */
export interface Thread extends Post {
  readonly isResolved: boolean;
  readonly resolvedAt: number | undefined;
  readonly resolvedBy: Person | undefined;
  readonly replyCount: number;
  /** Undefined when it is about the whole space or change request. */
  readonly page: ThreadPage | undefined;
  /** The words of the page that it is about. */
  readonly quote: string | undefined;
  /** The review of the change request that it belongs to. */
  readonly review: string | undefined;
  readonly changeRequest: string | undefined;
}

/** Who is at the keyboard, where the server tells. */
export type Me = string | undefined;

export function threadOf(comment: Comment, me: Me, isPending = false): Thread {
  const { target } = comment;
  const page = target?.page;
  const quote = documentText(target?.node?.preview).slice(0, longestQuote);
  return {
    ...postOf(comment, me, isPending),
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
        }
      : undefined,
    quote: quote || undefined,
    review: target?.review ?? undefined,
    changeRequest: target?.changeRequest ?? undefined,
  };
}

/** A reply, or what a comment has in common with one. */
export function postOf(post: CommentReply | Comment, me: Me, isPending = false): Post {
  const author = personOf(post.postedBy);
  const isAllowed = (name: string) => post.permissions?.[name] !== false;
  return {
    id: post.id,
    author,
    isOwn: me !== undefined && author.id === me,
    postedAt: timeOf(post.postedAt),
    editedAt: timeOf(post.editedAt),
    body: bodyOf(post.body),
    reactions: (post.reactions ?? []).map((reaction) => reactionOf(reaction, me)).filter(({ count }) => count > 0),
    may: {
      edit: isAllowed('edit') && (post.permissions?.['edit'] === true || me === undefined || author.id === me),
      reply: isAllowed('reply'),
      delete: isAllowed('delete') && (post.permissions?.['delete'] === true || me === undefined || author.id === me),
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

function reactionOf({ emoji, count, users }: Reaction, me: Me): ReactionCount {
  const people = (users ?? []).flatMap(({ user }) => (user ? [user] : []));
  return {
    emoji,
    label: pictureOf(emoji) ?? titleText(emoji, '?').slice(0, longestLabel),
    count: Math.max(count ?? 0, people.length),
    isOwn: me !== undefined && people.some(({ id }) => id === me),
    names: people.slice(0, 20).map((user) => personOf(user).name),
  };
}

function timeOf(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}

import type { DiscussionPlace } from '../../model/comments/place.ts';
import type { Me, Post, Thread } from '../../model/comments/threads.ts';
import type { ApiError } from '../../model/shared/failure.ts';
import type { Drafts, DraftTarget } from './drafts.ts';
import type { PendingReviews } from './pendingReviews.ts';
import type { Read } from '../library/library.ts';

/** The threads of a space or change request, as last read, with what the user has just done in them. */
export interface KnownThreads {
  /** Newest first. */
  readonly threads: readonly Thread[];
  /** When the platform said so, in ms since the epoch; 0 when it was never asked for all of them. */
  readonly asOf: number;
  /** False when these are all. */
  readonly hasMore: boolean;
  /** The last attempt to ask anew failed so. */
  readonly failure?: ApiError | undefined;
}

/** The replies of a thread, as last read, with those that are being sent. */
export interface KnownReplies {
  /** Oldest first. */
  readonly replies: readonly Post[];
  readonly hasMore: boolean;
}

/** A comment, or a reply to one. */
export interface PostAddress {
  readonly thread: string;
  readonly reply?: string | undefined;
}

/** A post that was sent from here and has arrived. */
export interface SentPost {
  readonly place: DiscussionPlace;
  readonly thread: string;
  /** The thread itself, rather than a reply or an edit. */
  readonly isThread: boolean;
}

/** A change of the comments of a space or change request. */
export interface CommentsChange {
  readonly place: DiscussionPlace;
  /** Ids of the threads that were added, removed or changed, also by their replies. */
  readonly threads: readonly string[];
  /** A thread that is no longer pending, and the id that the platform gave it. */
  readonly sent?: { readonly pending: string; readonly thread: string } | undefined;
}

/**
 * The comment threads of one space or change request. Actions show at once; when the platform refuses one it is taken back, and the
 * promise rejects with an ApiError. `Threads.onDidChange` reports every change.
 */
export interface Comments {
  readonly place: DiscussionPlace;
  /** What is known, without a request. */
  known(): KnownThreads;
  thread(id: string): Thread | undefined;
  /** What is known of all threads; else the newest thousand are asked for. */
  load(read?: Read): Promise<KnownThreads>;
  /** Asks for the next thousand. */
  more(read?: Read): Promise<KnownThreads>;
  /** The threads about a page: one request, and none when they are known. */
  ofPage(pageId: string, read?: Read): Promise<readonly Thread[]>;
  /** The threads about a page as far as they are known, without a request. */
  knownOfPage(pageId: string): readonly Thread[];
  /**
   * Asks anew for what is known (of one page, if given): threads, and the replies whose number has changed. A failed call is kept in
   * `known().failure`.
   */
  refresh(read?: Read & { readonly page?: string | undefined }): Promise<void>;

  knownReplies(thread: string): KnownReplies | undefined;
  /** What is known of the replies, else the first thousand. Rejects as `unsupported` where the server does not tell them. */
  replies(thread: string, read?: Read): Promise<KnownReplies>;
  moreReplies(thread: string, read?: Read): Promise<KnownReplies>;
  /** Asks for the replies of several threads, four at a time. Nothing happens where the server does not tell them. */
  unfold(threads: readonly string[], read?: Read): Promise<void>;

  resolve(thread: string): Promise<void>;
  reopen(thread: string): Promise<void>;
  /** Adds the person's own reaction, or takes it away. */
  react(post: PostAddress, emoji: string, isOn: boolean): Promise<void>;
  edit(post: PostAddress, markdown: string): Promise<void>;
  delete(post: PostAddress): Promise<void>;
}

/**
 * One account's comments: one store feeds tree, panel, inline widgets and badge. What is typed goes through `send`, which keeps it as
 * a draft until the platform has it.
 */
export interface Threads {
  of(place: DiscussionPlace): Comments;
  /** Those that were asked for by `of`. */
  opened(): readonly Comments[];
  readonly drafts: Drafts;
  readonly reviews: PendingReviews;
  /**
   * Sends what was typed: a reply, a new thread, an edit. It is kept as a draft first, and let go when it has arrived. After a
   * connection that broke it is looked up, so that it never arrives twice. When it did not arrive it stands under Unsent
   * (`drafts.unsent()`), and this rejects with a sentence that says why. What is on its way already is not sent once more; another
   * text for the same target waits for it. Gives the thread's id.
   */
  send(target: DraftTarget, text: string, options?: SendOptions): Promise<string>;
  /** The user's id, where the server tells. */
  me(): Promise<Me>;
  onDidChange(listener: (change: CommentsChange) => void): { dispose(): void };
  /** Told of what was sent from here and has arrived. */
  onDidSend(listener: (sent: SentPost) => void): { dispose(): void };
}

export interface SendOptions {
  /** Resolves the thread in the same action. */
  readonly resolve?: boolean | undefined;
  /**
   * The box did not show the draft that there may be. One with another text is neither overwritten nor sent: both are kept as one
   * under Unsent, and `send` rejects with a sentence.
   */
  readonly isBeside?: boolean | undefined;
}

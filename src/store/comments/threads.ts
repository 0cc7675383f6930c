import type { CommentsPlace } from '../../model/comments/place.ts';
import type { CurrentUserId, Person, Post, Thread } from '../../model/comments/threads.ts';
import type { ApiError } from '../../model/shared/failure.ts';
import type { Drafts, DraftTarget } from './drafts.ts';
import type { PendingReviews } from './pendingReviews.ts';
import type { Read } from '../library/library.ts';

/** The threads of a space or change request as last received, with the user's pending actions. */
export interface CachedThreads {
  /** Newest first. */
  readonly threads: readonly Thread[];
  /** When they were received, in ms since the epoch; 0 if the whole list was never requested. */
  readonly asOf: number;
  /** False if these are all. */
  readonly hasMore: boolean;
  /** Why the last refresh failed. */
  readonly failure?: ApiError | undefined;
}

/** The replies of a thread as last received, with those that are being sent. */
export interface CachedReplies {
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
  readonly place: CommentsPlace;
  readonly thread: string;
  /** True for a new thread, false for a reply or an edit. */
  readonly isThread: boolean;
}

/** A change of the comments of a space or change request. */
export interface CommentsChange {
  readonly place: CommentsPlace;
  /** Ids of the threads that were added, removed or changed, including changes of their replies. */
  readonly threads: readonly string[];
  /** A thread that is no longer pending, and its id on the server. */
  readonly sent?: { readonly pending: string; readonly thread: string } | undefined;
}

/**
 * The comment threads of one space or change request. Actions show at once; if the server refuses one, it is taken back
 * and the promise rejects with an ApiError. `Threads.onDidChange` reports every change.
 */
export interface Comments {
  readonly place: CommentsPlace;
  /** The cached threads, without a request. */
  cached(): CachedThreads;
  thread(id: string): Thread | undefined;
  /** The cached list of all threads; fetches the newest 1,000 threads if there is none. */
  load(read?: Read): Promise<CachedThreads>;
  /** Fetches the next 1,000 threads. */
  more(read?: Read): Promise<CachedThreads>;
  /** The threads about a page: one request, or none if they are cached. */
  ofPage(pageId: string, read?: Read): Promise<readonly Thread[]>;
  /** The cached threads about a page, without a request. */
  cachedOfPage(pageId: string): readonly Thread[];
  /**
   * Fetches the cached threads again (only those of `page`, if given), and the replies whose number has changed. A
   * failure is kept in `known().failure`.
   */
  refresh(read?: Read & { readonly page?: string | undefined }): Promise<void>;

  cachedReplies(thread: string): CachedReplies | undefined;
  /**
   * The cached replies; fetches the first 1,000 if there are none. Rejects with `unsupported` if the server doesn't
   * list replies.
   */
  replies(thread: string, read?: Read): Promise<CachedReplies>;
  moreReplies(thread: string, read?: Read): Promise<CachedReplies>;
  /** Fetches the replies of several threads, four at a time. Does nothing if the server doesn't list replies. */
  unfold(threads: readonly string[], read?: Read): Promise<void>;

  /**
   * The people who wrote comments there, as the server lists them, and the authors of cached ones; all of the latter if
   * the server has no such list.
   */
  people(): Promise<readonly Person[]>;

  resolve(thread: string): Promise<void>;
  reopen(thread: string): Promise<void>;
  /** Adds or removes the user's own reaction. */
  react(post: PostAddress, emoji: string, isOn: boolean): Promise<void>;
  edit(post: PostAddress, markdown: string): Promise<void>;
  delete(post: PostAddress): Promise<void>;
}

/**
 * One account's comments: one store for tree, panel, inline threads and badge. `send` keeps typed text as a draft until
 * the server has it.
 */
export interface Threads {
  of(place: CommentsPlace): Comments;
  /** The `Comments` that `of` has created so far. */
  opened(): readonly Comments[];
  readonly drafts: Drafts;
  readonly reviews: PendingReviews;
  /**
   * Sends a reply, a new thread or an edit, and returns the thread's id. The text is a draft until it has arrived.
   * After a lost connection, the outcome is confirmed so that the text never arrives twice. If it didn't arrive, the
   * draft is listed under Unsent (`drafts.unsent()`), and this rejects with a message for users. A text that is already
   * being sent isn't sent again; another text for the same target waits for it.
   */
  send(target: DraftTarget, text: string, options?: SendOptions): Promise<string>;
  /** The user's id, if the server returns it. */
  currentUserId(): Promise<CurrentUserId>;
  onDidChange(listener: (change: CommentsChange) => void): { dispose(): void };
  /** Fires when something sent from here has arrived. */
  onDidSend(listener: (sent: SentPost) => void): { dispose(): void };
}

export interface SendOptions {
  /** Resolves the thread in the same action. */
  readonly resolve?: boolean | undefined;
  /**
   * The input box didn't show the existing draft. If their texts differ, neither is overwritten or sent: both are kept
   * together under Unsent, and `send` rejects with a message for users.
   */
  readonly isBeside?: boolean | undefined;
  /** The title of the page that a new thread is about, for the message if the page was deleted. */
  readonly title?: string | undefined;
}

import type { CommentsPlace } from '../../model/comments/place.ts';
import type { Reason } from '../../model/shared/reasons.ts';

/** What an input box writes to. */
export type DraftTarget =
  | ({ readonly kind: 'reply'; readonly place: CommentsPlace; readonly thread: string } & Pending)
  /**
   * A new thread; without a page, about the whole space or change request. `quote` is put before the text when it is
   * sent.
   */
  | ({
      readonly kind: 'thread';
      readonly place: CommentsPlace;
      readonly page?: string | undefined;
      readonly node?: string | undefined;
      readonly quote?: string | undefined;
    } & Pending)
  /** An edit of a comment or reply. */
  | {
      readonly kind: 'edit';
      readonly place: CommentsPlace;
      readonly thread: string;
      readonly reply?: string | undefined;
    };

interface Pending {
  /**
   * The id of a pending comment, which waits until its review is submitted. Ids sort in the order in which comments
   * were added.
   */
  readonly pending?: string | undefined;
}

/** A text that the user has typed and the server doesn't have yet. */
export interface Draft {
  readonly target: DraftTarget;
  readonly text: string;
  /** In ms since the epoch. */
  readonly changedAt: number;
  /** Set after sending was tried and failed. */
  readonly unsent?: Unsent | undefined;
  /** Whether this window or another one is sending it now, so that `unsent` isn't true yet. Only in `cached`. */
  readonly isSending?: boolean | undefined;
}

export interface Unsent {
  readonly reason: Reason;
  /** The target was deleted, so sending the draft again unchanged would not help. */
  readonly isGone?: boolean | undefined;
  /** The text that was sent; the draft may have been edited since. */
  readonly text: string;
  /** When sending began, in ms since the epoch. */
  readonly at: number;
  /** The same time by the server's clock. Undefined if unknown: then `before` lists all posts that existed. */
  readonly since?: number | undefined;
  /** The outcome is unknown, so it is confirmed before the draft is sent again. */
  readonly mayHaveArrived: boolean;
  /** The user's own posts with the same text from before the attempt: none of them is its result. */
  readonly before: readonly string[];
  /** Number of replies before the attempt, for servers that don't list replies. */
  readonly countBefore?: number | undefined;
  /** Whether the thread was to be resolved in the same action. */
  readonly resolve: boolean;
  /** The verdict of the review, if the draft is its summary. */
  readonly verdict?: string | undefined;
}

/** Typed texts that aren't sent yet, one file each: they survive failures, reloads and closed windows. */
export interface Drafts {
  /** Newest first, without a disk access. */
  cached(): readonly Draft[];
  /** Drafts that couldn't be sent, without a disk access. */
  unsent(): readonly Draft[];
  /** Pending comments of reviews that aren't submitted yet, oldest first, without a disk access. */
  pending(): readonly Draft[];
  /** Reads all drafts, also those of other windows. */
  load(): Promise<readonly Draft[]>;
  get(target: DraftTarget): Promise<Draft | undefined>;
  /** Keeps the text typed so far; an empty text removes the draft. Cheap enough to call on each key press. */
  keep(target: DraftTarget, text: string): Promise<void>;
  discard(target: DraftTarget): Promise<void>;
  onDidChange(listener: () => void): { dispose(): void };
}

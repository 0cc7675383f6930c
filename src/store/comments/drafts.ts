import type { DiscussionPlace } from '../../model/comments/place.ts';

/** What a box is for. */
export type DraftTarget =
  | ({ readonly kind: 'reply'; readonly place: DiscussionPlace; readonly thread: string } & Pending)
  /** A new thread; without a page it is about the whole space or change request. `quote` is put before the text when sent. */
  | ({
      readonly kind: 'thread';
      readonly place: DiscussionPlace;
      readonly page?: string | undefined;
      readonly node?: string | undefined;
      readonly quote?: string | undefined;
    } & Pending)
  /** Another text for a comment, or for a reply of it. */
  | {
      readonly kind: 'edit';
      readonly place: DiscussionPlace;
      readonly thread: string;
      readonly reply?: string | undefined;
    };

interface Pending {
  /** The id of a pending comment, which waits until its review is submitted; ids sort in the order in which they were added. */
  readonly pending?: string | undefined;
}

/** Something typed that the platform does not have yet. */
export interface Draft {
  readonly target: DraftTarget;
  readonly text: string;
  /** In ms since the epoch. */
  readonly changedAt: number;
  /** Sending was tried and failed. */
  readonly unsent?: Unsent | undefined;
}

export interface Unsent {
  /** A sentence for people. */
  readonly reason: string;
  /** What it belongs to is not there any more: to send it again as it is would not help. */
  readonly isGone?: boolean | undefined;
  /** What was sent; the draft's text may have been changed since. */
  readonly text: string;
  /** When sending began, in ms since the epoch. */
  readonly at: number;
  /** The same by the platform's clock; undefined where that is not known: then all that was there is in `before`. */
  readonly since?: number | undefined;
  /** It may have arrived all the same: it is looked up before it is sent again. */
  readonly mayHaveArrived: boolean;
  /** Own posts of the same text that were there before: none of them is it. */
  readonly before: readonly string[];
  /** How many replies the thread had before, for servers that do not tell them. */
  readonly countBefore?: number | undefined;
  /** The thread was to be resolved in the same action. */
  readonly resolve: boolean;
  /** Of the summary of a review: the verdict that it was to be given with. */
  readonly verdict?: string | undefined;
}

/** What is typed, kept in a file each until it is sent: it survives a reload, another window, and failure. */
export interface Drafts {
  /** Newest first, without reading anew. */
  known(): readonly Draft[];
  /** Those that could not be sent, without reading anew. */
  unsent(): readonly Draft[];
  /** Those that wait for a review to be submitted, oldest first, without reading anew. */
  pending(): readonly Draft[];
  /** Reads what there is, also of other windows. */
  load(): Promise<readonly Draft[]>;
  get(target: DraftTarget): Promise<Draft | undefined>;
  /** Keeps what was typed so far; an empty text ends the draft. Cheap to be called at each key. */
  keep(target: DraftTarget, text: string): Promise<void>;
  discard(target: DraftTarget): Promise<void>;
  onDidChange(listener: () => void): { dispose(): void };
}

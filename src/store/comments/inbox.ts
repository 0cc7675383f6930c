import type { DiscussionPlace } from '../../model/comments/place.ts';
import type { Read } from '../library/library.ts';

/**
 * Something that others did and one has not looked at yet:
 * - `review` one's review of a change request is asked for
 * - `comment` on a change request that one made, or is to review
 * - `reply` in a thread in which one wrote
 */
export interface News {
  /** The same for the same thing. */
  readonly key: string;
  readonly kind: 'review' | 'comment' | 'reply';
  readonly place: DiscussionPlace;
  readonly thread?: string | undefined;
  /** Who did it, where that is known. */
  readonly who: string | undefined;
  /** What it is about: the subject of the change request, or what the thread begins with. */
  readonly subject: string;
  /** What was written, in one line. */
  readonly text: string;
  /** In ms since the epoch. */
  readonly at: number;
  /** It waits for an answer of oneself. */
  readonly waitsOnMe: boolean;
}

/** What is new for one account since it was last looked at; kept over restarts. */
export interface Inbox {
  /** Newest first, without a request. */
  known(): readonly News[];
  /** Reads what is kept, also by other windows. */
  load(): Promise<readonly News[]>;
  /**
   * Asks for one list (each time the next of several), and for each item whose number of comments has changed. Gives what was not
   * known before. Servers that lack a list are asked for the others.
   */
  look(read?: Read): Promise<readonly News[]>;
  /** Whether this account was never asked about, in any window. */
  isNew(): boolean;
  /** Whether each list of change requests was asked for since this was opened: before, that nothing is known means nothing. */
  isChecked(): boolean;
  /** All of it when no keys are given. */
  markRead(keys?: readonly string[]): Promise<void>;
  onDidChange(listener: () => void): { dispose(): void };
}

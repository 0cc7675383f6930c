import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { Version } from '../../model/shared/address.ts';
import type { PageReversal } from '../../model/changeRequests/reversal.ts';
import type { Read } from '../library/library.ts';

/** The edits that undo a merged change request. */
export interface Reversal extends PageReversal {
  /** Whether it changes nothing. */
  readonly isEmpty: boolean;
  /** Page texts without their titles: the current one (`now`) and the new one. */
  readonly writes: readonly { readonly page: string; readonly now: string; readonly text: string }[];
  /** Texts of pages that are inserted again, by their former ids. */
  readonly insertedTexts: ReadonlyMap<string, string>;
}

/** Undoing merged change requests of one account. Calls reject with an ApiError. */
export interface Reversals {
  /**
   * Prepares a three-way merge, so that later changes of others in this content stay. Rejects with a message for users
   * if its revisions can't be read.
   */
  of(merged: { space: string; changeRequest: ChangeRequest }, now: Version, read?: Read): Promise<Reversal>;
  /** Sends the reversal to a change request that has that content, as a few revisions. */
  send(at: { space: string; number: number }, reversal: Reversal): Promise<void>;
}

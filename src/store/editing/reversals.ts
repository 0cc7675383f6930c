import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { Version } from '../../model/shared/address.ts';
import type { PageReversal } from '../../model/changeRequests/reversal.ts';
import type { Read } from '../library/library.ts';

/** What undoes a merged change request. */
export interface Reversal extends PageReversal {
  /** It changes nothing. */
  readonly isEmpty: boolean;
  /** Texts without their titles: as they are now, and as they will be. */
  readonly writes: readonly { readonly page: string; readonly now: string; readonly text: string }[];
  /** Of pages that are inserted again, by the ids that they had. */
  readonly insertedTexts: ReadonlyMap<string, string>;
}

/** Undoing merged change requests of one account. Calls reject with an ApiError. */
export interface Reversals {
  /** Three-way: what others have changed since, in this content, stays. Rejects with a sentence where its revisions can't be read. */
  of(merged: { space: string; changeRequest: ChangeRequest }, now: Version, read?: Read): Promise<Reversal>;
  /** Writes it into a change request that has that content, in a few revisions. */
  send(at: { space: string; number: number }, reversal: Reversal): Promise<void>;
}

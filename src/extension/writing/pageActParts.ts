import type { Account } from '../account/accounts.ts';
import type { WritingParts } from './writingParts.ts';

/** What acts on the pages of change requests are made of. */
export type PageActParts = Omit<WritingParts, 'state'>;

/** A change request that was given or picked, and perhaps one of its pages. */
export interface Found {
  readonly account: Account;
  /** The id of its space. */
  readonly space: string;
  readonly number: number;
  readonly page?: string | undefined;
}

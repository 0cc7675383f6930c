import type { Account } from '../../services/accounts.ts';

/** A change request, and perhaps one of its pages. */
export interface Found {
  readonly account: Account;
  /** The id of its space. */
  readonly space: string;
  /** Undefined for published content: the user still has to pick or create a change request. */
  readonly number?: number | undefined;
  readonly page?: string | undefined;
}

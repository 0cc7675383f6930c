import type { Account, Accounts } from '../account/accounts.ts';
import type { ErrorEdge } from '../commands/errorEdge.ts';
import type { Platforms } from '../platforms.ts';
import type { Prompts } from '../prompts/prompts.ts';

/** What acts on the pages of change requests are made of. */
export interface PageActParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly prompts: Prompts;
  readonly edge: ErrorEdge;
}

/** A change request that was given or picked, and perhaps one of its pages. */
export interface Found {
  readonly account: Account;
  /** The id of its space. */
  readonly space: string;
  readonly number: number;
  readonly page?: string | undefined;
}

import type { Accounts } from '../services/accounts.ts';
import type { Platforms } from '../services/platforms.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { SelectedRow } from '../trees/selectedRow.ts';
import type { RequestFiles } from './requestFiles.ts';

/** What calling any endpoint needs of the rest. */
export interface CallEndpointParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly selected: SelectedRow;
  readonly prompts: Prompts;
  readonly files: () => Promise<RequestFiles>;
}

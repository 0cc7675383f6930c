import type { Accounts } from '../account/accounts.ts';
import type { ErrorEdge } from '../commands/errorEdge.ts';
import type { Platforms } from '../platforms.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { SelectedRow } from '../trees/selectedRow.ts';

/** What the commands on change requests are given. */
export interface ChangeRequestParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
  readonly prompts: Prompts;
  readonly selected: SelectedRow;
}

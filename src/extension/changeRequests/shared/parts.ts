import type { Accounts } from '../../services/accounts.ts';
import type { ErrorEdge } from '../../messages/errorEdge.ts';
import type { Platforms } from '../../services/platforms.ts';
import type { Prompts } from '../../prompts/prompts.ts';
import type { SelectedRow } from '../../trees/selectedRow.ts';

/** What the commands on change requests are given. */
export interface ChangeRequestParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
  readonly prompts: Prompts;
  readonly selected: SelectedRow;
}

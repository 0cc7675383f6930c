import type { Accounts } from '../account/accounts.ts';
import type { ActivePages } from '../activePage.ts';
import type { ErrorEdge } from '../commands/errorEdge.ts';
import type { GlobalState } from '../globalState.ts';
import type { Platforms } from '../platforms.ts';
import type { Prompts } from '../prompts/prompts.ts';

/** What the ways to a page are given. */
export interface SearchParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
  readonly prompts: Prompts;
  readonly activePages: () => Promise<ActivePages>;
  readonly globalState: GlobalState;
}

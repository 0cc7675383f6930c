import type { Accounts } from '../services/accounts.ts';
import type { ActivePages } from '../addresses/activePage.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import type { GlobalState } from '../services/globalState.ts';
import type { Platforms } from '../services/platforms.ts';
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

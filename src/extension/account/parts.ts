import type { ErrorEdge } from '../messages/errorEdge.ts';
import type { Platforms } from '../services/platforms.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { Accounts } from '../services/accounts.ts';

export interface AccountParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly prompts: Prompts;
  readonly edge: ErrorEdge;
}

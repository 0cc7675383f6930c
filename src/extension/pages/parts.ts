import type { Accounts } from '../services/accounts.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import type { Platforms } from '../services/platforms.ts';
import type { Prompts } from '../prompts/prompts.ts';

export interface PageParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
  readonly prompts: Prompts;
}

import type { Accounts } from '../account/accounts.ts';
import type { ErrorEdge } from '../commands/errorEdge.ts';
import type { Platforms } from '../platforms.ts';
import type { Prompts } from '../prompts/prompts.ts';

export interface PageParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
  readonly prompts: Prompts;
}

import type { ErrorEdge } from '../commands/errorEdge.ts';
import type { Platforms } from '../platforms.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { Accounts } from './accounts.ts';

export interface AccountParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly prompts: Prompts;
  readonly edge: ErrorEdge;
}

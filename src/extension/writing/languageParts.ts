import type { Accounts } from '../account/accounts.ts';
import type { ErrorEdge } from '../commands/errorEdge.ts';
import type { Platforms } from '../platforms.ts';

/** What helps while one writes is made of. */
export interface LanguageParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
}

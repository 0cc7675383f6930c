import type { Accounts } from '../services/accounts.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import type { Platforms } from '../services/platforms.ts';
import type { Prompts } from '../prompts/prompts.ts';

export interface CommentParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
  readonly prompts: Prompts;
  /** Whether to ask now and then what is new; tests ask themselves. */
  readonly polls: boolean;
}

/** What menus and the documents of VS Code's boxes for comments know ours by. */
export const controllerId = 'docsPlatform.comments';

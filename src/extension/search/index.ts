import type { Accounts } from '../account/accounts.ts';
import type { CommandTable } from '../commands/commandTable.ts';
import type { ErrorEdge } from '../commands/errorEdge.ts';
import type { Platforms } from '../platforms.ts';
import type { Prompts } from '../prompts/prompts.ts';

export interface SearchParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
  readonly prompts: Prompts;
}

/** Ways to a page without walking the tree. */
export function searchCommands(parts: SearchParts): CommandTable {
  return {
    'docsPlatform.goToPage': async () => (await import('./goToPage.ts')).goToPage(parts),
    'docsPlatform.search': async (given) => (await import('./searchPages.ts')).searchPages(parts, given),
    'docsPlatform.openFromUrl': async () => (await import('./openFromUrl.ts')).openFromUrl(parts),
  };
}

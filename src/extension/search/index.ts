import type { CommandTable } from '../commands/commandTable.ts';
import type { SearchParts } from './searchParts.ts';

/** Ways to a page without walking the tree. */
export function searchCommands(parts: SearchParts): CommandTable {
  return {
    'docsPlatform.goToPage': async () => (await import('./goToPage.ts')).goToPage(parts),
    'docsPlatform.search': async (given) => (await import('./searchPages.ts')).searchPages(parts, given),
    'docsPlatform.openFromUrl': async () => (await import('./openFromUrl.ts')).openFromUrl(parts),
  };
}

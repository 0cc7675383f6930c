import { onFirstUse } from '../../ground/commands/onFirstUse.ts';
import type { CommandTable } from '../../ground/commands/table.ts';
import type { RecentPages } from './recentPages.ts';
import type { LastScope } from './scope.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Commands that find pages without browsing the tree. */
export function searchFeature(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'activePages' | 'globalState' | 'stores'>,
): { commands: CommandTable; remember(): Promise<RecentPages> } {
  const last: LastScope = { kind: 'all' };
  const recent = onFirstUse(async () =>
    (await import('./recentPages.ts')).rememberRecentPages({ ...parts, activePages: await parts.activePages() }),
  );

  return {
    commands: {
      'docsPlatform.goToPage': async () => (await import('./goToPage.ts')).goToPage(parts, await recent()),
      'docsPlatform.search': async (given) => (await import('./pages.ts')).searchPages(parts, given, last),
      'docsPlatform.openFromUrl': async () => (await import('./openFromUrl.ts')).openFromUrl(parts),
    },
    /** Starts to remember the pages that are shown. */
    remember: recent,
  };
}

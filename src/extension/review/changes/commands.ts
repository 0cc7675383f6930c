import type { Handler } from '../../ground/commands/neededRow.ts';
import type { CommandTable } from '../../ground/commands/table.ts';
import type { Changes } from './createChanges.ts';
import { openChanges, openHeadPage, openPageChanges, stepToPage } from './open.ts';
import { changedPageGiven, changesGiven, type ChangedPage } from './target.ts';
import { markViewed } from './viewed.ts';

/** The commands on the changes of a change request and on its changed pages. */
export function changesCommands({ parts, rows }: Pick<Changes, 'parts' | 'rows'>) {
  const onPage =
    (action: (page: ChangedPage) => unknown): Handler =>
    async (given) =>
      action(await changedPageGiven(parts, given));

  return {
    'docsPlatform.changes.open': async (given) => {
      const changes = await changesGiven(parts, given);
      if (changes) await openChanges(parts, changes);
    },
    'docsPlatform.changes.openPage': async (given) =>
      openPageChanges(parts, await changedPageGiven(parts, given), given),
    'docsPlatform.changes.openHead': onPage(openHeadPage),
    'docsPlatform.changes.next': onPage((page) => stepToPage(parts, page, 1)),
    'docsPlatform.changes.previous': onPage((page) => stepToPage(parts, page, -1)),
    'docsPlatform.changes.markViewed': (given, selected) => markViewed(parts, given, selected, true),
    'docsPlatform.changes.markNotViewed': (given, selected) => markViewed(parts, given, selected, false),
    'docsPlatform.changes.reload': (given) => rows.reload(given),
  } satisfies CommandTable;
}

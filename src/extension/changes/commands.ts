import type { CommandTable } from '../commands/table.ts';
import type { Changes } from './createChanges.ts';

/** The commands on the changes of a change request and on its changed pages. */
export function changesCommands(changes: Changes) {
  return {
    'docsPlatform.changes.open': (given) => changes.open(given),
    'docsPlatform.changes.openPage': (given) => changes.openPage(given),
    'docsPlatform.changes.openHead': (given) => changes.openHead(given),
    'docsPlatform.changes.next': (given) => changes.step(given, 1),
    'docsPlatform.changes.previous': (given) => changes.step(given, -1),
    'docsPlatform.changes.markViewed': (given, selected) => changes.mark(given, selected, true),
    'docsPlatform.changes.markNotViewed': (given, selected) => changes.mark(given, selected, false),
    'docsPlatform.changes.reload': (given) => changes.rows.reload(given),
  } satisfies CommandTable;
}

import type { LaterCommands } from './laterCommands.ts';
import type { Manifest } from './manifest.ts';
import type { CommandTable } from './table.ts';

/**
 * The handlers of all commands that package.json contributes. Some are there a second time, as `<command>.row`: a row's
 * menu leaves out what the row shows (*Merge…*), while the palette has to name it (*Merge Change Request…*), and VS Code
 * shows `shortTitle` only in toolbars.
 */
export function contributedCommands(
  { contributes }: Manifest,
  tables: readonly (CommandTable | LaterCommands)[],
): CommandTable {
  const later = tables.filter(isLater);
  const known: CommandTable = Object.fromEntries(
    tables.flatMap((table) => (isLater(table) ? [] : Object.entries(table))),
  );
  return Object.fromEntries(
    contributes.commands.map(({ command }) => {
      const id = command.replace(/\.row$/, '') as keyof CommandTable;
      const { load } = known[id] ? {} : tableOf(id, later);
      return [command, load ? async (...given) => (await load())[id]!(...given) : known[id]!];
    }),
  );
}

function isLater(table: CommandTable | LaterCommands): table is LaterCommands {
  return 'beginnings' in table;
}

/** The table with the longest beginning of the id. */
function tableOf(id: string, tables: readonly LaterCommands[]): Partial<LaterCommands> {
  const fit = ({ beginnings }: LaterCommands): number =>
    Math.max(...beginnings.map((beginning) => (id.startsWith(beginning) ? beginning.length : 0)));
  return tables.reduce((one, other) => (fit(other) > fit(one) ? other : one));
}

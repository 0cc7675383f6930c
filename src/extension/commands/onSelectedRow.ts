import type { SelectedRow } from '../trees/selectedRow.ts';
import type { CommandTable } from './commandTable.ts';

/** Has the named commands act on the selected row when they are given nothing, as from the palette. */
export function onSelectedRow(table: CommandTable, names: readonly string[], selected: SelectedRow): CommandTable {
  const acting = names.map((name): [string, CommandTable[keyof CommandTable]] => {
    const run = table[`docsPlatform.${name}`];
    if (!run) throw new Error(`There is no command ${name}.`);
    return [`docsPlatform.${name}`, (given, ...more) => run(given ?? selected.forCommand(), ...more)];
  });
  return { ...table, ...Object.fromEntries(acting) };
}

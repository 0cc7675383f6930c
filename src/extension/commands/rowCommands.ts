import type { CommandTable } from './table.ts';

/** What is read of package.json. */
export interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/**
 * Commands that package.json contributes a second time, as `<command>.row`: menus of rows leave out what the row shows (*Merge…*),
 * the palette has to name it (*Merge Change Request…*), and VS Code shows `shortTitle` in toolbars only.
 */
export function rowCommands(table: CommandTable, { contributes }: Manifest): CommandTable {
  const entries = contributes.commands.flatMap(({ command }) => {
    const run = table[command.replace(/\.row$/, '') as keyof CommandTable];
    return run ? [[command, run] as const] : [];
  });
  return Object.fromEntries(entries);
}

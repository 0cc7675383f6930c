import type { CommandTable } from './table.ts';

/** The part of package.json that is read. */
export interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/**
 * Commands that package.json contributes a second time, as `<command>.row`. A row's menu leaves out what the row shows
 * (*Merge…*), while the palette has to name it (*Merge Change Request…*), and VS Code shows `shortTitle` only in
 * toolbars.
 */
export function rowCommands(table: CommandTable, { contributes }: Manifest): CommandTable {
  const entries = contributes.commands.flatMap(({ command }) => {
    const run = table[command.replace(/\.row$/, '') as keyof CommandTable];
    return run ? [[command, run] as const] : [];
  });
  return Object.fromEntries(entries);
}

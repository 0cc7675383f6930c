import type { CommandTable } from './table.ts';
import { onFirstUse } from './onFirstUse.ts';

/**
 * Commands whose table is loaded by the first of them that is run: activation knows their names only. The names are those
 * after the prefix, and all that the table has: more or fewer do not compile.
 */
export function laterCommands<
  const Prefix extends `docsPlatform${string}`,
  const Name extends string,
  Table extends Readonly<Record<`${Prefix}.${Name}`, Handler>>,
>(
  prefix: Prefix,
  names: readonly Name[],
  load: () => Promise<Table & Readonly<Record<Exclude<keyof Table, `${Prefix}.${Name}`>, 'is missing in the names'>>>,
): CommandTable {
  const table = onFirstUse<Readonly<Record<`${Prefix}.${Name}`, Handler>>>(load);
  return Object.fromEntries(
    names.map((name): [string, Handler] => [
      `${prefix}.${name}`,
      async (...given) => (await table())[`${prefix}.${name}`](...given),
    ]),
  );
}

type Handler = CommandTable[keyof CommandTable];

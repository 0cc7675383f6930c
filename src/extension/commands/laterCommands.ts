import type { CommandTable } from './table.ts';
import { onFirstUse } from './onFirstUse.ts';

/**
 * Commands whose table is loaded when one of them first runs: activation only knows their names. The names come without
 * the prefix and must match the table exactly, or it doesn't compile.
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

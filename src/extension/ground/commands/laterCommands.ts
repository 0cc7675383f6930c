import { onFirstUse } from './onFirstUse.ts';
import type { CommandTable } from './table.ts';

/** Commands whose table is loaded when one of them first runs: activation only knows how their ids begin. */
export interface LaterCommands {
  readonly beginnings: readonly string[];
  readonly load: () => Promise<CommandTable>;
}

/** The beginnings come without the prefix of all commands. A longer one has precedence over those of other tables. */
export function laterCommands(beginnings: readonly string[], load: () => Promise<CommandTable>): LaterCommands {
  return { beginnings: beginnings.map((each) => `docsPlatform.${each}`), load: onFirstUse(load) };
}

import type { Condition } from './conditions.ts';
import type { Places } from './menus.ts';
import type { Call } from './run.ts';

/** A command as it is contributed in package.json. */
export interface Command {
  /** What the palette and menus show. It ends in `…` if the command asks for input before it acts. */
  readonly title: string;
  /** The name of a codicon. */
  readonly icon?: string;
  readonly category?: Category;
  /** Whether the palette offers it. By default it does not. */
  readonly palette?: Condition | 'always';
  readonly keybinding?: { readonly key: string; readonly mac?: string; readonly when: Condition };
  readonly menus?: Places;
  /** A shorter title and the menus that use it: a row already names what the command is about. */
  readonly onRows?: { readonly title: string; readonly menus: Places };
  /** The signature of the command when `run` calls it. */
  readonly call?: Call<(...given: never[]) => unknown>;
}

/** The categories of the palette's entries. */
export type Category = 'Docs Platform' | 'Help' | 'Docs Platform Organization' | 'Docs Platform Sites';

/** The commands of a feature, by id without the prefix `docsPlatform.`. */
export type Commands = Readonly<Record<string, Command>>;

/** Puts all commands of a feature into another category of the palette. */
export function inCategory<const Table extends Commands>(category: Category, commands: Table): Table {
  return Object.fromEntries(
    Object.entries(commands).map(([id, command]) => [id, { category, ...command }]),
  ) as unknown as Table;
}

/** Declares the signature of a command that code runs: `call: call<(place: Place) => void>()`. */
export function call<Signature extends (...given: never[]) => unknown>(): Call<Signature> {
  return {};
}

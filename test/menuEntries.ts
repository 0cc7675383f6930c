import { holds } from './whenClause.ts';

export interface Item {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group: string;
}

export interface Contributes {
  readonly commands: readonly { readonly command: string; readonly title: string }[];
  readonly submenus: readonly { readonly id: string; readonly label: string }[];
  readonly menus: Readonly<Record<string, readonly Item[]>>;
}

/** The entries of a menu in VS Code's order, without icons. A submenu is shown while it has an entry. */
export function menuEntries(
  contributes: Contributes,
  menu: string,
  context: { readonly view: string; readonly viewItem: string },
): Item[] {
  const group = ({ group: each }: Item): string => each.replace(/@.*/, '');
  const order = ({ group: each }: Item): number => Number(each.split('@')[1] ?? 0);
  return (contributes.menus[menu] ?? [])
    .filter((item) => group(item) !== 'inline' && holds(item.when, context))
    .filter(({ submenu }) => submenu === undefined || menuEntries(contributes, submenu, context).length > 0)
    .sort((one, other) => group(one).localeCompare(group(other)) || order(one) - order(other));
}

export const idOf = ({ command, submenu }: Item): string => command ?? submenu ?? '';

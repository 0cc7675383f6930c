// `npm run contributions`: writes the commands, menus, submenus and keybindings of package.json, and their titles in
// package.nls.json, from the features' tables.
import { readFileSync, writeFileSync } from 'node:fs';
import { contributions as account } from '../src/extension/account/contributions.ts';
import { contributions as callEndpoint } from '../src/extension/organization/callEndpoint/contributions.ts';
import { contributions as changeRequests } from '../src/extension/review/changeRequests/contributions.ts';
import { contributions as changes } from '../src/extension/review/changes/contributions.ts';
import { contributions as common } from '../src/extension/ground/commands/contributions.ts';
import { contributions as comments } from '../src/extension/comments/contributions.ts';
import type { Category, Command, Commands } from '../src/extension/ground/contributions/command.ts';
import type { Condition } from '../src/extension/ground/contributions/conditions.ts';
import { menuIds, submenus, type Places } from '../src/extension/ground/contributions/menus.ts';
import { contributions as editing } from '../src/extension/writing/editing/contributions.ts';
import { contributions as findInPages } from '../src/extension/writing/findInPages/contributions.ts';
import { contributions as imports } from '../src/extension/library/import/contributions.ts';
import { contributions as language } from '../src/extension/writing/language/contributions.ts';
import { contributions as library } from '../src/extension/library/contributions.ts';
import { contributions as libraryActions } from '../src/extension/library/actions/contributions.ts';
import { contributions as organization } from '../src/extension/organization/contributions.ts';
import { contributions as pageActions } from '../src/extension/writing/pageActions/contributions.ts';
import { contributions as pages } from '../src/extension/reading/pages/contributions.ts';
import { contributions as reader } from '../src/extension/reading/reader/contributions.ts';
import { contributions as renderedChanges } from '../src/extension/review/renderedChanges/contributions.ts';
import { contributions as search } from '../src/extension/reading/search/contributions.ts';
import { contributions as settings } from '../src/extension/organization/settings/contributions.ts';
import { contributions as sites } from '../src/extension/sites/contributions.ts';
import { contributions as threadsPanel } from '../src/extension/comments/threadsPanel/contributions.ts';

const tables: readonly Commands[] = [
  ...[account, common, library, libraryActions, pages, reader, search, findInPages, imports, settings, callEndpoint],
  ...[
    changeRequests,
    changes,
    renderedChanges,
    editing,
    pageActions,
    language,
    comments,
    threadsPanel,
    sites,
    organization,
  ],
];

interface Entry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

/** The contributions of package.json that come from the tables. */
export function contributionsOfTables() {
  const commands = tables.flatMap((table) => Object.entries(table));
  const menus: Record<string, Entry[]> = {
    commandPalette: commands.flatMap(([id, { palette = 'false', onRows }]) => [
      ...(palette === 'always' ? [] : [{ command: idOf(id), when: palette }]),
      ...(onRows ? [{ command: `${idOf(id)}.row`, when: 'false' }] : []),
    ]),
  };
  const put = (named: Entry, places: Places = {}): void => {
    for (const [menu, groups] of Object.entries(places))
      for (const [group, conditions] of Object.entries(groups))
        for (const condition of listOf(conditions))
          (menus[menuIds[menu as keyof Places]] ??= []).push({
            ...named,
            ...(condition === 'always' ? {} : { when: condition }),
            group,
          });
  };
  for (const [id, { menus: places, onRows }] of commands) {
    put({ command: idOf(id) }, places);
    put({ command: `${idOf(id)}.row` }, onRows?.menus);
  }
  for (const [id, { menus: places }] of Object.entries(submenus)) put({ submenu: idOf(id) }, places);

  return {
    commands: commands.flatMap(([id, command]) => [
      entryOf(id, command),
      ...(command.onRows ? [entryOf(`${id}.row`, command)] : []),
    ]),
    menus,
    submenus: Object.keys(submenus).map((id) => ({ id: idOf(id), label: `%submenu.${id}%` })),
    keybindings: commands.flatMap(([id, { keybinding }]) => (keybinding ? [{ command: idOf(id), ...keybinding }] : [])),
  };
}

function entryOf(id: string, { category = 'Docs Platform', icon }: Command) {
  return {
    command: idOf(id),
    title: `%command.${id}%`,
    category: `%${categories[category]}%`,
    ...(icon === undefined ? {} : { icon: `$(${icon})` }),
  };
}

const categories = {
  'Docs Platform': 'product',
  Help: 'category.help',
  'Docs Platform Organization': 'category.organization',
  'Docs Platform Sites': 'category.sites',
} satisfies Record<Category, string>;

/** The titles of commands, submenus and categories in package.nls.json. */
export function namesOfTables(): Record<string, string> {
  return Object.fromEntries([
    ...Object.entries(categories).map(([name, key]) => [key, name]),
    ...Object.entries(submenus).map(([id, { label }]) => [`submenu.${id}`, label]),
    ...tables
      .flatMap(Object.entries<Command>)
      .flatMap(([id, { title, onRows }]) => [
        [`command.${id}`, title],
        ...(onRows ? [[`command.${id}.row`, onRows.title]] : []),
      ]),
  ]) as Record<string, string>;
}

function idOf(id: string): string {
  return `docsPlatform.${id}`;
}

function listOf(conditions: Condition | 'always' | readonly Condition[]): readonly (Condition | 'always')[] {
  return typeof conditions === 'string' ? [conditions] : conditions;
}

/** Updates package.json and package.nls.json. */
export function writeContributions(): void {
  rewrite('package.json', (manifest) => {
    Object.assign(manifest['contributes'] as object, contributionsOfTables());
    return manifest;
  });
  rewrite('package.nls.json', (names) => ({
    ...Object.fromEntries(Object.entries(names).filter(([key]) => !/^(command|submenu|category)\./.test(key))),
    ...namesOfTables(),
  }));
}

function rewrite(file: string, change: (content: Record<string, unknown>) => Record<string, unknown>): void {
  const before = readFileSync(file, 'utf8');
  const after = `${JSON.stringify(change(JSON.parse(before) as Record<string, unknown>), undefined, 2)}\n`;
  if (after !== before) writeFileSync(file, after);
}

if (import.meta.main) writeContributions();

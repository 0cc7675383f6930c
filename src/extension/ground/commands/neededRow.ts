import * as vscode from 'vscode';
import { showInformation } from '../messages/show.ts';
import type { Manifest } from './manifest.ts';

/** A command that only rows offer was run without one, as by a keybinding of the user's own. */
export class RowMissing extends Error {
  override readonly name = 'RowMissing';
}

/** The row that such a command acts on. */
export function neededRow<Row>(given: unknown, isFitting: (given: unknown) => given is Row): Row {
  if (isFitting(given)) return given;
  throw new RowMissing();
}

/** What VS Code calls with whatever a menu, a panel, or another extension passes. */
export type Handler = (given: unknown) => Promise<unknown>;

/** A command that acts on a row. */
export function onRow<Row>(isFitting: (given: unknown) => given is Row, action: (row: Row) => unknown): Handler {
  return async (given) => action(neededRow(given, isFitting));
}

/** A command that acts on a row, or asks what to act on. */
export function onRowIfAny<Row>(
  isFitting: (given: unknown) => given is Row,
  action: (row: Row | undefined) => unknown,
): Handler {
  return async (given) => action(isFitting(given) ? given : undefined);
}

/** A command on a row or a document, or on what is open. */
export function onRowOrUri<Row>(
  isFitting: (given: unknown) => given is Row,
  action: (given: Row | vscode.Uri | undefined) => unknown,
): Handler {
  return onRowIfAny((given): given is Row | vscode.Uri => given instanceof vscode.Uri || isFitting(given), action);
}

/** A command on the document that a menu passes, or on the open one. */
export function onUriIfAny(action: (uri: vscode.Uri | undefined) => unknown): Handler {
  return onRowIfAny((given) => given instanceof vscode.Uri, action);
}

/** Says which view has the rows that offer a command. */
export async function sayWhereToFind(id: string, { contributes }: Manifest): Promise<void> {
  const { commands, menus, views } = contributes;
  const whens = Object.entries(menus).flatMap(([menu, entries]) =>
    entries
      .filter(({ command }) => command === id || command === `${id}.row`)
      // What a submenu offers for all of its rows has no condition of its own.
      .map(({ when }) => when ?? menus['view/item/context']?.find(({ submenu }) => submenu === menu)?.when),
  );
  const viewId = /view == (docsPlatform\.\w+)/.exec(whens.join(' '))?.[1];
  const title = commands.find(({ command }) => command === id)?.title ?? id;
  const view = Object.values(views)
    .flat()
    .find((each) => each.id === viewId)?.name;
  await showInformation(
    vscode.l10n.t('To run “{0}”, open the context menu of a row in the {1} view.', title, view ?? ''),
  );
}

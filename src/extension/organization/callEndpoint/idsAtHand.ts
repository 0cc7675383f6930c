import * as vscode from 'vscode';
import { shaped } from '../../ground/contributions/given.ts';
import { pageAddressOf } from '../../ground/places/pageUri.ts';
import { settingsAddressOf } from '../../../model/settings/address.ts';
import type { Contents } from '../../../store/content/content.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { Services } from '../../ground/services/services.ts';
import type { SelectedRow } from '../../ground/services/selectedRow.ts';

/**
 * The path parameters that the current selection gives: the row given, else the row selected in a view, else the open
 * page or settings.
 */
export async function idsAtHand(
  { stores, selected }: { readonly stores: Services['stores']; readonly selected: SelectedRow },
  account: Account,
  given: unknown,
): Promise<Record<string, string>> {
  const library = await stores(account).library();
  const ids = idsOfRow(given) ?? idsOfSelection(selected, await idsOfEditor(await stores(account).contents(), account));
  const space = library.cachedSpaces().find(({ id }) => id === ids['spaceId']);
  const [first] = await library.organizations().catch(() => []);
  ids['organizationId'] ??= space?.organization ?? first?.id ?? '';
  return ids;
}

type Ids = Record<string, string>;

/**
 * The open document adds ids to the row's if both are about the same thing. If they differ, the document wins once the
 * user has left the view.
 */
function idsOfSelection(selected: SelectedRow, open: Ids): Ids {
  const selection = selected.now();
  const row = selection && idsOfRow(selection.row);
  if (!row) return open;
  const shared = Object.keys(open).filter((name) => row[name] !== undefined);
  if (shared.some((name) => open[name] !== row[name])) return selection.isLeft ? open : row;
  return shared.length > 0 ? { ...open, ...row } : row;
}

/** The ids of a row and of all its ancestors, without those of the open document; undefined if there are none. */
function idsOfRow(given: unknown): Ids | undefined {
  let ids: Ids = {};
  for (let row = given; isRow(row); row = row.parent) ids = { ...idsIn(row), ...ids };
  return Object.keys(ids).length > 0 ? ids : undefined;
}

async function idsOfEditor(content: Contents, account: Account): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const uri = vscode.window.activeTextEditor?.document.uri;
  const page = uri && pageAddressOf(uri);
  if (page?.account === account.key) {
    ids['spaceId'] = page.space;
    const entry = await content.entry(page.space, page.version, page.path).catch(() => undefined);
    if (entry?.kind === 'page') ids['pageId'] = entry.node.id;
    if (entry?.kind === 'file') ids['fileId'] = entry.file.id;
  }
  const document = uri && settingsAddressOf(uri);
  return document?.account === account.key ? { ...ids, ...document.ids } : ids;
}

interface AnyRow {
  readonly [name: string]: unknown;
}

const isRow = shaped<AnyRow>({});

/** The ids found in a row of any view: in the item it shows, in its settings, or in its `at`. */
function idsIn(row: AnyRow): Ids {
  const { settings, at } = row;
  const held = isRow(at) ? { ...at, ...row } : row;
  const reported = Object.entries(names).flatMap(([name, parameter]): [string, string][] => {
    const thing = held[name];
    const id = isRow(thing) ? thing['id'] : name === 'space' ? thing : undefined;
    return typeof id === 'string' ? [[parameter, id]] : [];
  });
  return { ...Object.fromEntries(reported), ...(isRow(settings) && (settings['ids'] as Ids | undefined)) };
}

const names = {
  organization: 'organizationId',
  collection: 'collectionId',
  space: 'spaceId',
  changeRequest: 'changeRequestId',
  node: 'pageId',
  file: 'fileId',
} as const;

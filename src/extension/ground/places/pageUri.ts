import * as vscode from 'vscode';
import * as model from '../../../model/shared/address.ts';
import { besideScheme, scheme } from '../../../model/shared/schemes.ts';
import {
  idsAlone,
  main,
  type EditAddress,
  type PageAddress,
  type SpaceNames,
  type Version,
} from '../../../model/shared/address.ts';
import { sharedGlobalState } from '../services/globalState.ts';
import { oncePerTurn } from '../services/oncePerTurn.ts';
import { openSpaceNames, type AllSpaceNames } from './spaceNames.ts';

let opened: AllSpaceNames | undefined;

/** The names of spaces in this window's addresses; undefined where nothing can be stored, as in unit tests. */
export function spaceNames(): AllSpaceNames | undefined {
  const state = sharedGlobalState();
  if (state) opened ??= openSpaceNames(state, isSlugOpen);
  return opened;
}

/** The names that an account's spaces have in addresses. */
export function spaceNamesOf(account: string): SpaceNames {
  return spaceNames()?.of(account) ?? idsAlone;
}

/** The URI of a page, file or directory of a space in our file system. */
export function pageUri(account: string, space: string, path: string, version: Version = main): vscode.Uri {
  return uriOf({ account, space, path, version });
}

/**
 * The URI of a page, by its address. A page that is open under an older address keeps that URI, so that it isn't opened
 * twice.
 */
export function uriOf(address: PageAddress): vscode.Uri {
  return asOpen(vscode.Uri.from(model.uriOf(address, spaceNamesOf(address.account))));
}

/** Like `uriOf`, for an editable page. */
export function editUriOf(address: EditAddress): vscode.Uri {
  return asOpen(vscode.Uri.from(model.editUriOf(address, spaceNamesOf(address.account))));
}

/** The address that a URI stands for: a current one, an older one, or one with the id of its space. */
export function addressOf(uri: model.UriComponents): PageAddress | undefined {
  return model.addressOf(uri, spaceNamesOf);
}

export function editAddressOf(uri: model.UriComponents): EditAddress | undefined {
  return model.editAddressOf(uri, spaceNamesOf);
}

/** The address of a page, whether it is read-only or editable. */
export function pageAddressOf(uri: model.UriComponents): PageAddress | undefined {
  return model.pageAddressOf(uri, spaceNamesOf);
}

const nothing = '_nothing/';

/** An empty document: the base of an added page, or the head of a deleted one. */
export function nothingUri(beside: vscode.Uri): vscode.Uri {
  const address = pageAddressOf(beside);
  if (!address) return beside;
  return uriOf({ ...address, path: `${nothing}${address.path}` }).with({ scheme: besideScheme });
}

export function isNothing({ path }: PageAddress): boolean {
  return path.startsWith(nothing);
}

/** The page that the side of a diff which isn't a page belongs to. */
export function besideAddressOf(uri: vscode.Uri): PageAddress | undefined {
  const address = uri.scheme === besideScheme ? addressOf(uri.with({ scheme })) : undefined;
  return address && isNothing(address) ? { ...address, path: address.path.slice(nothing.length) } : address;
}

/** A key that is the same for all URIs of a page or file, whatever its space was called when they were made. */
export function addressKey(uri: vscode.Uri): string {
  const [published, editable] = [addressOf(uri), editAddressOf(uri)];
  const parts = editable ? model.editUriOf(editable) : published && model.uriOf(published);
  return parts ? `${parts.scheme}://${parts.authority}${parts.path}` : uri.toString();
}

/** Whether anything open in this window uses the slug. */
function isSlugOpen(account: string, slug: string): boolean {
  return openUris().some(({ authority, path }) => {
    if (authority !== account && !authority.startsWith(`${account}~`)) return false;
    const [segment = ''] = path.slice(1).split('/');
    return segment.replace(/ [#@][^ ]*$/, '').replaceAll(' ', '-') === slug;
  });
}

function asOpen(uri: vscode.Uri): vscode.Uri {
  if (!spaceNames()) return uri;
  const older = openUnderOlderAddresses();
  return older.size === 0 ? uri : (older.get(addressKey(uri)) ?? uri);
}

/** By address key. */
const openUnderOlderAddresses = oncePerTurn((): ReadonlyMap<string, vscode.Uri> => {
  const found = new Map<string, vscode.Uri>();
  const present = new Set<string>();
  for (const uri of openUris()) {
    const [published, editable] = [addressOf(uri), editAddressOf(uri)];
    const address = published ?? editable;
    if (!address) continue;
    const names = spaceNamesOf(address.account);
    const { path } = editable ? model.editUriOf(editable, names) : model.uriOf(address, names);
    if (path === uri.path) present.add(addressKey(uri));
    else found.set(addressKey(uri), uri);
  }
  for (const key of present) found.delete(key);
  return found;
});

/** The URIs of our documents that are in a tab, in a visible editor, or unsaved. */
export function openUris(): vscode.Uri[] {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const shown = inputs.flatMap((input) => {
    if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
    return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? [input.uri] : [];
  });
  // A diff of several pages doesn't report what it shows, so visible editors count too. Hidden documents don't: VS Code
  // keeps them for a while after their tab was closed.
  const seen = vscode.window.visibleTextEditors.map(({ document }) => document);
  const unsaved = vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty);
  const documents = [...seen, ...unsaved].map(({ uri }) => uri);
  return [...shown, ...documents].filter((uri) => uri.scheme.startsWith(scheme));
}

/** The pages of a change request that are open for editing, or only those with changes: their paths and documents. */
export function openForEditing(
  { account, space, version }: Omit<EditAddress, 'path'>,
  { isDirty }: { isDirty?: true } = {},
): [path: string, document: vscode.TextDocument][] {
  return vscode.workspace.textDocuments.flatMap((document): [string, vscode.TextDocument][] => {
    const open = isDirty && !document.isDirty ? undefined : editAddressOf(document.uri);
    const isIn = open?.account === account && open.space === space && open.version.number === version.number;
    return isIn ? [[open.path, document]] : [];
  });
}

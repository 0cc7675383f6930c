import * as vscode from 'vscode';
import { headOf, main, type PageAddress, type Version } from '../../../model/shared/address.ts';
import type { Entry } from '../../../store/content/content.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import { activeUri } from './openPageUri.ts';
import { besideAddressOf, pageAddressOf, pageUri } from './pageUri.ts';
import { askToSignIn } from '../prompts/offerSignIn.ts';
import type { Account, Accounts } from '../services/accounts.ts';
import type { Uses } from '../services/services.ts';
import { signedOut } from '../words/unreachablePage.ts';
import { pageGiven } from './changeRequestRows.ts';
import { isLibraryRow } from './libraryRows.ts';
import { shaped } from '../contributions/given.ts';
import type { Place as LibraryPlace } from '../../../store/library/library.ts';
import type { PlaceOf } from '../../../store/library/places.ts';

/** A space of a signed-in account in one version, or a page, file, or directory of it. */
export interface Place {
  readonly account: Account;
  /** The id of the space. */
  readonly space: string;
  readonly version: Version;
  /** The id of the page, if a row names it. */
  readonly page?: string | undefined;
  /** The path within the space. */
  readonly path?: string | undefined;
  /** The document that was given or is open. */
  readonly uri?: vscode.Uri | undefined;
}

interface Known {
  readonly accounts: Pick<Accounts, 'active' | 'byKey'>;
}

/**
 * The place that a command acts on: that of a row, or of a document, else of the open one. Menus and other extensions
 * may pass anything. Undefined if there is none, and while its account is signed out.
 */
export function placeGiven(
  parts: Known,
  given: unknown,
  open: () => vscode.Uri | undefined = activeUri,
): Place | undefined {
  if (isLibraryRow(given)) {
    const account = parts.accounts.active;
    if (!account || !('space' in given)) return undefined;
    const at = { account, space: given.space.id, version: main };
    if (given.kind === 'page') return { ...at, page: given.node.id, path: given.node.path };
    return given.kind === 'file' ? { ...at, path: given.path } : at;
  }
  const row = pageGiven(given);
  if (!row) return placeAt(parts, given instanceof vscode.Uri ? given : open());
  const { account, space, changeRequest, page, path } = row;
  return { account, space, version: headOf(changeRequest.number), page, path };
}

/** The places of all selected rows if the given one is among them. VS Code passes the clicked row first, then all of them. */
export function placesGiven(
  parts: Known,
  given: unknown,
  selected: unknown,
  open: () => vscode.Uri | undefined,
): Place[] {
  const all: readonly unknown[] = Array.isArray(selected) && selected.includes(given) ? selected : [given];
  return all.flatMap((each) => placeGiven(parts, each, open) ?? []);
}

/** The same place as `placeGiven`. If there is none, throws an error that says why. */
export function neededPlace(parts: Known, given: unknown, open: () => vscode.Uri | undefined): Place {
  const place = placeGiven(parts, given, open);
  if (place) return place;
  const key = signedOutKeyOf(parts, given instanceof vscode.Uri ? given : open());
  throw new Error(key === undefined ? noPage() : signedOut(key));
}

export function noPage(): string {
  return vscode.l10n.t('Open a page first, or select one in the Library.');
}

/** Offers to sign in to the account of a page or file if it is signed out. Returns whether it is. */
export function askIfSignedOut(parts: Known & Uses<'prompts' | 'edge'>, uri: vscode.Uri): boolean {
  const key = signedOutKeyOf(parts, uri);
  if (key !== undefined) askToSignIn(parts, key);
  return key !== undefined;
}

/** The key of the account that a page or file belongs to, if that is signed out. */
export function signedOutKeyOf(
  { accounts }: { readonly accounts: Pick<Accounts, 'byKey'> },
  uri: vscode.Uri | undefined,
): string | undefined {
  const key = uri && accountKeyOf(uri);
  return key === undefined || accounts.byKey(key) ? undefined : key;
}

/** Recognizes rows of the Library of these kinds. */
export function isLibraryRowOf<Kind extends LibraryPlace['kind']>(...kinds: readonly Kind[]) {
  return shaped<PlaceOf<Kind>>({ kind: kinds, key: 'present', at: 'missing' });
}

export const isPageRow = isLibraryRowOf('page');

/** The place of a document. */
export type DocumentPlace = Place & { readonly path: string; readonly uri: vscode.Uri };

/** The place of a page or file, read-only or editable. Undefined while its account is signed out. */
export function placeAt(parts: Known, uri: vscode.Uri | undefined): DocumentPlace | undefined {
  return uri && signedIn(parts, uri, pageAddressOf(uri));
}

/** The same, also for the side of a diff that isn't a page. */
export function comparedPlaceAt(parts: Known, uri: vscode.Uri): DocumentPlace | undefined {
  return signedIn(parts, uri, pageAddressOf(uri) ?? besideAddressOf(uri));
}

function signedIn({ accounts }: Known, uri: vscode.Uri, address: PageAddress | undefined): DocumentPlace | undefined {
  const account = address && accounts.byKey(address.account);
  return account && { ...address, account, uri };
}

/** The key of the account that a page or file belongs to, signed in or not. Undefined for any other document. */
export function accountKeyOf(uri: vscode.Uri): string | undefined {
  return pageAddressOf(uri)?.account;
}

/** The version that a page or file belongs to. */
export function versionOf(uri: vscode.Uri): Version | undefined {
  return pageAddressOf(uri)?.version;
}

/** The account with this key; without one, the active account. Undefined while it is signed out. */
export function accountOf({ accounts }: Known, key: string | undefined): Account | undefined {
  return key === undefined ? accounts.active : accounts.byKey(key);
}

/** The same account. While it is signed out, throws an error that says so. */
export function neededAccount(
  parts: Known,
  key: string | undefined,
  refusal: (sentence: string) => Error = (sentence) => new Error(sentence),
): Account {
  const account = accountOf(parts, key);
  if (account) return account;
  throw refusal(key === undefined ? vscode.l10n.t('Sign in or open the sample workspace first.') : signedOut(key));
}

export function uriOf({ account, space, version, path = '', uri }: Place): vscode.Uri {
  return uri ?? pageUri(account.key, space, path, version);
}

/** What is at the path of a place. */
export async function entryAt(
  { stores }: Uses<'stores'>,
  { account, space, version, path }: Omit<Place, 'uri'>,
): Promise<Entry | undefined> {
  return path === undefined ? undefined : (await stores(account).contents()).entry(space, version, path);
}

/** The page at a place, or undefined if there is none. */
export async function nodeAt(parts: Uses<'stores'>, place: Omit<Place, 'uri'>): Promise<PageNode | undefined> {
  const { account, space, version, page } = place;
  if (page !== undefined) return (await (await parts.stores(account).contents()).pages(space, version)).byId.get(page);
  const entry = await entryAt(parts, place);
  return entry?.kind === 'page' ? entry.node : undefined;
}

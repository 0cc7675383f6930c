import type * as vscode from 'vscode';
import type { PageAddress } from '../../model/shared/address.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import type { Account, Accounts } from '../services/accounts.ts';
import type { Uses } from '../services/services.ts';
import { pageAddressOf } from './pageUri.ts';

/** A page, file, or directory of a space, read-only or editable, whose account is signed in. */
export interface PlaceAt extends Omit<PageAddress, 'account'> {
  readonly account: Account;
}

/** Undefined for any other URI, and while its account is signed out. */
export function placeAt(
  { accounts }: { readonly accounts: Pick<Accounts, 'byKey'> },
  uri: vscode.Uri | undefined,
): PlaceAt | undefined {
  const address = uri && pageAddressOf(uri);
  const account = address && accounts.byKey(address.account);
  return account && { ...address, account };
}

/** The account with this key; without one, the active account. Undefined while it is signed out. */
export function accountOf(accounts: Pick<Accounts, 'active' | 'byKey'>, key: string | undefined): Account | undefined {
  return key === undefined ? accounts.active : accounts.byKey(key);
}

/** The page at a place, or undefined if there is none. */
export async function nodeAt(
  { stores }: Uses<'stores'>,
  { account, space, version, path }: PlaceAt,
): Promise<PageNode | undefined> {
  const entry = await (await stores(account).contents()).entry(space, version, path);
  return entry?.kind === 'page' ? entry.node : undefined;
}

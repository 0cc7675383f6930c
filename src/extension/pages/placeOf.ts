import * as vscode from 'vscode';
import type { PageNode } from '../../model/pages/tree.ts';
import type { Library } from '../../store/library/library.ts';
import type { Account, Accounts } from '../services/accounts.ts';
import { isPagePlace } from '../commands/givenPlace.ts';
import type { Services } from '../services/services.ts';
import { pageUri } from '../addresses/pageUri.ts';
import { nodeAt, placeAt } from '../addresses/places.ts';
import { openPageUri } from '../addresses/openPageUri.ts';

/** A page that a command applies to. */
export interface PageAt {
  readonly account: Account;
  readonly library: Library;
  readonly space: string;
  readonly node: PageNode;
  readonly uri: vscode.Uri;
}

/** The page that a command applies to: a tree row, the URI of an editor, or from the palette the open page. */
export async function pageAt(
  parts: { accounts: Accounts; stores: Services['stores'] },
  given: unknown,
): Promise<PageAt | undefined> {
  const { accounts, stores } = parts;
  if (isPagePlace(given)) {
    const account = accounts.active;
    const { node, space } = given;
    if (!account || node.path === undefined) return undefined;
    const library = await stores(account).library();
    return { account, library, space: space.id, node, uri: pageUri(account.key, space.id, node.path) };
  }
  const uri = given instanceof vscode.Uri ? given : openPageUri();
  const place = placeAt({ accounts }, uri);
  const node = place && (await nodeAt({ stores }, place));
  if (!uri || !node) return undefined;
  const { account, space } = place;
  return { account, library: await stores(account).library(), space, node, uri };
}

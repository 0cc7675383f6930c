import * as vscode from 'vscode';
import { main, numberOf, type PageAddress, type Version } from '../../model/shared/address.ts';
import { lastSegmentOf } from '../../model/shared/segment.ts';
import { pageAddressOf } from '../addresses/pageUri.ts';
import type { Contents } from '../../store/content/content.ts';
import type { Account, Accounts } from '../services/accounts.ts';
import { isPlace } from '../commands/givenPlace.ts';
import type { Services } from '../services/services.ts';
import { openPageUri } from '../addresses/openPageUri.ts';

/** Loads the space of a page or file again, so that its open editors show the latest content. */
export async function refreshPage(
  { accounts, stores }: { accounts: Accounts; stores: Services['stores'] },
  given: unknown,
): Promise<void> {
  const at = whereIs(accounts, given);
  if (!at) throw new Error(vscode.l10n.t('Open a page first, or select one in the Library.'));
  const { account, space, version, path } = at;
  if (!account) throw new Error(vscode.l10n.t("The account of this page isn't signed in. Sign in to refresh it."));
  const content = await stores(account).contents();
  if (version.kind !== 'main') return refreshVersion(content, space, version);
  const library = await stores(account).library();
  const name = lastSegmentOf(path);
  const gone = (): Error => new Error(vscode.l10n.t('“{0}” no longer exists on the server.', name));

  const place = await library.placeOf(space);
  if (!place) throw gone();
  await library.refresh(place);
  const failure = library.cachedChildren(place)?.failure;
  if (failure) throw failure;
  if (!(await content.entry(space, version, path))) throw gone();
}

/** A revision never changes. */
async function refreshVersion(content: Contents, space: string, version: Version): Promise<void> {
  const number = numberOf(version);
  if (number !== undefined) await content.refresh(space, number);
}

interface Whereabouts extends Pick<PageAddress, 'space' | 'version' | 'path'> {
  readonly account: Account | undefined;
}

function whereIs(accounts: Accounts, given: unknown): Whereabouts | undefined {
  if (isPlace(given)) {
    if (given.kind !== 'page' || given.node.path === undefined) return undefined;
    return { account: accounts.active, space: given.space.id, version: main, path: given.node.path };
  }
  const uri = given instanceof vscode.Uri ? given : openPageUri();
  const address = uri && pageAddressOf(uri);
  return address && { ...address, account: accounts.byKey(address.account) };
}

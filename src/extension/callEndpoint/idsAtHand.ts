import * as vscode from 'vscode';
import { addressOf } from '../../model/address.ts';
import { settingsAddressOf } from '../../model/settingsAddress.ts';
import type { Library, Place } from '../../store/library.ts';
import type { Account } from '../account/accounts.ts';
import { isPlace } from '../commands/givenPlace.ts';
import type { Platforms } from '../platforms.ts';

/** Path parameters that the present selection tells: the row given, else the page or settings that are open. */
export async function idsAtHand(
  { platforms }: { readonly platforms: Platforms },
  account: Account,
  given: unknown,
): Promise<Record<string, string>> {
  const library = await platforms.library(account);
  const ids = idsOfRow(given) ?? (await idsOfEditor(library, account));
  const space = library.knownSpaces().find(({ id }) => id === ids['spaceId']);
  const [first] = await library.organizations().catch(() => []);
  ids['organizationId'] ??= space?.organization ?? first?.id ?? '';
  return ids;
}

/** Nothing of what else is open is mixed in: it may stand in another space. */
function idsOfRow(given: unknown): Record<string, string> | undefined {
  const { settings } = (typeof given === 'object' && given !== null ? given : {}) as {
    settings?: { ids?: Record<string, string> };
  };
  if (settings?.ids) return { ...settings.ids };
  if (!isPlace(given)) return undefined;
  let ids: Record<string, string> = {};
  for (let place: Place | undefined = given; place; place = place.parent) ids = { ...idsOf(place), ...ids };
  return ids;
}

async function idsOfEditor(library: Library, account: Account): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const uri = vscode.window.activeTextEditor?.document.uri;
  const page = uri && addressOf(uri);
  if (page?.account === account.key) {
    ids['spaceId'] = page.space;
    const entry = await library.entry(page.space, page.path).catch(() => undefined);
    if (entry?.kind === 'page') ids['pageId'] = entry.node.id;
    if (entry?.kind === 'file') ids['fileId'] = entry.file.id;
  }
  const document = uri && settingsAddressOf(uri);
  return document?.account === account.key ? { ...ids, ...document.ids } : ids;
}

function idsOf(place: Place): Record<string, string> {
  switch (place.kind) {
    case 'organization':
      return { organizationId: place.organization.id };
    case 'collection':
      return { collectionId: place.collection.id };
    case 'space':
    case 'files':
      return { spaceId: place.space.id };
    case 'page':
      return { spaceId: place.space.id, pageId: place.node.id };
    case 'file':
      return { spaceId: place.space.id, fileId: place.file.id };
  }
}

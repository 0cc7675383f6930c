import * as vscode from 'vscode';
import { allTabs } from '../../ground/services/openDocuments.ts';
import { settingsAddressOf, type SettingsAddress } from '../../../model/settings/address.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { Place } from '../../../store/library/library.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { Services } from '../../ground/services/services.ts';

/**
 * The names of the resource's parents from the outside in: of the given Library row, else its organization and site if
 * known. Empty rather than an error, because they only make the path readable.
 */
export async function namesAround(
  { stores }: { readonly stores: Services['stores'] },
  account: Account,
  { ids }: Pick<SettingsAddress, 'ids'>,
  row: Place | undefined,
): Promise<readonly string[]> {
  if (row && isOfLibrary(row)) return namesAbove(row);
  const { organizationId, siteId } = ids;
  if (organizationId === undefined) return [];
  const organizations = await (await stores(account).library()).organizations().catch(() => []);
  const organization = organizations.find(({ id }) => id === organizationId);
  const site = siteId === undefined ? undefined : (await stores(account).sites()).cached(siteId);
  const isAboutIt = Object.keys(ids).length === 1;
  return [
    ...(organization && !isAboutIt ? [titleText(organization.title)] : []),
    ...(site && Object.keys(ids).length > 2 ? [titleText(site.title)] : []),
  ];
}

/** The URI under which the same document is already open, whatever names it contains. */
export function openUriOf(wanted: SettingsAddress): vscode.Uri | undefined {
  const open = allTabs().flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  return open.find((uri) => {
    const address = settingsAddressOf(uri);
    return address && identityOf(address) === identityOf(wanted);
  });
}

function identityOf({ account, kind, ids, details }: SettingsAddress): string {
  return JSON.stringify([account, kind, Object.entries(ids).sort(), details === true]);
}

function isOfLibrary({ kind }: Place): boolean {
  return ['organization', 'collection', 'space', 'page', 'files', 'file'].includes(kind);
}

function namesAbove(place: Place): string[] {
  const names: string[] = [];
  for (let above = place.parent; above; above = above.parent) {
    const name = nameOf(above);
    if (name !== undefined) names.unshift(name);
  }
  return names;
}

function nameOf(place: Place): string | undefined {
  switch (place.kind) {
    case 'organization':
      return titleText(place.organization.title);
    case 'collection':
      return titleText(place.collection.title);
    case 'space':
      return titleText(place.space.title);
    case 'page':
      return titleText(place.node.title);
    default:
      return undefined;
  }
}

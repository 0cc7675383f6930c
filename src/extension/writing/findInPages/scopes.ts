import * as vscode from 'vscode';
import { headOf, main, numberOf } from '../../../model/shared/address.ts';
import type { Space } from '../../../contract/spaces/spaces.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { FindPlace } from '../../../store/find/find.ts';
import type { Library, Place } from '../../../store/library/library.ts';
import { shownUri } from '../../ground/places/openPageUri.ts';
import { nodeAt, placeAt } from '../../ground/places/place.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { FindContext } from './context.ts';

export type ScopeKind = 'page' | 'space' | 'collection' | 'organization';

/** Where to find something. */
export interface Scope {
  readonly kind: ScopeKind;
  /** Its name, as in “Find in …”. */
  readonly name: string;
  readonly places: () => Promise<readonly FindPlace[]>;
}

/** The scopes to choose from, the narrowest first, and the kind that is chosen at first. */
export async function scopesAround(
  parts: Pick<FindContext, 'accounts' | 'stores'>,
  account: Account,
  row: Place | undefined,
): Promise<{ readonly scopes: readonly Scope[]; readonly first: ScopeKind | undefined }> {
  const library = await parts.stores(account).library();
  const { place, page, number } = row ? { place: row } : await openPage(parts, library, account);
  const scopes: Scope[] = [];
  const add = (kind: ScopeKind, title: string, places: Scope['places']): void => {
    const name = kind === 'organization' ? vscode.l10n.t('all spaces of {0}', title) : title;
    scopes.push({ kind, name, places });
  };
  const addOrganization = ({ id, title }: { id: string; title: string | null | undefined }): void =>
    add('organization', titleText(title), async () => placesBelow(library, id, undefined));
  let organization: string | undefined;
  for (let at = place; at; at = at.parent) {
    switch (at.kind) {
      case 'page':
      case 'space': {
        const { id, title } = at.space;
        const node = at.kind === 'page' ? at.node : page;
        if (node && scopes.length === 0) add('page', node.title, async () => [{ space: id, number, pages: [node.id] }]);
        if (at.kind === 'space') {
          const name = titleText(title);
          add('space', number === undefined ? name : `${name} #${number}`, async () => [{ space: id, number }]);
        }
        break;
      }
      case 'collection': {
        const { id, title } = at.collection;
        if (scopes.every(({ kind }) => kind !== 'collection'))
          add('collection', titleText(title), async () => placesBelow(library, organization ?? '', id));
        break;
      }
      case 'organization':
        organization = at.organization.id;
        addOrganization(at.organization);
        break;
      default:
    }
  }
  for (const each of await library.organizations()) if (each.id !== organization) addOrganization(each);
  return { scopes, first: row ? scopes[0]?.kind : place && 'space' };
}

/** The page in the active editor, and the number of the change request that it was opened from. */
async function openPage(
  parts: Pick<FindContext, 'accounts' | 'stores'>,
  library: Library,
  account: Account,
): Promise<{ place: Place | undefined; page?: PageNode | undefined; number?: number | undefined }> {
  const at = placeAt(parts, shownUri());
  if (at?.account.key !== account.key) return { place: undefined };
  const { space, version } = at;
  try {
    const number = numberOf(version);
    const page = await nodeAt(parts, { ...at, version: number === undefined ? main : headOf(number) });
    return { place: await library.placeOf(space, undefined, { fromCache: true }), page, number };
  } catch {
    // The page may be gone. The organizations can be searched anyway.
    return { place: undefined };
  }
}

/** The spaces of an organization or collection. */
async function placesBelow(
  library: Library,
  organization: string,
  collection: string | undefined,
): Promise<readonly FindPlace[]> {
  const hierarchy = await library.hierarchy(organization);
  const below = (at: string | undefined): Space[] => {
    const { spaces, collections } = hierarchy.at(at);
    return [...spaces, ...collections.flatMap(({ id }) => below(id))];
  };
  return below(collection)
    .filter(({ deletedAt }) => !deletedAt)
    .map(({ id }) => ({ space: id }));
}

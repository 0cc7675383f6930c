import * as vscode from 'vscode';
import type { Collection } from '../../contract/spaces/collections.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { FindPlace } from '../../store/find/find.ts';
import type { Library } from '../../store/library/library.ts';
import { shownUri } from '../addresses/openPageUri.ts';
import { pageAddressOf } from '../addresses/pageUri.ts';
import { isPlace } from '../commands/givenPlace.ts';
import type { Account } from '../services/accounts.ts';
import type { FindContext } from './context.ts';

export type ScopeKind = 'page' | 'space' | 'collection' | 'organization';

/** Where to find something. */
export interface Scope {
  readonly kind: ScopeKind;
  /** Its name, as in “Find in …”. */
  readonly name: string;
  readonly places: () => Promise<readonly FindPlace[]>;
}

/** What the scopes are around: a row of the Library, or the page in the active editor. */
interface Near {
  readonly kind: ScopeKind;
  readonly organization: Organization | undefined;
  readonly collection?: Collection | undefined;
  readonly space?: Space | undefined;
  /** The number of the change request that the page was opened from. */
  readonly number?: number | undefined;
  readonly page?: PageNode | undefined;
}

/** The scopes to choose from, the narrowest first, and the kind that is chosen at first. */
export async function scopesAround(
  { stores }: FindContext,
  account: Account,
  given: unknown,
): Promise<{ readonly scopes: readonly Scope[]; readonly first: ScopeKind }> {
  const library = await stores(account).library();
  const near = (await nearRow(library, given)) ?? (await nearEditor({ stores }, library, account));
  const { space, number, page, collection } = near ?? {};
  const organizations = await library.organizations();
  const own = near?.organization ?? organizations[0];
  const others = organizations.filter(({ id }) => id !== own?.id);
  const scopes: Scope[] = [];
  if (space && page) {
    const name = page.title;
    scopes.push({ kind: 'page', name, places: async () => [{ space: space.id, number, pages: [page.id] }] });
  }
  if (space) {
    const title = titleText(space.title);
    const name = number === undefined ? title : `${title} #${number}`;
    scopes.push({ kind: 'space', name, places: async () => [{ space: space.id, number }] });
  }
  if (collection) {
    const places = async () => placesBelow(library, collection.organization ?? own?.id ?? '', collection.id);
    scopes.push({ kind: 'collection', name: titleText(collection.title), places });
  }
  for (const { id, title } of [...(own ? [own] : []), ...others]) {
    const name = vscode.l10n.t('all spaces of {0}', titleText(title));
    scopes.push({ kind: 'organization', name, places: async () => placesBelow(library, id, undefined) });
  }
  return { scopes, first: near?.kind ?? 'organization' };
}

async function nearRow(library: Library, given: unknown): Promise<Near | undefined> {
  if (!isPlace(given)) return undefined;
  switch (given.kind) {
    case 'organization':
      return { kind: 'organization', organization: given.organization };
    case 'collection': {
      const { collection } = given;
      return { kind: 'collection', organization: await organizationOf(library, collection), collection };
    }
    case 'space':
      return { kind: 'space', ...(await around(library, given.space)) };
    case 'page':
      return { kind: 'page', ...(await around(library, given.space)), page: given.node };
    default:
      return undefined;
  }
}

async function nearEditor(
  { stores }: Pick<FindContext, 'stores'>,
  library: Library,
  account: Account,
): Promise<Near | undefined> {
  const uri = shownUri();
  const address = uri && pageAddressOf(uri);
  if (address?.account !== account.key) return undefined;
  const { space: id, path, version } = address;
  try {
    const space = await library.space(id);
    const number = version?.kind === 'revision' ? undefined : version?.number;
    const entry =
      number === undefined
        ? await library.entry(id, path)
        : await (await stores(account).changeRequestContent()).entry(id, { kind: 'changeRequest', number }, path);
    const page = entry?.kind === 'page' ? entry.node : undefined;
    return { kind: 'space', ...(await around(library, space)), number, page };
  } catch {
    // The page may be gone. The organization can be searched anyway.
    return undefined;
  }
}

async function around(library: Library, space: Space): Promise<Omit<Near, 'kind'>> {
  const organization = await organizationOf(library, space);
  const above = organization ? (await library.hierarchy(organization.id)).above(space) : [];
  return { organization, collection: above.at(-1), space };
}

async function organizationOf(
  library: Library,
  { organization: id }: { readonly organization?: string | null | undefined },
): Promise<Organization | undefined> {
  return (await library.organizations()).find((each) => each.id === id);
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

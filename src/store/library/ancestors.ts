import type { Collection } from '../../contract/spaces/collections.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { lineageOf, type PageTree } from '../../model/pages/tree.ts';
import { isKind } from '../../model/shared/failure.ts';
import { widen } from './children.ts';
import type { Place, Read } from './library.ts';
import { collectionPlace, organizationPlace, pagePlace, spacePlace, type PlaceOf } from './places.ts';
import { readPages } from './readPages.ts';
import { cachedPages, organizationIn, type LibraryState } from './state.ts';

type ReadPlace = Read & { readonly fromCache?: boolean };

/**
 * The place of a space or page with all places above it, each in the children of the one above. Undefined if it doesn't
 * exist, or belongs to an organization that is not the account's.
 */
export async function findPlace(
  state: LibraryState,
  spaceId: string,
  pageId: string | undefined,
  { signal, fromCache = false }: ReadPlace = {},
): Promise<Place | undefined> {
  const { records } = state;
  try {
    const space = (fromCache ? records.cached(spaceId)?.space : undefined) ?? (await records.fresh(spaceId, signal));
    const place = await findSpacePlace(state, space, signal);
    if (place?.kind !== 'space' || pageId === undefined) return place;
    const tree = (fromCache ? cachedPages(state, spaceId) : undefined) ?? (await readPages(state, spaceId, { signal }));
    return pagePlaceIn(state, place, tree, pageId);
  } catch (error) {
    if (isKind(error, 'missing')) return undefined;
    throw error;
  }
}

/** The same for a collection, as last fetched. */
export async function findCollectionPlace(
  state: LibraryState,
  collection: Collection,
  signal: AbortSignal | undefined,
): Promise<Place | undefined> {
  const organization = await organizationWith(state, collection.organization, signal);
  if (!organization) return undefined;
  const content = organizationIn(state, organization.id);
  await content.load(undefined, signal);
  let place: Place = organizationPlace(organization);
  for (const each of content.hierarchy()?.above(collection) ?? []) place = collectionPlace(each, place);
  return collectionPlace(collection, place);
}

async function findSpacePlace(
  state: LibraryState,
  space: Space,
  signal: AbortSignal | undefined,
): Promise<PlaceOf<'space'> | undefined> {
  const organization = await organizationWith(state, space.organization, signal);
  if (!organization) return undefined;
  const content = organizationIn(state, organization.id);
  await content.load(undefined, signal);
  while (content.state().hasMore && !(isShelved() && isParentCached())) await content.more(undefined, signal);
  // Fetched in a later turn than the lists, so that the space is shown although they leave it out.
  if (!isShelved()) await state.records.ask(space.id, signal);

  let place: Place = organizationPlace(organization);
  const above = content.hierarchy()?.above(space) ?? [];
  for (const collection of above) place = collectionPlace(collection, place);
  return spacePlace(space, place);

  function isShelved(): boolean {
    const lists = content.hierarchy();
    return !!lists?.at(lists.above(space).at(-1)?.id).spaces.some(({ id }) => id === space.id);
  }

  function isParentCached(): boolean {
    return content.hierarchy()?.above(space).at(-1)?.id === (space.parent ?? undefined);
  }
}

async function organizationWith(
  { organizations }: LibraryState,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Organization | undefined> {
  await organizations.load(signal);
  for (;;) {
    const list = organizations.cached();
    const found = list?.items.find((organization) => organization.id === id);
    if (found || !list?.hasMore) return found;
    await organizations.more(signal);
  }
}

function pagePlaceIn(state: LibraryState, space: PlaceOf<'space'>, tree: PageTree, pageId: string): Place | undefined {
  const node = tree.byId.get(pageId);
  if (!node) return undefined;
  let place: Place = space;
  for (const each of lineageOf(node)) {
    const siblings = each.parent?.children ?? tree.roots;
    widen(state, place, siblings.indexOf(each) + 1);
    place = pagePlace(each, space.space, place);
  }
  return place;
}

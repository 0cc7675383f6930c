import type { Collection } from '../../contract/spaces/collections.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { lineageOf } from '../../model/pages/tree.ts';
import { isKind } from '../shared/failure.ts';
import type { Place } from './library.ts';
import type { LibraryParts } from './parts.ts';
import { collectionPlace, organizationPlace, pagePlace, spacePlace } from './places.ts';

type WayParts = Pick<LibraryParts, 'organizations' | 'organization' | 'records' | 'view' | 'pages'>;

/**
 * The place of a space or page with all places above it, each of them shown by the one above. Undefined when it does not exist,
 * or belongs to an organization that is not the account's.
 */
export async function wayTo(
  parts: WayParts,
  spaceId: string,
  pageId: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Place | undefined> {
  try {
    const space = await parts.records.fresh(spaceId, signal);
    const place = await wayToSpace(parts, space, signal);
    return place && pageId !== undefined ? await wayToPage(parts, place, space, pageId, signal) : place;
  } catch (error) {
    if (isKind(error, 'missing')) return undefined;
    throw error;
  }
}

/** The same of a collection, as it was told last. */
export async function wayToCollection(
  parts: WayParts,
  collection: Collection,
  signal: AbortSignal | undefined,
): Promise<Place | undefined> {
  const organization = await organizationWith(parts, collection.organization, signal);
  if (!organization) return undefined;
  const content = parts.organization(organization.id);
  await content.load(undefined, signal);
  let place: Place = organizationPlace(organization);
  for (const each of content.hierarchy()?.above(collection) ?? []) place = collectionPlace(each, place);
  return collectionPlace(collection, place);
}

async function wayToSpace(parts: WayParts, space: Space, signal: AbortSignal | undefined): Promise<Place | undefined> {
  const organization = await organizationWith(parts, space.organization, signal);
  if (!organization) return undefined;
  const content = parts.organization(organization.id);
  await content.load(undefined, signal);
  while (content.state().hasMore && !(isShelved() && isParentKnown())) await content.more(undefined, signal);
  // Of a later turn than the lists, so that they show it although they leave it out.
  if (!isShelved()) await parts.records.ask(space.id, signal);

  let place: Place = organizationPlace(organization);
  const above = content.hierarchy()?.above(space) ?? [];
  for (const collection of above) place = collectionPlace(collection, place);
  return spacePlace(space, place);

  function isShelved(): boolean {
    const shelves = content.hierarchy();
    return !!shelves?.at(shelves.above(space).at(-1)?.id).spaces.some(({ id }) => id === space.id);
  }

  function isParentKnown(): boolean {
    return content.hierarchy()?.above(space).at(-1)?.id === (space.parent ?? undefined);
  }
}

async function organizationWith(
  { organizations }: WayParts,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Organization | undefined> {
  await organizations.load(signal);
  for (;;) {
    const list = organizations.known();
    const found = list?.items.find((organization) => organization.id === id);
    if (found || !list?.hasMore) return found;
    await organizations.more(signal);
  }
}

async function wayToPage(
  { view, pages }: WayParts,
  space: Place,
  { id }: Space,
  pageId: string,
  signal: AbortSignal | undefined,
): Promise<Place | undefined> {
  const tree = await pages(id, { signal });
  const node = tree.byId.get(pageId);
  if (!node || space.kind !== 'space') return undefined;
  let place: Place = space;
  for (const each of lineageOf(node)) {
    const siblings = each.parent?.children ?? tree.roots;
    view.widen(place, siblings.indexOf(each) + 1);
    place = pagePlace(each, space.space, place);
  }
  return place;
}

import { failureOf, isKind } from '../shared/failure.ts';
import type { Place } from './library.ts';
import type { LibraryParts } from './parts.ts';
import { organizationOf } from './places.ts';
import type { SpaceContent } from './spaceContent.ts';

type RefreshParts = Omit<LibraryParts, 'pages' | 'view'>;

/** Asks anew for a place and what is loaded below it. Failed calls are kept where they belong. */
export async function refresh(parts: RefreshParts, place: Place | undefined, signal?: AbortSignal): Promise<void> {
  if (place === undefined) return refreshAll(parts, signal);
  switch (place.kind) {
    case 'organization':
      return refreshOrganization(parts, place.organization.id, undefined, signal);
    case 'collection':
      return refreshOrganization(parts, organizationOf(place), place.collection.id, signal);
    default:
      return refreshSpace(parts, place.space.id, signal);
  }
}

/**
 * Asks for a space, and for its pages and files where they could not be loaded, or are of another revision (the pages in any
 * case if `anew`).
 */
export async function refreshSpace(
  { records, contents }: Pick<RefreshParts, 'records' | 'contents'>,
  spaceId: string,
  signal: AbortSignal | undefined,
  anew = false,
): Promise<void> {
  try {
    const { revision } = await records.ask(spaceId, signal);
    await renew(contents.get(spaceId), revision, signal, anew);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || isKind(error, 'cancelled')) throw error;
    contents.get(spaceId)?.fail(failure);
  }
}

async function renew(
  content: SpaceContent | undefined,
  revision: string,
  signal: AbortSignal | undefined,
  anew = false,
): Promise<void> {
  if (content?.tree() || content?.failure()) await content.renewTree(revision, signal, anew);
  await content?.renewFiles(revision, signal);
}

async function refreshAll(parts: RefreshParts, signal: AbortSignal | undefined): Promise<void> {
  const { organizations, organizationContents } = parts;
  await organizations.refresh(signal);
  const list = organizations.known();
  const isGone = (id: string) => list?.hasMore === false && !list.items.some((organization) => organization.id === id);
  const met = [...organizationContents.keys()].filter((id) => !isGone(id));
  await Promise.all(met.map((id) => refreshOrganization(parts, id, undefined, signal)));
}

async function refreshOrganization(
  parts: RefreshParts,
  organizationId: string,
  collectionId: string | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { organization, records, contents, turns } = parts;
  const owner = organization(organizationId);
  const start = turns();
  await owner.refresh(signal);
  const { failure } = owner.state(collectionId);

  const isBelow = (spaceId: string): boolean => {
    const space = records.known(spaceId)?.space;
    if (space?.organization !== organizationId) return false;
    return (
      collectionId === undefined ||
      !!owner
        .hierarchy()
        ?.above(space)
        .some(({ id }) => id === collectionId)
    );
  };
  const below = [...contents].filter(([id, content]) => content.isWanted() && isBelow(id));
  await Promise.all(
    below.map(async ([id, content]) => {
      const record = records.known(id);
      if (record && record.turn > start) return renew(content, record.space.revision, signal);
      if (failure) return content.fail(failure);
      return refreshSpace(parts, id, signal);
    }),
  );
}

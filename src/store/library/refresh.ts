import { failureOf, isKind } from '../../model/shared/failure.ts';
import type { Place } from './library.ts';
import { organizationOf } from './places.ts';
import type { SpaceContent } from './spaceContent.ts';
import { organizationIn, type LibraryState } from './state.ts';

/** Fetches a place and everything loaded below it again. Failures are kept with the places that they belong to. */
export async function refresh(state: LibraryState, place: Place | undefined, signal?: AbortSignal): Promise<void> {
  if (place === undefined) return refreshAll(state, signal);
  switch (place.kind) {
    case 'organization':
      return refreshOrganization(state, place.organization.id, undefined, signal);
    case 'collection':
      return refreshOrganization(state, organizationOf(place), place.collection.id, signal);
    default:
      return refreshSpace(state, place.space.id, signal);
  }
}

/** Handles a refresh that nobody waits for: announces changes, and logs a failure. */
export function refreshInBackground({ changes, log }: LibraryState, refreshing: Promise<void>): void {
  refreshing.then(changes.announce, (error: unknown) => log.warn(`Refreshing failed: ${String(error)}`));
}

/**
 * Fetches a space again. Also fetches its pages and files if they couldn't be loaded or are of another revision (with
 * `again`, its pages in any case).
 */
export async function refreshSpace(
  { records, contents }: Pick<LibraryState, 'records' | 'contents'>,
  spaceId: string,
  signal: AbortSignal | undefined,
  again = false,
): Promise<void> {
  try {
    const { revision } = await records.ask(spaceId, signal);
    await renew(contents.get(spaceId), revision, signal, again);
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
  again = false,
): Promise<void> {
  if (content?.tree() || content?.failure()) await content.renewTree(revision, signal, again);
  await content?.renewFiles(revision, signal);
}

async function refreshAll(state: LibraryState, signal: AbortSignal | undefined): Promise<void> {
  const { organizations, organizationContents } = state;
  await organizations.refresh(signal);
  const list = organizations.cached();
  const isGone = (id: string) => list?.hasMore === false && !list.items.some((organization) => organization.id === id);
  const met = [...organizationContents.keys()].filter((id) => !isGone(id));
  await Promise.all(met.map((id) => refreshOrganization(state, id, undefined, signal)));
}

async function refreshOrganization(
  state: LibraryState,
  organizationId: string,
  collectionId: string | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { records, contents, turns } = state;
  const owner = organizationIn(state, organizationId);
  const start = turns();
  await owner.refresh(signal);
  const { failure } = owner.state(collectionId);

  const isBelow = (spaceId: string): boolean => {
    const space = records.cached(spaceId)?.space;
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
      const record = records.cached(id);
      if (record && record.turn > start) return renew(content, record.space.revision, signal);
      if (failure) return content.fail(failure);
      return refreshSpace(state, id, signal);
    }),
  );
}

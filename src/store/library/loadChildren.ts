import { failureOf, isKind } from '../../model/shared/failure.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { widen } from './children.ts';
import type { Children, Place } from './library.ts';
import { organizationOf } from './places.ts';
import { refresh, refreshInBackground } from './refresh.ts';
import { contentIn, organizationIn, type LibraryState } from './state.ts';

/** See `Library.children`. */
export async function showChildren(
  state: LibraryState,
  place: Place | undefined,
  signal: AbortSignal | undefined,
): Promise<Children> {
  try {
    await loadChildren(state, place, signal);
  } catch (error) {
    state.shown.show(place);
    // A missing place has to be removed from the list that it was in, too.
    if (place && isKind(error, 'missing')) refreshInBackground(state, refresh(state, listOf(place)));
    throw error;
  }
  return state.shown.show(place) ?? { places: [], asOf: state.now(), hasMore: false };
}

/** See `Library.more`. */
export async function showMore(
  state: LibraryState,
  place: Place | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  await loadChildren(state, place, signal);
  switch (place?.kind) {
    case undefined:
      await state.organizations.more(signal);
      break;
    case 'organization':
      await organizationIn(state, place.organization.id).more(undefined, signal);
      break;
    case 'collection':
      await organizationIn(state, organizationOf(place)).more(place.collection.id, signal);
      break;
    case 'space':
    case 'page':
      widen(state, place);
      break;
    case 'files':
      await contentIn(state, place.space.id).files.more(signal);
      break;
    case 'file':
  }
  state.changes.announce();
}

async function loadChildren(
  state: LibraryState,
  place: Place | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  switch (place?.kind) {
    case undefined:
      await state.organizations.load(signal);
      return;
    case 'organization':
      return organizationIn(state, place.organization.id).load(undefined, signal);
    case 'collection':
      return organizationIn(state, organizationOf(place)).load(place.collection.id, signal);
    case 'space':
      // Fetches the first files at the same time: without any, there is no row for them.
      await Promise.all([loadTree(state, place, signal), loadFiles(state, place.space, signal)]);
      return;
    case 'page':
      return loadTree(state, place, signal);
    case 'files':
      return contentIn(state, place.space.id).loadFiles(revisionOf(state, place), signal);
    case 'file':
  }
}

async function loadTree(
  state: LibraryState,
  place: Place & { kind: 'space' | 'page' },
  signal: AbortSignal | undefined,
): Promise<void> {
  await contentIn(state, place.space.id).loadTree(revisionOf(state, place), signal);
}

/** A space's pages are shown even if its files can't be listed. */
async function loadFiles(state: LibraryState, { id, revision }: Space, signal: AbortSignal | undefined): Promise<void> {
  try {
    await contentIn(state, id).loadNames(revision, signal);
  } catch (error) {
    if (!failureOf(error) || isKind(error, 'cancelled')) throw error;
    state.log.warn(`The files of a space could not be listed: ${String(error)}`);
  }
}

function revisionOf({ records }: LibraryState, { space }: Place & { kind: 'space' | 'page' | 'files' }): string {
  return records.cached(space.id)?.space.revision ?? space.revision;
}

function listOf(place: Place): Place | undefined {
  return place.kind === 'organization' || place.kind === 'collection' ? place.parent : place;
}

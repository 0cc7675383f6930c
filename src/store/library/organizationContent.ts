import pMap from 'p-map';
import type { Space } from '../../contract/spaces/spaces.ts';
import { hierarchyOf, type Hierarchy } from '../../model/library/hierarchy.ts';
import type { ApiError } from '../../model/shared/failure.ts';
import { skippedReason, type CachedList, type PagedList } from '../shared/pagedList.ts';
import {
  createOrganizationLists,
  isComplete,
  loadLists,
  refreshLists,
  type OrganizationLists,
  type OrganizationListsContext,
} from './organizationLists.ts';
import type { SpaceRecords } from './spaceRecords.ts';
import type { Reason } from '../../model/shared/reasons.ts';

/** The collections and spaces of one organization. */
export interface OrganizationContent {
  /** The cached collections and spaces, nested; undefined before any are fetched. */
  hierarchy(): Hierarchy | undefined;
  /** Whether everything that `load` fetches is cached. */
  isCached(collection?: string): boolean;
  /** State of the organization itself, or of one of its collections. */
  state(collection?: string): ContentState;
  /** Loads what the organization, or one of its collections, needs to be shown. Rejects only if nothing is cached. */
  load(collection: string | undefined, signal?: AbortSignal): Promise<void>;
  /**
   * Loads all spaces in its lists. If the server lists spaces by collection only, loads the list of each collection.
   */
  loadSpaces(signal?: AbortSignal): Promise<void>;
  more(collection: string | undefined, signal?: AbortSignal): Promise<void>;
  /** Fetches everything loaded again, or only the lists of collections or of spaces. Failures are kept in the state. */
  refresh(signal?: AbortSignal, what?: 'everything' | 'collections' | 'spaces'): Promise<void>;
}

export interface ContentState {
  readonly asOf: number;
  readonly hasMore: boolean;
  readonly failure: ApiError | undefined;
  readonly incomplete: Reason | undefined;
}

const collectionsAtOnce = 4;

export function createOrganizationContent(parts: OrganizationListsContext): OrganizationContent {
  const { organizationId, records } = parts;
  const lists = createOrganizationLists(parts);
  const { collections, spaces, ofCollection, ofCollections } = lists;

  return {
    isCached(collection) {
      if (collections.cached() === undefined && spaces.cached() === undefined) return false;
      return collection === undefined || isComplete(lists) || ofCollection(collection).cached() !== undefined;
    },
    hierarchy() {
      const known = collections.cached() ?? spaces.cached();
      return known && hierarchyOf(collections.cached()?.items ?? [], cachedSpaces(lists, organizationId, records));
    },
    state: (collection) => stateOf(lists, collection),
    async load(collection, signal) {
      await loadLists(lists, signal);
      if (collection !== undefined && !isComplete(lists)) await ofCollection(collection).load(signal);
    },
    async loadSpaces(signal) {
      await loadLists(lists, signal);
      if (!lists.isUnlisted) return;
      const errors = await pMap(
        collections.cached()?.items ?? [],
        ({ id }) =>
          ofCollection(id)
            .load(signal)
            .then(() => undefined, toError),
        { concurrency: collectionsAtOnce },
      );
      // The lists that arrived are cached anyway.
      for (const error of errors) if (error) throw error;
    },
    async more(collection, signal) {
      const unfinished = listsOf(lists, collection).filter((list) => list.cached()?.hasMore);
      await Promise.all(unfinished.map((list) => list.more(signal)));
    },
    async refresh(signal, what = 'everything') {
      switch (what) {
        case 'everything':
          return refreshLists(lists, signal);
        case 'collections':
          return collections.refresh(signal);
        case 'spaces': {
          const ofSpaces = [...(lists.isUnlisted ? [] : [spaces]), ...ofCollections.values()];
          await Promise.all(ofSpaces.map((list) => list.refresh(signal)));
        }
      }
    },
  };
}

/** The lists that the children of the organization, or of one of its collections, come from. */
function listsOf(
  lists: OrganizationLists,
  collection: string | undefined,
): readonly PagedList<{ readonly id: string }>[] {
  const { collections, spaces, ofCollection, isUnlisted } = lists;
  if (collection !== undefined) return isComplete(lists) ? [] : [ofCollection(collection)];
  return isUnlisted ? [collections] : [collections, spaces];
}

function stateOf(lists: OrganizationLists, collection: string | undefined): ContentState {
  const { collections, spaces, isUnlisted, partial } = lists;
  const own = listsOf(lists, collection);
  const known = [...new Set([...own, collections, spaces])].flatMap((list) => list.cached() ?? []);
  const failures = [...own, collections, ...(isUnlisted ? [] : [spaces])].map((list) => list.failure());
  return {
    asOf: Math.min(...known.map(({ asOf }) => asOf)),
    hasMore: own.some((list) => list.cached()?.hasMore),
    failure: failures.find((failure) => failure !== undefined) ?? partial,
    incomplete: isUnlisted && collection === undefined ? { code: 'spacesUnlisted' } : skippedReason(known),
  };
}

/** The listed spaces, and those fetched since that belong to the organization. */
function cachedSpaces({ spaces, ofCollections }: OrganizationLists, organizationId: string, records: SpaceRecords) {
  const list = spaces.cached();
  const listed = [
    ...(list?.items ?? []),
    ...[...ofCollections].flatMap(([id, each]) => inCollection(id, each.cached())),
  ];
  const ids = new Set(listed.map(({ id }) => id));
  const later = [...records.all()].filter(
    ({ space, turn }) =>
      space.organization === organizationId && !space.deletedAt && !ids.has(space.id) && turn > (list?.turn ?? 0),
  );
  const present = listed.flatMap(({ id, parent }) => {
    const space = records.cached(id)?.space;
    if (space?.organization !== organizationId) return [];
    return [parent && !space.parent ? { ...space, parent } : space];
  });
  return [...present, ...later.map(({ space }) => space)];
}

/** A collection's list implies the parent of spaces that don't name it themselves. */
function inCollection(id: string, list: CachedList<Space> | undefined): Space[] {
  return (list?.items ?? []).map((space) => ({ ...space, parent: space.parent ?? id }));
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

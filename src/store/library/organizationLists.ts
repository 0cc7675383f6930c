import type { Api } from '../../client/api.ts';
import type { Collection } from '../../contract/spaces/collections.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { failureOf, isKind, type ApiError } from '../../model/shared/failure.ts';
import { createPagedList, type PagedList, type Turns } from '../shared/pagedList.ts';
import type { SpaceRecords } from './spaceRecords.ts';

/** The lists of collections and spaces of one organization. */
export interface OrganizationLists {
  readonly collections: PagedList<Collection>;
  readonly spaces: PagedList<Space>;
  /** Lists by collection, requested if `spaces` isn't complete. */
  readonly ofCollections: Map<string, PagedList<Space>>;
  readonly ofCollection: (collectionId: string) => PagedList<Space>;
  /** True when this server doesn't list the spaces of an organization. */
  isUnlisted: boolean;
  /** Why one of the two lists has never arrived. */
  partial: ApiError | undefined;
}

export interface OrganizationListsContext {
  readonly organizationId: string;
  readonly api: Pick<Api, 'collections' | 'spaces'>;
  readonly records: SpaceRecords;
  readonly now: () => number;
  readonly turns: Turns;
  /** Called when a list, or the last error of one, changes. */
  readonly onUpdate: () => void;
}

export function createOrganizationLists(parts: OrganizationListsContext): OrganizationLists {
  const { organizationId, api, records, now, turns, onUpdate } = parts;
  const ofSpaces = {
    now,
    turns,
    onUpdate,
    onItems: (spaces: readonly Space[], turn: number) => records.learn(spaces, turn),
  };
  const ofCollections = new Map<string, PagedList<Space>>();
  return {
    collections: createPagedList<Collection>({
      now,
      turns,
      onUpdate,
      fetch: (page, signal) => api.collections.list({ organizationId, ...query(page) }, { signal }),
    }),
    spaces: createPagedList<Space>({
      ...ofSpaces,
      fetch: (page, signal) => api.spaces.list({ organizationId, ...query(page) }, { signal }),
    }),
    ofCollections,
    ofCollection(collectionId) {
      const known = ofCollections.get(collectionId);
      if (known) return known;
      const list = createPagedList<Space>({
        ...ofSpaces,
        fetch: (page, signal) => api.collections.spaces({ collectionId, ...query(page) }, { signal }),
      });
      ofCollections.set(collectionId, list);
      return list;
    },
    isUnlisted: false,
    partial: undefined,
  };
}

/** Whether the list of the organization's spaces contains all of them. */
export function isComplete({ spaces }: OrganizationLists): boolean {
  return spaces.cached()?.hasMore === false;
}

/** Rejects only if neither of the two lists can be fetched. */
export async function loadLists(lists: OrganizationLists, signal: AbortSignal | undefined): Promise<void> {
  const { collections, spaces, isUnlisted } = lists;
  const [first, second] = await Promise.allSettled([
    collections.load(signal),
    isUnlisted ? undefined : spaces.load(signal),
  ]);
  const [error, ...others] = [first, second].flatMap((each) =>
    each.status === 'rejected' ? [each.reason as Error] : [],
  );
  if (error && (others.length > 0 || isUnlisted)) throw error;
  settle(lists, error, first.status === 'fulfilled');
}

/** Fetches all cached lists again. */
export async function refreshLists(lists: OrganizationLists, signal: AbortSignal | undefined): Promise<void> {
  const { collections, spaces, ofCollections } = lists;
  lists.isUnlisted = false;
  await Promise.all([collections, spaces].map((list) => list.refresh(signal)));
  settle(lists, spaces.cached() ? undefined : spaces.failure(), collections.failure() === undefined);
  if (isComplete(lists)) ofCollections.clear();
  await Promise.all([...ofCollections.values()].map((list) => list.refresh(signal)));
}

/** Records that one of the two lists failed while the other arrived. */
function settle(lists: OrganizationLists, error: Error | undefined, collectionsCame: boolean): void {
  lists.partial = undefined;
  if (error === undefined) return;
  if (collectionsCame && isKind(error, 'unsupported', 'missing') && !lists.spaces.cached()) lists.isUnlisted = true;
  else if (failureOf(error) && !isKind(error, 'cancelled')) lists.partial = failureOf(error);
  else throw error;
}

function query(page: string | undefined): { readonly limit: number; readonly page?: string } {
  return page === undefined ? { limit: 1000 } : { limit: 1000, page };
}

import pMap from 'p-map';
import type { Api } from '../../client/api.ts';
import type { ApiError } from '../../client/errors.ts';
import type { Collection } from '../../contract/spaces/collections.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { hierarchyOf, type Hierarchy } from '../../model/library/hierarchy.ts';
import { failureOf, isKind } from '../shared/failure.ts';
import { createPagedList, type KnownList, type PagedList, type Turns } from '../shared/pagedList.ts';
import type { SpaceRecords } from './spaceRecords.ts';

/** The collections and spaces of one organization. */
export interface OrganizationContent {
  /** What is known, nested; undefined before anything is. */
  hierarchy(): Hierarchy | undefined;
  /** True when what `load` asks for has come. */
  isKnown(collection?: string): boolean;
  /** Of the organization itself, or of one of its collections. */
  state(collection?: string): ContentState;
  /** Loads what is needed to show the organization, or one of its collections. Rejects only if nothing is known of it. */
  load(collection: string | undefined, signal?: AbortSignal): Promise<void>;
  /** Loads all spaces that its lists tell; where the server lists them by collection only, those of every collection. */
  loadSpaces(signal?: AbortSignal): Promise<void>;
  more(collection: string | undefined, signal?: AbortSignal): Promise<void>;
  /** Fetches all that is loaded anew, or only the lists of collections or of spaces; failed calls are kept in the state. */
  refresh(signal?: AbortSignal, what?: 'everything' | 'collections' | 'spaces'): Promise<void>;
}

export interface ContentState {
  readonly asOf: number;
  readonly hasMore: boolean;
  readonly failure: ApiError | undefined;
  readonly incomplete: string | undefined;
}

export interface OrganizationContentParts {
  readonly organizationId: string;
  readonly api: Pick<Api, 'collections' | 'spaces'>;
  readonly records: SpaceRecords;
  readonly now: () => number;
  readonly turns: Turns;
  /** Told when what is known, or why it could not be fetched, has become another. */
  readonly onUpdate: () => void;
}

export function organizationContent(parts: OrganizationContentParts): OrganizationContent {
  const { organizationId, api, records, now, turns, onUpdate } = parts;
  const lists = { now, turns, onUpdate };
  const onItems = (spaces: readonly Space[], turn: number) => records.learn(spaces, turn);
  const collections = createPagedList<Collection>({
    ...lists,
    fetch: (page, signal) => api.collections.list({ organizationId, limit: 1000, ...cursor(page) }, { signal }),
  });
  const spaces = createPagedList<Space>({
    ...lists,
    onItems,
    fetch: (page, signal) => api.spaces.list({ organizationId, limit: 1000, ...cursor(page) }, { signal }),
  });
  const ofCollections = new Map<string, PagedList<Space>>();
  /** This server does not tell the spaces of an organization. */
  let isUnlisted = false;
  /** Why one of the two lists has never come. */
  let partial: ApiError | undefined;

  function ofCollection(collectionId: string): PagedList<Space> {
    const known = ofCollections.get(collectionId);
    if (known) return known;
    const list = createPagedList<Space>({
      ...lists,
      onItems,
      fetch: (page, signal) => api.collections.spaces({ collectionId, limit: 1000, ...cursor(page) }, { signal }),
    });
    ofCollections.set(collectionId, list);
    return list;
  }

  async function loadLists(signal: AbortSignal | undefined): Promise<void> {
    const [first, second] = await Promise.allSettled([
      collections.load(signal),
      isUnlisted ? undefined : spaces.load(signal),
    ]);
    const [error, ...others] = [first, second].flatMap((each) =>
      each.status === 'rejected' ? [each.reason as Error] : [],
    );
    if (error && (others.length > 0 || isUnlisted)) throw error;
    settle(error, first.status === 'fulfilled');
  }

  /** A failed list beside one that came. */
  function settle(error: Error | undefined, collectionsCame: boolean): void {
    partial = undefined;
    if (error === undefined) return;
    if (collectionsCame && isKind(error, 'unsupported', 'missing') && !spaces.known()) isUnlisted = true;
    else if (failureOf(error) && !isKind(error, 'cancelled')) partial = failureOf(error);
    else throw error;
  }

  const isComplete = () => spaces.known()?.hasMore === false;

  function knownSpaces(): Space[] {
    const list = spaces.known();
    const listed = [
      ...(list?.items ?? []),
      ...[...ofCollections].flatMap(([id, each]) => inCollection(id, each.known())),
    ];
    const ids = new Set(listed.map(({ id }) => id));
    const met = [...records.all()].filter(
      ({ space, turn }) =>
        space.organization === organizationId && !space.deletedAt && !ids.has(space.id) && turn > (list?.turn ?? 0),
    );
    const present = listed.flatMap((space) => {
      const record = records.known(space.id);
      return record && record.space.organization === organizationId
        ? [{ ...record.space, parent: record.space.parent ?? space.parent }]
        : [];
    });
    return [...present, ...met.map(({ space }) => space)];
  }

  /** A list of a collection tells the parent of spaces that do not tell it themselves. */
  function inCollection(id: string, list: KnownList<Space> | undefined): Space[] {
    return (list?.items ?? []).map((space) => ({ ...space, parent: space.parent ?? id }));
  }

  const listsOf = (collection: string | undefined): PagedList<{ readonly id: string }>[] => [
    ...(collection !== undefined && !isComplete() ? [ofCollection(collection)] : []),
    ...(collection === undefined ? [collections, ...(isUnlisted ? [] : [spaces])] : []),
  ];

  return {
    isKnown(collection) {
      if (collections.known() === undefined && spaces.known() === undefined) return false;
      return collection === undefined || isComplete() || ofCollection(collection).known() !== undefined;
    },
    hierarchy() {
      const known = collections.known() ?? spaces.known();
      return known && hierarchyOf(collections.known()?.items ?? [], knownSpaces());
    },
    state(collection) {
      const own = listsOf(collection);
      const known = [...new Set([...own, collections, spaces])].flatMap((list) => list.known() ?? []);
      const failures = [...own, collections, ...(isUnlisted ? [] : [spaces])].map((list) => list.failure());
      return {
        asOf: Math.min(...known.map(({ asOf }) => asOf)),
        hasMore: own.some((list) => list.known()?.hasMore),
        failure: failures.find((failure) => failure !== undefined) ?? partial,
        incomplete: incompleteness(collection, known),
      };
    },
    async load(collection, signal) {
      await loadLists(signal);
      if (collection !== undefined && !isComplete()) await ofCollection(collection).load(signal);
    },
    async loadSpaces(signal) {
      await loadLists(signal);
      if (!isUnlisted) return;
      const { items = [] } = collections.known() ?? {};
      const asked = ({ id }: Collection) =>
        ofCollection(id)
          .load(signal)
          .then(() => undefined, toError);
      const errors = await pMap(items, asked, { concurrency: collectionsAtOnce });
      // Those that came are known by now.
      for (const error of errors) if (error) throw error;
    },
    async more(collection, signal) {
      const unfinished = listsOf(collection).filter((list) => list.known()?.hasMore);
      await Promise.all(unfinished.map((list) => list.more(signal)));
    },
    async refresh(signal, what = 'everything') {
      if (what === 'collections') return collections.refresh(signal);
      if (what === 'spaces') {
        const lists = [...(isUnlisted ? [] : [spaces]), ...ofCollections.values()];
        await Promise.all(lists.map((list) => list.refresh(signal)));
        return;
      }
      isUnlisted = false;
      await Promise.all([collections, spaces].map((list) => list.refresh(signal)));
      settle(spaces.known() ? undefined : spaces.failure(), collections.failure() === undefined);
      if (isComplete()) ofCollections.clear();
      await Promise.all([...ofCollections.values()].map((list) => list.refresh(signal)));
    },
  };

  function incompleteness(collection: string | undefined, known: readonly KnownList<unknown>[]): string | undefined {
    if (isUnlisted && collection === undefined) {
      return 'This server does not list spaces outside of collections. One that you open by its address or find by search appears here.';
    }
    const skipped = known.reduce((sum, list) => sum + list.skipped, 0);
    if (skipped === 0) return undefined;
    return skipped === 1
      ? 'One item could not be read. The log says why.'
      : `${skipped} items could not be read. The log says why.`;
  }
}

const collectionsAtOnce = 4;

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function cursor(page: string | undefined): { readonly page?: string } {
  return page === undefined ? {} : { page };
}

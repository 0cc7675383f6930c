import pMap from 'p-map';
import type { Api } from '../../client/api.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { ShelfItem, ShelfMove } from '../../model/library/moves.ts';
import { ApiError, failureOf, isKind } from '../../model/shared/failure.ts';
import { createInTwoSteps, createMakeOnce, mayComeOf, type Attempt } from '../shared/makeOnce.ts';
import { deletedSpace, deletedSpaces } from './deletedSpaces.ts';
import type { Library, Read } from '../library/library.ts';
import { listed as allOf } from '../shared/listed.ts';
import { backlinks, linkReport } from './linkReports.ts';
import type { Storage } from '../shared/storage.ts';
import type { Sites } from '../sites/sites.ts';
import type { NewSpace, Upkeep } from './libraryActions.ts';

export interface UpkeepOptions {
  readonly api: Pick<Api, 'collections' | 'spaces' | 'siteSpaces' | 'content'>;
  readonly library: Pick<Library, 'learn' | 'forget' | 'relist' | 'knownSpaces' | 'hierarchy'>;
  readonly sites: Pick<Sites, 'create'>;
  /** In ms since the epoch. */
  readonly now: () => number;
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
  readonly storage: Storage;
  readonly log: { warn(message: string): void };
}

/** So many spaces that have left the lists are asked for at most: a server may not list every space. */
const mostVanished = 50;

export function createUpkeep({ api, library, sites, now, serverNow, storage, log }: UpkeepOptions): Upkeep {
  const deleted = deletedSpaces({ storage, now, log });
  const making = createMakeOnce({ now, serverNow });
  const inTwoSteps = createInTwoSteps(now);

  function learned(space: Space): Space {
    library.learn(space);
    return space;
  }

  async function listed(space: Space): Promise<Space> {
    learned(space);
    await library.relist(space.organization, 'spaces');
    return space;
  }

  async function askSpace(spaceId: string, { signal }: Read = {}): Promise<Space> {
    return learned(await api.spaces.get({ spaceId }, { signal }));
  }

  /** Ids of the spaces that the lists of an organization have; undefined when they cannot be had. */
  async function listedIn(organization: string, signal: AbortSignal | undefined): Promise<Set<string> | undefined> {
    try {
      const shelves = await library.hierarchy(organization, { signal });
      const below = (collection: string | undefined): string[] => {
        const { collections, spaces } = shelves.at(collection);
        return [...spaces.map(({ id }) => id), ...collections.flatMap(({ id }) => below(id))];
      };
      return new Set(below(undefined));
    } catch (error) {
      if (!failureOf(error) || isKind(error, 'cancelled')) throw error;
      return undefined;
    }
  }

  /** Learns which of the spaces that the lists no longer have were deleted. */
  async function askForVanished(signal: AbortSignal | undefined): Promise<void> {
    const before = library.knownSpaces().filter(({ deletedAt }) => !deletedAt);
    const vanished: Space[] = [];
    for (const [organization, spaces] of Map.groupBy(before, (space) => space.organization)) {
      await library.relist(organization, 'spaces');
      const listed = await listedIn(organization, signal);
      if (listed) vanished.push(...spaces.filter(({ id }) => !listed.has(id)));
    }
    const ask = ({ id }: Space) =>
      askSpace(id, { signal }).catch((error: unknown) => {
        if (!failureOf(error) || isKind(error, 'cancelled')) throw error;
        if (isKind(error, 'missing')) library.forget(id);
      });
    await pMap(vanished.slice(-mostVanished), ask, { concurrency: 4 });
  }

  async function restored(spaceId: string): Promise<Space> {
    try {
      return await api.spaces.restore({ spaceId });
    } catch (error) {
      if (!isKind(error, 'conflict')) throw error;
      const space = await api.spaces.get({ spaceId });
      if (space.deletedAt) throw error;
      return space;
    }
  }

  async function fromNothing({ organizationId, parent, title }: NewSpace): Promise<Space> {
    const body = { title, ...(parent !== null && { parent }) };
    try {
      const made = await making({
        key: JSON.stringify(['space', organizationId, body]),
        known: library.knownSpaces().map(({ id }) => id),
        create: () => api.spaces.create({ organizationId, body }),
        find: (attempt) => arrivedSpace({ organizationId, parent }, attempt, (space) => space.title === title),
      });
      return await listed(made);
    } catch (error) {
      // The organization may be gone, but the endpoint is more likely to be.
      if (isKind(error, 'missing')) throw new ApiError('missing', 'This server does not make spaces here.');
      throw error;
    }
  }

  /**
   * What an attempt whose answer did not come has made; rejects when that cannot be told now, and finds nothing on a server that
   * does not list what stands there.
   */
  async function arrivedSpace(
    at: { readonly organizationId: string; readonly parent: string | null },
    attempt: Attempt,
    isIt: (space: Space) => boolean,
  ): Promise<readonly Space[]> {
    const { organizationId, parent } = at;
    try {
      const spaces = await allOf((page) =>
        parent === null
          ? api.spaces.list({ organizationId, ...page })
          : api.collections.spaces({ collectionId: parent, ...page }),
      );
      return spaces.filter((each) => (each.parent ?? parent) === parent && isIt(each) && mayComeOf(attempt, each));
    } catch (error) {
      if (isKind(error, 'unsupported', 'missing')) return [];
      throw error;
    }
  }

  function fromSite(wanted: NewSpace): Promise<Space> {
    const { organizationId, title } = wanted;
    return inTwoSteps(
      JSON.stringify(['site', organizationId, title]),
      // A title of one letter is good for a space, but not for a site.
      () => sites.create(organizationId, { title: title.padEnd(2, '.'), spaces: 'empty' }),
      async ({ id: siteId }) => {
        const { items } = await api.siteSpaces.list({ organizationId, siteId });
        const space = items[0]?.space;
        if (!space) throw new ApiError('invalid', 'The new site tells of no space. Look at it in the Sites view.');
        return settled(learned(space), wanted);
      },
    );
  }

  /** What is made of something else is given its own title and place. */
  async function settled(space: Space, { title, parent }: NewSpace): Promise<Space> {
    const named =
      space.title === title ? space : learned(await api.spaces.update({ spaceId: space.id, body: { title } }));
    const isThere = (named.parent ?? null) === parent;
    return listed(isThere ? named : await api.spaces.move({ spaceId: space.id, body: { parent } }));
  }

  async function duplicate(space: Space): Promise<Space> {
    const { id: spaceId, organization, title } = space;
    const copy = await making({
      key: JSON.stringify(['copy', spaceId]),
      known: library.knownSpaces().map(({ id }) => id),
      create: () => api.spaces.duplicate({ spaceId }),
      find: (attempt) =>
        arrivedSpace({ organizationId: organization, parent: space.parent ?? null }, attempt, (each) =>
          each.title.includes(title),
        ),
    });
    return learned(copy);
  }

  function copied(wanted: NewSpace, of: Space): Promise<Space> {
    return inTwoSteps(
      JSON.stringify(['copy', of.id]),
      () => duplicate(of),
      (copy) => settled(copy, wanted),
    );
  }

  /** In one step where the server takes the collection, too: the API document names it in words only. */
  async function transferredSpace(spaceId: string, organization: string, parent: string | undefined): Promise<Space> {
    if (parent !== undefined) {
      try {
        return await api.spaces.transfer({ spaceId, body: { organization, parent } });
      } catch (error) {
        if (!isKind(error, 'invalid')) throw error;
      }
    }
    return api.spaces.transfer({ spaceId, body: { organization } });
  }

  async function moved(item: ShelfItem, body: ShelfMove): Promise<void> {
    if (item.kind === 'space') {
      await listed(await api.spaces.move({ spaceId: item.space.id, body }));
      return;
    }
    await api.collections.move({ collectionId: item.collection.id, body });
    await library.relist(item.collection.organization, 'collections');
  }

  return {
    async createCollection(organizationId, parent, title) {
      const body = { title, ...(parent !== null && { parent }) };
      const shelves = await library.hierarchy(organizationId);
      const collection = await making({
        key: JSON.stringify(['collection', organizationId, body]),
        known: shelves.at(parent ?? undefined).collections.map(({ id }) => id),
        create: () => api.collections.create({ organizationId, body }),
        async find(attempt) {
          const all = await allOf((page) => api.collections.list({ organizationId, nested: true, ...page }));
          return all.filter(
            (each) => each.title === title && (each.parent ?? null) === parent && mayComeOf(attempt, { id: each.id }),
          );
        },
      });
      await library.relist(organizationId, 'collections');
      return collection;
    },
    async updateCollection({ id, organization }, body) {
      const collection = await api.collections.update({ collectionId: id, body });
      await library.relist(organization, 'collections');
      return collection;
    },
    async deleteCollection({ id, organization }) {
      await api.collections.delete({ collectionId: id });
      await library.relist(organization);
    },

    async createSpace(wanted) {
      switch (wanted.origin.kind) {
        case 'nothing':
          return fromNothing(wanted);
        case 'copy':
          return copied(wanted, wanted.origin.of);
        case 'site':
          return fromSite(wanted);
      }
    },
    updateSpace: async (spaceId, body) => learned(await api.spaces.update({ spaceId, body })),
    duplicateSpace: async (space) => listed(await duplicate(space)),
    async deleteSpace(space) {
      await api.spaces.delete({ spaceId: space.id });
      await deleted.add(space);
      library.forget(space.id);
      await library.relist(space.organization, 'spaces');
    },
    async restoreSpace(spaceId) {
      try {
        const space = await restored(spaceId);
        await deleted.remove(spaceId);
        return await listed(space);
      } catch (error) {
        if (isKind(error, 'missing')) await deleted.remove(spaceId);
        throw error;
      }
    },
    async restorableSpaces({ signal } = {}) {
      await askForVanished(signal);
      const listed = library
        .knownSpaces()
        .filter((space) => space.deletedAt && space.permissions?.['admin'] !== false)
        .map((space) => deletedSpace(space, now()));
      const known = new Map([...(await deleted.list()), ...listed].map((space) => [space.id, space]));
      return [...known.values()].sort((one, other) => other.deletedAt - one.deletedAt);
    },

    askSpace,

    async move(item, to) {
      try {
        await moved(item, to);
        return true;
      } catch (error) {
        if (isKind(error, 'conflict')) return false;
        throw error;
      }
    },
    async transfer(item, { organization, parent }) {
      const from = item.kind === 'space' ? item.space.organization : item.collection.organization;
      const transferred: ShelfItem =
        item.kind === 'space'
          ? { kind: 'space', space: learned(await transferredSpace(item.space.id, organization, parent)) }
          : {
              kind: 'collection',
              collection: await api.collections.transfer({ collectionId: item.collection.id, body: { organization } }),
            };
      try {
        const arrived = transferred.kind === 'space' ? transferred.space : transferred.collection;
        if (parent !== undefined && arrived.parent !== parent) await moved(transferred, { parent });
      } finally {
        await Promise.all([library.relist(from), library.relist(organization)]);
      }
      return transferred;
    },

    linkReport: (at, read) => linkReport(api, at, read),
    backlinks: (at, read) => backlinks(api, at, read),
  };
}

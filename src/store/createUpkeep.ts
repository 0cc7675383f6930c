import type { Api } from '../client/api.ts';
import type { Space } from '../contract/spaces.ts';
import type { ShelfItem, ShelfMove } from '../model/shelfMoves.ts';
import { deletedSpace, deletedSpaces } from './deletedSpaces.ts';
import { isKind, missing } from './failure.ts';
import type { Library } from './library.ts';
import { backlinks, linkReport } from './linkReports.ts';
import type { Storage } from './openedPaths.ts';
import type { Sites } from './sites.ts';
import type { NewSpace, Upkeep } from './upkeep.ts';

export interface UpkeepOptions {
  readonly api: Pick<Api, 'collections' | 'spaces' | 'siteSpaces' | 'content'>;
  readonly library: Pick<Library, 'learn' | 'forget' | 'relist' | 'knownSpaces'>;
  readonly sites: Pick<Sites, 'create'>;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly storage: Storage;
  readonly log: { warn(message: string): void };
}

export function createUpkeep({ api, library, sites, now, storage, log }: UpkeepOptions): Upkeep {
  const deleted = deletedSpaces({ storage, now, log });

  function learned(space: Space): Space {
    library.learn(space);
    return space;
  }

  async function listed(space: Space): Promise<Space> {
    learned(space);
    await library.relist(space.organization, 'spaces');
    return space;
  }

  async function fromNothing({ organizationId, parent, title }: NewSpace): Promise<Space> {
    const body = { title, ...(parent !== null && { parent }) };
    try {
      return await listed(await api.spaces.create({ organizationId, body }));
    } catch (error) {
      // The organization may be gone, but the endpoint is more likely to be.
      if (isKind(error, 'missing')) throw missing('This server does not make spaces here.');
      throw error;
    }
  }

  async function fromSite({ organizationId, title }: NewSpace): Promise<Space> {
    // A title of one letter is good for a space, but not for a site.
    const site = await sites.create(organizationId, { title: title.padEnd(2, '.'), spaces: 'empty' });
    const { items } = await api.siteSpaces.list({ organizationId, siteId: site.id });
    const space = items[0]?.space;
    if (!space) throw missing('The new site tells of no space. Look at it in the Sites view.');
    return learned(space);
  }

  /** What is made of something else is given its own title and place. */
  async function settled(space: Space, { title, parent }: NewSpace): Promise<Space> {
    const named =
      space.title === title ? space : learned(await api.spaces.update({ spaceId: space.id, body: { title } }));
    const isThere = (named.parent ?? null) === parent;
    return listed(isThere ? named : await api.spaces.move({ spaceId: space.id, body: { parent } }));
  }

  async function duplicate(space: Space): Promise<Space> {
    return learned(await api.spaces.duplicate({ spaceId: space.id }));
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
      const collection = await api.collections.create({ organizationId, body });
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
          return settled(await duplicate(wanted.origin.of), wanted);
        case 'site':
          return settled(await fromSite(wanted), wanted);
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
        const space = await api.spaces.restore({ spaceId });
        await deleted.remove(spaceId);
        return await listed(space);
      } catch (error) {
        if (isKind(error, 'missing', 'conflict')) await deleted.remove(spaceId);
        throw error;
      }
    },
    async restorableSpaces() {
      const listed = library
        .knownSpaces()
        .filter((space) => space.deletedAt)
        .map((space) => deletedSpace(space, now()));
      const known = new Map([...(await deleted.list()), ...listed].map((space) => [space.id, space]));
      return [...known.values()].sort((one, other) => other.deletedAt - one.deletedAt);
    },

    async move(item, to) {
      try {
        await moved(item, to);
        return true;
      } catch (error) {
        if (isKind(error, 'conflict')) return false;
        throw error;
      }
    },
    async transfer(item, organization) {
      const from = item.kind === 'space' ? item.space.organization : item.collection.organization;
      const body = { organization };
      const transferred: ShelfItem =
        item.kind === 'space'
          ? { kind: 'space', space: learned(await api.spaces.transfer({ spaceId: item.space.id, body })) }
          : {
              kind: 'collection',
              collection: await api.collections.transfer({ collectionId: item.collection.id, body }),
            };
      await Promise.all([library.relist(from), library.relist(organization)]);
      return transferred;
    },

    linkReport: (at, read) => linkReport(api, at, read),
    backlinks: (at, read) => backlinks(api, at, read),
  };
}

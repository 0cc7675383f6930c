import pMap from 'p-map';
import type { Space } from '../../contract/spaces/spaces.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';
import type { Read } from '../library/library.ts';
import { ignoreMissing } from '../shared/deleteOnce.ts';
import { deletedSpace } from './deletedSpaces.ts';
import type { LibraryActions } from './libraryActions.ts';
import { learn, learnListed, type LibraryActionsState } from './state.ts';

/** Limit of vanished spaces that are fetched: a server may not list every space. */
const mostVanished = 50;

/** Deletes spaces, and finds and restores deleted ones. */
export function createRestoring(
  state: LibraryActionsState,
): Pick<LibraryActions, 'deleteSpace' | 'restoreSpace' | 'restorableSpaces' | 'askSpace'> {
  const { api, library, now, deleted, sendOnce } = state;

  async function askSpace(spaceId: string, { signal }: Read = {}): Promise<Space> {
    return learn(state, await api.spaces.get({ spaceId }, { signal }));
  }

  /** Ids of the spaces in the lists of an organization; undefined if the lists can't be fetched. */
  async function listedIn(organization: string, signal: AbortSignal | undefined): Promise<Set<string> | undefined> {
    try {
      const lists = await library.hierarchy(organization, { signal });
      const below = (collection: string | undefined): string[] => {
        const { collections, spaces } = lists.at(collection);
        return [...spaces.map(({ id }) => id), ...collections.flatMap(({ id }) => below(id))];
      };
      return new Set(below(undefined));
    } catch (error) {
      if (!failureOf(error) || isKind(error, 'cancelled')) throw error;
      return undefined;
    }
  }

  /** Finds out which of the spaces that left the lists were deleted. */
  async function askForVanished(signal: AbortSignal | undefined): Promise<void> {
    const before = library.cachedSpaces().filter(({ deletedAt }) => !deletedAt);
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

  return {
    async deleteSpace(space) {
      const { id: spaceId } = space;
      await sendOnce({
        send: async () => {
          await api.spaces.delete({ spaceId });
          return true;
        },
        // A deleted space can be restored for a while, and is no longer there after that.
        look: () =>
          api.spaces.get({ spaceId }).then(({ deletedAt }) => deletedAt !== undefined || undefined, ignoreMissing),
      });
      await deleted.add(space);
      library.forget(space.id);
      await library.relist(space.organization, 'spaces');
    },
    async restoreSpace(spaceId) {
      try {
        const space = await restored(spaceId);
        await deleted.remove(spaceId);
        return await learnListed(state, space);
      } catch (error) {
        if (isKind(error, 'missing')) await deleted.remove(spaceId);
        throw error;
      }
    },
    async restorableSpaces({ signal } = {}) {
      await askForVanished(signal);
      const listed = library
        .cachedSpaces()
        .filter((space) => space.deletedAt && space.permissions?.['admin'] !== false)
        .map((space) => deletedSpace(space, now()));
      const known = new Map([...(await deleted.list()), ...listed].map((space) => [space.id, space]));
      return [...known.values()].sort((one, other) => other.deletedAt - one.deletedAt);
    },
    askSpace,
  };
}

import type { Space } from '../../contract/spaces/spaces.ts';
import type { LibraryItem, LibraryMove } from '../../model/library/moves.ts';
import { instead, isKind } from '../../model/shared/failure.ts';
import type { LibraryActions } from './libraryActions.ts';
import { learn, learnListed, type LibraryActionsState } from './state.ts';

/** Moves spaces and collections, also to other organizations. */
export function createMoving(state: LibraryActionsState): Pick<LibraryActions, 'move' | 'transfer'> {
  const { api, library } = state;

  /** Uses one step if the server accepts the collection: the API document mentions that only in its prose. */
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

  async function moved(item: LibraryItem, body: LibraryMove): Promise<void> {
    if (item.kind === 'space') {
      await learnListed(state, await api.spaces.move({ spaceId: item.space.id, body }));
      return;
    }
    await api.collections.move({ collectionId: item.collection.id, body });
    await library.relist(item.collection.organization, 'collections');
  }

  return {
    move: (item, to) => moved(item, to).then(() => true, instead(false, 'conflict')),
    async transfer(item, { organization, parent }) {
      const from = item.kind === 'space' ? item.space.organization : item.collection.organization;
      const transferred: LibraryItem =
        item.kind === 'space'
          ? { kind: 'space', space: learn(state, await transferredSpace(item.space.id, organization, parent)) }
          : {
              kind: 'collection',
              collection: await api.collections.transfer({ collectionId: item.collection.id, body: { organization } }),
            };
      try {
        const confirmed = transferred.kind === 'space' ? transferred.space : transferred.collection;
        if (parent !== undefined && confirmed.parent !== parent) await moved(transferred, { parent });
      } finally {
        await Promise.all([library.relist(from), library.relist(organization)]);
      }
      return transferred;
    },
  };
}

import { deleteOnce } from '../shared/deleteOnce.ts';
import { listed } from '../shared/listed.ts';
import { mayComeOf } from '../shared/makeOnce.ts';
import type { LibraryActions } from './libraryActions.ts';
import { backlinks, linkReport, linksFromOtherSpaces } from './linkReports.ts';
import { createMoving } from './moving.ts';
import { createNewSpaces } from './newSpaces.ts';
import { createRestoring } from './restoring.ts';
import { createState, learn, withValues, type LibraryActionsOptions } from './state.ts';

/** See `LibraryActions`. */
export function createLibraryActions(options: LibraryActionsOptions): LibraryActions {
  const state = createState(options);
  const { api, library, makeOnce, sendOnce } = state;
  return {
    async createCollection(organizationId, parent, title) {
      const body = { title, ...(parent !== null && { parent }) };
      const lists = await library.hierarchy(organizationId);
      const collection = await makeOnce({
        key: JSON.stringify(['collection', organizationId, body]),
        cached: lists.at(parent ?? undefined).collections.map(({ id }) => id),
        create: () => api.collections.create({ organizationId, body }),
        async find(attempt) {
          const all = await listed((page) => api.collections.list({ organizationId, nested: true, ...page }));
          return all.filter(
            (each) => each.title === title && (each.parent ?? null) === parent && mayComeOf(attempt, { id: each.id }),
          );
        },
      });
      await library.relist(organizationId, 'collections');
      return collection;
    },
    async updateCollection({ id, organization }, body) {
      const collection = await sendOnce({
        send: () => api.collections.update({ collectionId: id, body }),
        look: async () => withValues(await api.collections.get({ collectionId: id }), body),
      });
      await library.relist(organization, 'collections');
      return collection;
    },
    async deleteCollection({ id, organization }) {
      await deleteOnce(
        sendOnce,
        () => api.collections.delete({ collectionId: id }),
        () => api.collections.get({ collectionId: id }),
      );
      await library.relist(organization);
    },
    async updateSpace(spaceId, body) {
      const space = await sendOnce({
        send: () => api.spaces.update({ spaceId, body }),
        look: async () => withValues(await api.spaces.get({ spaceId }), body),
      });
      return learn(state, space);
    },
    ...createNewSpaces(state),
    ...createRestoring(state),
    ...createMoving(state),
    linkReport: (at, read) => linkReport(api, at, read),
    linksFromOtherSpaces: (to, read) => linksFromOtherSpaces(state, to, read),
    backlinks: (at, read) => backlinks(state, at, read),
  };
}

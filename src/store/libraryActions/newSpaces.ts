import type { Space } from '../../contract/spaces/spaces.ts';
import { ApiError, instead, isKind } from '../../model/shared/failure.ts';
import { listed } from '../shared/listed.ts';
import { mayComeOf, type Attempt } from '../shared/makeOnce.ts';
import type { NewSpace, LibraryActions } from './libraryActions.ts';
import { learn, learnListed, type LibraryActionsState } from './state.ts';

/** Creates spaces, empty or from something else. */
export function createNewSpaces(state: LibraryActionsState): Pick<LibraryActions, 'createSpace' | 'duplicateSpace'> {
  const { api, library, sites, makeOnce, inTwoSteps } = state;

  async function fromNothing({ organizationId, parent, title }: NewSpace): Promise<Space> {
    const body = { title, ...(parent !== null && { parent }) };
    try {
      const made = await makeOnce({
        key: JSON.stringify(['space', organizationId, body]),
        cached: library.cachedSpaces().map(({ id }) => id),
        create: () => api.spaces.create({ organizationId, body }),
        find: (attempt) => confirmedSpace({ organizationId, parent }, attempt, (space) => space.title === title),
      });
      return await learnListed(state, made);
    } catch (error) {
      // The organization may be missing, but it is more likely that the endpoint is.
      if (isKind(error, 'missing')) throw new ApiError('missing', { code: 'createSpaceUnsupported' });
      throw error;
    }
  }

  /**
   * The space made by an attempt without an answer. Rejects if it can't be looked up now; finds nothing on a server
   * that doesn't list spaces.
   */
  async function confirmedSpace(
    at: { readonly organizationId: string; readonly parent: string | null },
    attempt: Attempt,
    isIt: (space: Space) => boolean,
  ): Promise<readonly Space[]> {
    const { organizationId, parent } = at;
    const spaces = await listed((page) =>
      parent === null
        ? api.spaces.list({ organizationId, ...page })
        : api.collections.spaces({ collectionId: parent, ...page }),
    ).catch(instead([], 'unsupported', 'missing'));
    return spaces.filter((each) => (each.parent ?? parent) === parent && isIt(each) && mayComeOf(attempt, each));
  }

  function fromSite(wanted: NewSpace): Promise<Space> {
    const { organizationId, title } = wanted;
    return inTwoSteps(
      JSON.stringify(['site', organizationId, title]),
      // Spaces may have one-letter titles, sites may not.
      () => sites.create(organizationId, { title: title.padEnd(2, '.'), spaces: 'empty' }),
      async ({ id: siteId }) => {
        const { items } = await api.siteSpaces.list({ organizationId, siteId });
        const space = items[0]?.space;
        if (!space) throw new ApiError('invalid', { code: 'siteWithoutSpace' });
        return settled(learn(state, space), wanted);
      },
    );
  }

  /** Gives a space that was created from something else its own title and place. */
  async function settled(space: Space, { title, parent }: NewSpace): Promise<Space> {
    const named =
      space.title === title ? space : learn(state, await api.spaces.update({ spaceId: space.id, body: { title } }));
    const isThere = (named.parent ?? null) === parent;
    return learnListed(state, isThere ? named : await api.spaces.move({ spaceId: space.id, body: { parent } }));
  }

  async function duplicate(space: Space): Promise<Space> {
    const { id: spaceId, organization, title } = space;
    const copy = await makeOnce({
      key: JSON.stringify(['copy', spaceId]),
      cached: library.cachedSpaces().map(({ id }) => id),
      create: () => api.spaces.duplicate({ spaceId }),
      find: (attempt) =>
        confirmedSpace({ organizationId: organization, parent: space.parent ?? null }, attempt, (each) =>
          each.title.includes(title),
        ),
    });
    return learn(state, copy);
  }

  function copied(wanted: NewSpace, of: Space): Promise<Space> {
    return inTwoSteps(
      JSON.stringify(['copy', of.id]),
      () => duplicate(of),
      (copy) => settled(copy, wanted),
    );
  }

  return {
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
    duplicateSpace: async (space) => learnListed(state, await duplicate(space)),
  };
}

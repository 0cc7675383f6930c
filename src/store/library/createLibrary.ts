import type { Organization } from '../../contract/organizations/organizations.ts';
import { hierarchyOf } from '../../model/library/hierarchy.ts';
import { createTurns, createPagedList } from '../shared/pagedList.ts';
import { createShownChildren } from '../shared/shownChildren.ts';
import { findCollectionPlace, findPlace } from './ancestors.ts';
import { availableSpaces } from './availableSpaces.ts';
import { createLibraryChanges } from './changes.ts';
import { childrenOf, fingerprintOfChildren } from './children.ts';
import type { Children, Library, Place } from './library.ts';
import { showChildren, showMore } from './loadChildren.ts';
import { readFileNames, readPages } from './readPages.ts';
import { refresh, refreshInBackground, refreshSpace } from './refresh.ts';
import { createSpaceRecords } from './spaceRecords.ts';
import {
  dropContent,
  cachedPages,
  cachedSpaces,
  contentIn,
  organizationIn,
  type LibraryOptions,
  type LibraryState,
} from './state.ts';

export function createLibrary(options: LibraryOptions): Library {
  const state = createState(options);
  const { changes, organizations, organizationContents, records, turns } = state;
  const { announceAfter } = changes;

  return {
    children: (place, { signal } = {}) => announceAfter(showChildren(state, place, signal)),
    cachedChildren: (place) => childrenOf(state, place),
    more: (place, { signal } = {}) => showMore(state, place, signal),

    async placeOf(spaceId, pageId, read) {
      try {
        return await findPlace(state, spaceId, pageId, read);
      } finally {
        changes.announce();
      }
    },
    placeOfCollection: (collection, { signal } = {}) => announceAfter(findCollectionPlace(state, collection, signal)),
    space: (spaceId, { signal } = {}) => announceAfter(records.fresh(spaceId, signal)),
    pages: (spaceId, read) => announceAfter(readPages(state, spaceId, read)),
    fileNames: (spaceId, read) => announceAfter(readFileNames(state, spaceId, read)),
    opened: (spaceId) => contentIn(state, spaceId).opened,
    organizations: async ({ signal } = {}) => (await announceAfter(organizations.load(signal))).items,
    async hierarchy(organizationId, { signal } = {}) {
      const content = organizationIn(state, organizationId);
      await announceAfter(content.load(undefined, signal));
      return content.hierarchy() ?? hierarchyOf([], []);
    },
    availableSpaces: ({ signal } = {}) => announceAfter(availableSpaces(state, signal)),
    cachedSpaces: () => cachedSpaces(state),
    cachedSpace: (spaceId) => records.cached(spaceId)?.space,
    cachedPages: (spaceId) => cachedPages(state, spaceId),

    async refresh(place, { signal } = {}) {
      try {
        await refresh(state, place, signal);
      } finally {
        changes.announce();
      }
    },
    renew: (spaceId) => refreshInBackground(state, refreshSpace(state, spaceId, undefined, true)),
    learn(space) {
      records.learn([space], turns());
      changes.announce();
    },
    forget: (spaceId) => records.forget(spaceId),
    async relist(organizationId, what) {
      const content = organizationContents.get(organizationId);
      if (content?.isCached()) await announceAfter(content.refresh(undefined, what));
    },
    onDidChange: changes.listen,
  };
}

function createState(options: LibraryOptions): LibraryState {
  const { api, now, log, names } = options;
  const turns = createTurns();
  const shown = createShownChildren<Place, Children>({
    childrenOf: (place) => childrenOf(state, place),
    fingerprintOf: fingerprintOfChildren,
  });
  const changes = createLibraryChanges(shown, (message) => log.warn(message));
  const contents: LibraryState['contents'] = new Map();
  const drop = (space: string) => dropContent({ contents, changes }, space);
  const organizations = createPagedList<Organization>({
    now,
    turns,
    onUpdate: changes.mark,
    fetch: (page, signal) => api.organizations.list({ limit: 1000, ...(page !== undefined && { page }) }, { signal }),
  });
  const state: LibraryState = {
    ...options,
    turns,
    changes,
    shown,
    widths: new Map(),
    organizations,
    organizationContents: new Map(),
    records: createSpaceRecords({ api: api.spaces, now, turns, names, changes, drop }),
    contents,
  };
  return state;
}

import type { Organization } from '../../contract/organizations/organizations.ts';
import { hierarchyOf } from '../../model/library/hierarchy.ts';
import { createTurns, createPagedList } from '../shared/pagedList.ts';
import { createLanes } from '../shared/lane.ts';
import { createShownChildren } from '../shared/shownChildren.ts';
import { findCollectionPlace, findPlace } from './ancestors.ts';
import { availableSpaces } from './availableSpaces.ts';
import { createLibraryChanges } from './changes.ts';
import { childrenOf, fingerprintOfChildren } from './children.ts';
import { entryAt } from './entries.ts';
import { createFileBytes } from './fileBytes.ts';
import type { Children, Library, Place } from './library.ts';
import { showChildren, showMore } from './loadChildren.ts';
import { readPages } from './readPages.ts';
import { readText } from './readText.ts';
import { refresh } from './refresh.ts';
import { createSpaceRecords } from './spaceRecords.ts';
import {
  dropContent,
  cachedPages,
  cachedSpaces,
  organizationIn,
  type LibraryOptions,
  type LibraryState,
} from './state.ts';
import { createPageTexts } from './texts.ts';

export function createLibrary(options: LibraryOptions): Library {
  const state = createState(options);
  const { changes, organizations, organizationContents, records, texts, turns } = state;
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
    pages: (spaceId, { signal } = {}) => announceAfter(readPages(state, spaceId, signal)),
    organizations: async ({ signal } = {}) => (await announceAfter(organizations.load(signal))).items,
    async hierarchy(organizationId, { signal } = {}) {
      const content = organizationIn(state, organizationId);
      await announceAfter(content.load(undefined, signal));
      return content.hierarchy() ?? hierarchyOf([], []);
    },
    availableSpaces: ({ signal } = {}) => announceAfter(availableSpaces(state, signal)),
    cachedSpaces: () => cachedSpaces(state),
    cachedPages: (spaceId) => cachedPages(state, spaceId),

    entry: (spaceId, path, { signal } = {}) => announceAfter(entryAt(state, spaceId, path, signal)),
    text: (spaceId, pageId, { signal } = {}) => announceAfter(readText(state, spaceId, pageId, signal)),
    cachedText: (spaceId, pageId) => texts.cached(spaceId, pageId),
    bytes: createFileBytes({ api: options.api.content, download: options.download }),

    async refresh(place, { signal } = {}) {
      try {
        await refresh(state, place, signal);
      } finally {
        changes.announce();
      }
    },
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
  const texts = createPageTexts({ now, changes });
  const drop = (space: string) => dropContent({ contents, texts, changes }, space);
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
    texts,
    textLane: createLanes(),
  };
  return state;
}

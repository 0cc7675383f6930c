import type { Api } from '../../client/api.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { PageTree } from '../../model/pages/tree.ts';
import type { LearnedNames } from '../../model/shared/address.ts';
import type { PagedList, Turns } from '../shared/pagedList.ts';
import type { ShownChildren } from '../shared/shownChildren.ts';
import type { Storage } from '../shared/storage.ts';
import type { LibraryChanges } from './changes.ts';
import type { Children, Place } from './library.ts';
import { createOpenedPaths } from './openedPaths.ts';
import { createOrganizationContent, type OrganizationContent } from './organizationContent.ts';
import { createSpaceContent, type SpaceContent } from './spaceContent.ts';
import type { SpaceRecords } from './spaceRecords.ts';

export interface LibraryOptions {
  readonly api: Pick<Api, 'organizations' | 'collections' | 'spaces' | 'content'>;
  /** The account's key, from `accountKey`. */
  readonly account: string;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly storage: Storage;
  readonly log: { warn(message: string): void };
  /** Names of spaces in addresses, to which the library reports titles. Without them, addresses use the spaces' ids. */
  readonly names?: LearnedNames | undefined;
}

/** Everything cached of one account's documentation. The functions that read it fill it. */
export interface LibraryState extends LibraryOptions {
  readonly turns: Turns;
  readonly changes: LibraryChanges;
  readonly shown: ShownChildren<Place, Children>;
  /** Limit of shown pages per level, by the key of the place; a default applies to others. */
  readonly widths: Map<string, number>;
  readonly organizations: PagedList<Organization>;
  readonly organizationContents: Map<string, OrganizationContent>;
  readonly records: SpaceRecords;
  readonly contents: Map<string, SpaceContent>;
}

export function organizationIn(state: LibraryState, organizationId: string): OrganizationContent {
  const known = state.organizationContents.get(organizationId);
  if (known) return known;
  const made = createOrganizationContent({ ...state, organizationId, onUpdate: state.changes.mark });
  state.organizationContents.set(organizationId, made);
  return made;
}

export function contentIn(state: LibraryState, spaceId: string): SpaceContent {
  const known = state.contents.get(spaceId);
  if (known) return known;
  const { account, storage, log, api } = state;
  const opened = createOpenedPaths({ account, space: spaceId, storage, warn: (message) => log.warn(message) });
  const made = createSpaceContent({ ...state, spaceId, api: api.content, opened });
  state.contents.set(spaceId, made);
  return made;
}

/** Drops the pages and files of a space that doesn't exist anymore. */
export function dropContent({ contents, changes }: Pick<LibraryState, 'contents' | 'changes'>, space: string): void {
  const deleted = [...(contents.get(space)?.tree()?.tree.byId.keys() ?? [])];
  contents.delete(space);
  if (deleted.length > 0) changes.emit({ kind: 'pages', space, changed: [], deleted });
  changes.announce();
}

export function cachedSpaces({ records }: LibraryState): readonly Space[] {
  return [...records.all()].map(({ space }) => space);
}

export function cachedPages({ contents }: LibraryState, spaceId: string): PageTree | undefined {
  return contents.get(spaceId)?.tree()?.tree;
}

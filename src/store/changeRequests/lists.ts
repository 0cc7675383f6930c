import type { Space } from '../../contract/spaces/spaces.ts';
import type { List } from '../../contract/shared/list.ts';
import { createPagedList, type PagedList, type Turns } from '../shared/pagedList.ts';
import type { Status } from './changeRequests.ts';
import { createListPages, pageSize, type ListedChangeRequest, type ListPagesContext } from './listPages.ts';

export type ChangeRequestList = PagedList<ListedChangeRequest>;

/** The lists of one grouping and filter, each created when first needed. */
export interface ChangeRequestLists {
  /** The change requests of an organization: from its own list, else from those of its spaces that have any. */
  ofOrganization(organizationId: string, status: Status): ChangeRequestList;
  /**
   * The change requests of an organization that request a user's review. Empty if the server has no list of an
   * organization.
   */
  askedOf(organizationId: string, user: string): ChangeRequestList;
  ofSpace(space: Space, status: Status): ChangeRequestList;
  all(): Iterable<ChangeRequestList>;
  /** Whether all change requests of a space with this status are cached. */
  isWhole(space: Space, status: Status): boolean;
  /** Whether the server has no list of all change requests of an organization. */
  isUnlisted(): boolean;
  /** Tries all endpoints again that the server was found to lack. */
  tryAll(): void;
}

export interface ChangeRequestListsContext extends ListPagesContext {
  readonly now: () => number;
  readonly turns: Turns;
  readonly onUpdate: () => void;
}

export function createChangeRequestLists(parts: ChangeRequestListsContext): ChangeRequestLists {
  const { records, now, turns, onUpdate } = parts;
  const pages = createListPages(parts);
  const lists = new Map<string, ChangeRequestList>();

  function list(
    key: string,
    fetch: (cursor: string | undefined, signal: AbortSignal) => Promise<List<ListedChangeRequest>>,
  ): ChangeRequestList {
    const known = lists.get(key);
    if (known) return known;
    const made = createPagedList<ListedChangeRequest>({
      fetch,
      now,
      turns,
      onUpdate,
      onItems: (items, turn) => {
        for (const { space, changeRequest } of items) records.learn(space, changeRequest, turn);
      },
    });
    lists.set(key, made);
    return made;
  }

  const nameOf = (what: 'organization' | 'space', id: string, status: Status): string => `${what} ${id} ${status}`;

  return {
    ofOrganization: (organizationId, status) =>
      list(
        nameOf('organization', organizationId, status),
        async (cursor, signal) =>
          (await pages.ofOrganization(organizationId, { status: [status] }, cursor, signal)) ??
          pages.ofSpaces(organizationId, status, cursor, signal),
      ),
    askedOf: (organizationId, user) =>
      list(
        `asked ${organizationId} ${user}`,
        async (cursor, signal) =>
          (await pages.ofOrganization(
            organizationId,
            { status: ['open', 'draft'], requestedReviewer: user },
            cursor,
            signal,
          )) ?? { items: [] },
      ),
    ofSpace: (space, status) =>
      list(nameOf('space', space.id, status), (cursor, signal) =>
        pages.ofSpace(space, status, pageSize, cursor, signal),
      ),
    all: () => lists.values(),
    isWhole: ({ id, organization }, status) =>
      [nameOf('organization', organization, status), nameOf('space', id, status)].some(
        (name) => lists.get(name)?.cached()?.hasMore === false,
      ),
    isUnlisted: pages.isUnlisted,
    tryAll: pages.tryAll,
  };
}

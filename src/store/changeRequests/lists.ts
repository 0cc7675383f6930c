import pMap from 'p-map';
import type { Api } from '../../client/api.ts';
import type { ChangeRequest, OrganizationChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { List, Unreadable } from '../../contract/shared/list.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';
import { recordKey, type ChangeRequestRecords } from './records.ts';
import type { ChangeRequestFilter, Status } from './changeRequests.ts';
import type { Library } from '../library/library.ts';
import { createPagedList, type PagedList, type Turns } from '../shared/pagedList.ts';
import { listed } from '../shared/listed.ts';

/** A change request in a list; `id` is the key of its record. */
export interface ListedChangeRequest extends ChangeRequestOf {
  readonly id: string;
}

interface ChangeRequestOf {
  readonly space: Space;
  readonly changeRequest: ChangeRequest;
}

export type ChangeRequestList = PagedList<ListedChangeRequest>;

/** The lists of one arrangement, each made when it is first needed. */
export interface ChangeRequestLists {
  /** Those of an organization: by its own list, else by those of its spaces that have such ones. */
  ofOrganization(organizationId: string, status: Status): ChangeRequestList;
  /** Those of an organization whose review is asked of somebody. Empty where the server has no list of an organization. */
  askedOf(organizationId: string, user: string): ChangeRequestList;
  ofSpace(space: Space, status: Status): ChangeRequestList;
  all(): Iterable<ChangeRequestList>;
  /** Whether all of a space with this status are known. */
  isWhole(space: Space, status: Status): boolean;
  /** Whether the server has no list of all change requests of an organization. */
  isUnlisted(): boolean;
  /** Has everything tried anew that the server was found to lack. */
  tryAll(): void;
}

export interface ChangeRequestListsParts {
  readonly api: Pick<Api['changeRequests'], 'list' | 'ofOrganization'>;
  readonly library: Pick<Library, 'space' | 'children' | 'knownSpaces'>;
  readonly records: ChangeRequestRecords;
  readonly filter: ChangeRequestFilter;
  readonly now: () => number;
  readonly turns: Turns;
  readonly onUpdate: () => void;
}

/** How many are asked for at once: what a person looks through before asking for more. */
const pageSize = 100;
/** How many spaces are asked for one page, where each has to be asked. */
const spacesAPage = 20;
const spacesAtOnce = 4;

export function changeRequestLists(parts: ChangeRequestListsParts): ChangeRequestLists {
  const { api, library, records, filter, now, turns, onUpdate } = parts;
  const lists = new Map<string, ChangeRequestList>();
  let isUnlisted = false;

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

  /** A page of the organization's own list; undefined where the server has none. */
  async function organizationPage(
    organizationId: string,
    query: { status: Status[]; requestedReviewer?: string },
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<List<ListedChangeRequest> | undefined> {
    if (isUnlisted) return undefined;
    const { creator, contributor, space } = filter;
    try {
      const page = await api.ofOrganization(
        {
          organizationId,
          limit: pageSize,
          ...query,
          ...(cursor !== undefined && { page: cursor }),
          ...(creator !== undefined && { creator }),
          ...(contributor !== undefined && { contributor }),
          ...(space !== undefined && { space }),
        },
        { signal },
      );
      return await placed(page, signal);
    } catch (error) {
      if (!isKind(error, 'unsupported')) throw error;
      isUnlisted = true;
      return undefined;
    }
  }

  /** With the space of each: the list tells it whole, or by its id. */
  async function placed(
    page: List<OrganizationChangeRequest>,
    signal: AbortSignal,
  ): Promise<List<ListedChangeRequest>> {
    const known = new Map(library.knownSpaces().map((space) => [space.id, space]));
    const items: ListedChangeRequest[] = [];
    const skipped: Unreadable[] = [...(page.skipped ?? [])];
    for (const [index, { space: of, ...changeRequest }] of page.items.entries()) {
      const id = typeof of === 'string' ? of : of?.id;
      const space = typeof of === 'object' && of ? of : known.get(id ?? '');
      const found = space ?? (id === undefined ? undefined : await library.space(id, { signal }));
      if (found) items.push(listedAt(found, changeRequest));
      else skipped.push({ index, reason: 'It does not tell its space.' });
    }
    return { items, next: page.next, count: page.count, skipped };
  }

  /** A page of those of so many spaces, asked one by one. `cursor` says how many spaces were asked before. */
  async function spacesPage(
    organizationId: string,
    status: Status,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<List<ListedChangeRequest>> {
    const spaces = await spacesOf(library, organizationId, signal);
    const wanted = spaces.filter(
      (space) => (filter.space === undefined || filter.space === space.id) && countIn(space, status) > 0,
    );
    const start = Number(cursor ?? 0);
    const asked = wanted.slice(start, start + spacesAPage);
    const opened = async (space: Space) => {
      try {
        return { items: await listed(({ limit, page }) => ofSpacePage(space, status, limit, page, signal)) };
      } catch (error) {
        // One that is gone or closed meanwhile hides none of the others.
        if (!isKind(error, 'missing', 'forbidden')) throw error;
        return { items: [], reason: failureOf(error)?.message ?? '' };
      }
    };
    const found = await pMap(asked, opened, { concurrency: spacesAtOnce });
    const next = start + spacesAPage;
    return {
      items: found.flatMap(({ items }) => items),
      skipped: found.flatMap(({ reason }, index) => (reason === undefined ? [] : [{ index, reason }])),
      ...(next < wanted.length && { next: { page: String(next) } }),
    };
  }

  async function ofSpacePage(
    space: Space,
    status: Status,
    limit: number,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<List<ListedChangeRequest>> {
    const { contributor } = filter;
    const page = await api.list(
      {
        spaceId: space.id,
        status,
        limit,
        ...(cursor !== undefined && { page: cursor }),
        ...(contributor !== undefined && { contributor }),
      },
      { signal },
    );
    const items = page.items.map((changeRequest) => listedAt(records.space(space.id) ?? space, changeRequest));
    return { ...page, items };
  }

  return {
    ofOrganization: (organizationId, status) =>
      list(
        nameOf('organization', organizationId, status),
        async (cursor, signal) =>
          (await organizationPage(organizationId, { status: [status] }, cursor, signal)) ??
          spacesPage(organizationId, status, cursor, signal),
      ),
    askedOf: (organizationId, user) =>
      list(
        `asked ${organizationId} ${user}`,
        async (cursor, signal) =>
          (await organizationPage(
            organizationId,
            { status: ['open', 'draft'], requestedReviewer: user },
            cursor,
            signal,
          )) ?? { items: [] },
      ),
    ofSpace: (space, status) =>
      list(nameOf('space', space.id, status), (cursor, signal) => ofSpacePage(space, status, pageSize, cursor, signal)),
    all: () => lists.values(),
    isWhole: ({ id, organization }, status) =>
      [nameOf('organization', organization, status), nameOf('space', id, status)].some(
        (name) => lists.get(name)?.known()?.hasMore === false,
      ),
    isUnlisted: () => isUnlisted,
    tryAll: () => void (isUnlisted = false),
  };
}

/** Those of the organization and of all its collections: a server without these lists tells its spaces by collection only. */
async function spacesOf(
  library: Pick<Library, 'children' | 'knownSpaces'>,
  organizationId: string,
  signal: AbortSignal,
): Promise<Space[]> {
  const { places } = await library.children(undefined, { signal });
  let level = places.filter((place) => place.kind === 'organization' && place.organization.id === organizationId);
  while (level.length > 0) {
    const shelves = await pMap(level, (place) => library.children(place, { signal }), { concurrency: spacesAtOnce });
    level = shelves.flatMap((shelf) => shelf.places.filter(({ kind }) => kind === 'collection'));
  }
  return library.knownSpaces().filter(({ organization }) => organization === organizationId);
}

function listedAt(space: Space, changeRequest: ChangeRequest): ListedChangeRequest {
  return { id: recordKey(space.id, changeRequest.id), space, changeRequest };
}

/** How many of a status a space has, by its own counts. */
export function countIn(space: Space, status: Status): number {
  switch (status) {
    case 'open':
      return space.changeRequestsOpen;
    case 'draft':
      return space.changeRequestsDraft;
    case 'merged':
    case 'archived':
      return space.changeRequests - space.changeRequestsOpen - space.changeRequestsDraft;
  }
}

import pMap from 'p-map';
import type { Api } from '../../client/api.ts';
import type { ChangeRequest, OrganizationChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { List, Unreadable } from '../../contract/shared/list.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';
import { listed } from '../shared/listed.ts';
import type { Library } from '../library/library.ts';
import type { ChangeRequestAt, ChangeRequestFilter, Status } from './changeRequests.ts';
import { recordKey, type ChangeRequestRecords } from './records.ts';

/** A change request in a list; `id` is the key of its record. */
export interface ListedChangeRequest extends ChangeRequestAt {
  readonly id: string;
}

export interface ListPagesContext {
  readonly api: Pick<Api['changeRequests'], 'list' | 'ofOrganization'>;
  readonly library: Pick<Library, 'space' | 'children' | 'cachedSpaces'>;
  readonly records: ChangeRequestRecords;
  readonly filter: ChangeRequestFilter;
}

/** Change requests per request: about as many as a person reads before loading more. */
export const pageSize = 100;
/** Number of spaces that make one page, if each space has to be asked. */
const spacesAPage = 20;
const spacesAtOnce = 4;

/** Fetches single pages of the lists of one filter. */
export function createListPages({ api, library, records, filter }: ListPagesContext) {
  let isUnlisted = false;

  /** A page of the organization's own list; undefined if the server has none. */
  async function ofOrganization(
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

  /** Adds the space of each change request: the list contains the whole space, or its id. */
  async function placed(
    page: List<OrganizationChangeRequest>,
    signal: AbortSignal,
  ): Promise<List<ListedChangeRequest>> {
    const known = new Map(library.cachedSpaces().map((space) => [space.id, space]));
    const items: ListedChangeRequest[] = [];
    const skipped: Unreadable[] = [...(page.skipped ?? [])];
    for (const [index, { space: of, ...changeRequest }] of page.items.entries()) {
      const id = typeof of === 'string' ? of : of?.id;
      const space = typeof of === 'object' && of ? of : known.get(id ?? '');
      const found = space ?? (id === undefined ? undefined : await library.space(id, { signal }));
      if (found) items.push(listedAt(found, changeRequest));
      else skipped.push({ index, reason: 'spaceMissing' });
    }
    return { ...page, items, skipped };
  }

  /** A page from `spacesAPage` spaces, asked one by one. `cursor` is the number of spaces asked before. */
  async function ofSpaces(
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
        return { items: await listed(({ limit, page }) => ofSpace(space, status, limit, page, signal)) };
      } catch (error) {
        // A space that was deleted or closed in the meantime must not hide the others.
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

  async function ofSpace(
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
    ofOrganization,
    ofSpaces,
    ofSpace,
    /** Whether the server has no list of all change requests of an organization. */
    isUnlisted: () => isUnlisted,
    tryAll: () => void (isUnlisted = false),
  };
}

/**
 * The spaces of the organization and of all its collections: a server without these lists may list spaces by collection
 * only.
 */
async function spacesOf(
  library: Pick<Library, 'children' | 'cachedSpaces'>,
  organizationId: string,
  signal: AbortSignal,
): Promise<Space[]> {
  const { places } = await library.children(undefined, { signal });
  let level = places.filter((place) => place.kind === 'organization' && place.organization.id === organizationId);
  while (level.length > 0) {
    const lists = await pMap(level, (place) => library.children(place, { signal }), { concurrency: spacesAtOnce });
    level = lists.flatMap((children) => children.places.filter(({ kind }) => kind === 'collection'));
  }
  return library.cachedSpaces().filter(({ organization }) => organization === organizationId);
}

function listedAt(space: Space, changeRequest: ChangeRequest): ListedChangeRequest {
  return { id: recordKey(space.id, changeRequest.id), space, changeRequest };
}

/** How many change requests with a status a space has, by its own counts. */
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

import type { Space } from '../../contract/spaces/spaces.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import { isPending, needsReviewOf, verdictOf } from '../../model/changeRequests/reviewState.ts';
import { countIn } from './listPages.ts';
import type { ChangeRequestList, ChangeRequestLists } from './lists.ts';
import {
  changeRequestPlace,
  fingerprintOfPlace,
  spacePlace,
  statusPlace,
  waitingPlace,
  type ChangeRequestPlaceOf,
} from './places.ts';
import { recordKey, type ChangeRequestRecord, type ChangeRequestRecords } from './records.ts';
import {
  statuses,
  type Arrangement,
  type ChangeRequestAt,
  type ChangeRequestFilter,
  type ChangeRequestPlace,
  type ChangeRequestChildren,
  type ReviewState,
  type SpaceCounts,
  type Status,
  type WaitingReason,
} from './changeRequests.ts';
import { skippedReason } from '../shared/pagedList.ts';
import type { Library } from '../library/library.ts';

export interface ChildrenContext {
  readonly arrangement: Arrangement;
  readonly lists: ChangeRequestLists;
  /** The lists without the filter, because the filter doesn't change what needs attention. */
  readonly unfiltered: ChangeRequestLists;
  readonly records: ChangeRequestRecords;
  /** The cached organizations. */
  readonly organizations: readonly Organization[];
  readonly library: Pick<Library, 'cachedSpaces'>;
  /** The user's id, if known. */
  readonly currentUserId: string | undefined;
  readonly reviewsOf: (at: ChangeRequestAt) => ReviewState | undefined;
  readonly now: () => number;
}

/** The lists that the children of a place come from. */
export function listsFor(parts: ChildrenContext, place: ChangeRequestPlace | undefined): readonly ChangeRequestList[] {
  const { arrangement, lists, unfiltered, organizations } = parts;
  const everywhere = (status: Status, of = lists) => organizations.map(({ id }) => of.ofOrganization(id, status));
  switch (place?.kind) {
    case undefined:
      // Status groups need no list. Space groups don't either if each space would have to be asked: then the spaces'
      // own counts are used.
      return arrangement.grouping === 'status' || lists.isUnlisted() ? [] : everywhere(leading(arrangement));
    case 'waiting':
      return [...askedLists(parts), ...everywhere('open', unfiltered)];
    case 'status':
      return place.space ? [lists.ofSpace(place.space, place.status)] : everywhere(place.status);
    case 'space': {
      const space = present(parts, place.space);
      return chosen(arrangement)
        .filter((status) => isPendingStatus(status) && countIn(space, status) > 0)
        .map((status) => lists.ofSpace(space, status));
    }
    case 'changeRequest':
      return [];
  }
}

/** The lists of change requests that request the user's review. */
export function askedLists({
  unfiltered,
  organizations,
  currentUserId,
}: ChildrenContext): readonly ChangeRequestList[] {
  return currentUserId === undefined ? [] : organizations.map(({ id }) => unfiltered.askedOf(id, currentUserId));
}

/** Undefined while nothing is cached. */
export function childrenOf(
  parts: ChildrenContext,
  place: ChangeRequestPlace | undefined,
): ChangeRequestChildren | undefined {
  const { arrangement, now } = parts;
  const used = listsFor(parts, place);
  if (used.length > 0 && used.every((list) => list.cached() === undefined)) return undefined;
  const known = used.flatMap((list) => list.cached() ?? []);
  const state = {
    asOf: Math.min(now(), ...known.map(({ asOf }) => asOf)),
    hasMore: known.some(({ hasMore }) => hasMore),
    failure: used.map((list) => list.failure()).find((failure) => failure !== undefined),
    incomplete: skippedReason(known),
  };
  switch (place?.kind) {
    case undefined:
      return {
        ...state,
        places: roots(parts),
        total: undefined,
        hasMore: arrangement.grouping === 'space' && state.hasMore,
      };
    case 'waiting': {
      const all = waiting(parts);
      const isLeft = leftByFilter(parts);
      return {
        ...state,
        places: all.filter(isLeft),
        total: all.length,
        hasMore: false,
        isAnonymous: parts.currentUserId === undefined,
      };
    }
    case 'status': {
      const shown = exceptWaiting(parts);
      const belongs = (record: ChangeRequestRecord) => record.changeRequest.status === place.status;
      const all = itemsOf(parts, used, belongs, place.space);
      const items = all.filter(shown);
      const elsewhere = [...parts.records.all()].filter((record) => belongs(record) && !shown(record));
      return {
        ...state,
        places: items.map((record) => changeRequestPlace(record, place, [])),
        total: totalOf(used, items, elsewhere),
        above: isNarrowed(arrangement.filter) ? all.length - items.length : undefined,
      };
    }
    case 'space': {
      const space = present(parts, place.space);
      const shown = exceptWaiting(parts);
      const items = itemsOf(parts, used, (record) => isPending(record.changeRequest), place.space).filter(shown);
      const sorted = [...items].sort(byStatus);
      const rest = chosen(arrangement).filter((status) => !isPendingStatus(status) && countIn(space, status) > 0);
      const places = [
        ...sorted.map((record) => changeRequestPlace(record, place, [])),
        ...rest.map((status) => statusPlace(status, place)),
      ];
      return { ...state, places, total: totalOf(used, items, []) };
    }
    case 'changeRequest':
      return { ...state, places: [], total: undefined };
  }
}

/** Equal as long as the children's rows look the same. */
export function fingerprintOfChildren(children: ChangeRequestChildren): string {
  const { places, total, above, hasMore, incomplete, isAnonymous, failure } = children;
  return JSON.stringify([
    places.map(fingerprintOfPlace),
    total,
    above,
    hasMore,
    incomplete,
    isAnonymous,
    failure?.kind,
  ]);
}

/** A space with its current counts, because the place of a shown space keeps the earlier ones. */
function present({ records }: ChildrenContext, space: Space): Space {
  return records.space(space.id) ?? space;
}

/** The change requests that need attention, requested reviews first. */
function waiting(parts: ChildrenContext): ChangeRequestPlaceOf<'changeRequest'>[] {
  return waitingRecords(parts)
    .sort(
      (one, other) =>
        Number(other.reasons.includes('review')) - Number(one.reasons.includes('review')) ||
        byUpdate(one.record, other.record),
    )
    .map(({ record, reasons }) => changeRequestPlace(record, waitingPlace, reasons));
}

function waitingRecords(parts: ChildrenContext): { record: ChangeRequestRecord; reasons: readonly WaitingReason[] }[] {
  const { records, currentUserId } = parts;
  if (currentUserId === undefined) return [];
  const asked = new Set(askedLists(parts).flatMap((list) => (list.cached()?.items ?? []).map((item) => item.id)));
  return [...records.all()].flatMap((record) => {
    if (!isPending(record.changeRequest)) return [];
    const reasons = reasonsOf(parts, record, asked.has(record.key));
    return reasons.length > 0 ? [{ record, reasons }] : [];
  });
}

/** Change requests that need attention are listed in their own group only. */
function exceptWaiting(parts: ChildrenContext): (record: ChangeRequestRecord) => boolean {
  const keys = new Set(waitingRecords(parts).map(({ record }) => record.key));
  return ({ key }) => !keys.has(key);
}

function reasonsOf(parts: ChildrenContext, record: ChangeRequestRecord, isListed: boolean): WaitingReason[] {
  const { currentUserId = '', reviewsOf } = parts;
  const { changeRequest } = record;
  const known = reviewsOf(record);
  // Reviews fetched for this change request are newer than the list.
  const requested = known?.requested ?? (isListed ? [{ user: { id: currentUserId } }] : []);
  const isAsked = needsReviewOf(currentUserId, { reviews: known?.reviews ?? [], requested }, changeRequest.revision);
  const reasons: WaitingReason[] = isAsked ? ['review'] : [];
  if (changeRequest.createdBy?.id !== currentUserId || changeRequest.status !== 'open') return reasons;
  if (changeRequest.outdated) reasons.push('outdated');
  const verdict = known && verdictOf(known.reviews, changeRequest.revision);
  return verdict ? [...reasons, verdict] : reasons;
}

function roots(parts: ChildrenContext): ChangeRequestPlace[] {
  const { arrangement } = parts;
  const groups =
    arrangement.grouping === 'status' ? chosen(arrangement).map((status) => statusPlace(status)) : spacePlaces(parts);
  return [waitingPlace, ...groups];
}

/** The place of a space, even if no shown change request is in it. */
export function spacePlaceOf(parts: ChildrenContext, space: Space): ChangeRequestPlaceOf<'space'> {
  return spacePlace(space, countsIn(parts, space, tally(parts)));
}

/** Spaces with shown change requests, by title. */
function spacePlaces(parts: ChildrenContext): ChangeRequestPlace[] {
  const { arrangement, records, organizations, library } = parts;
  const { filter } = arrangement;
  const tallied = tally(parts);
  const over = chosen(arrangement).filter((status) => !isPendingStatus(status) && filter.statuses !== undefined);
  const isHere = (space: Space) => organizations.some(({ id }) => id === space.organization);
  const spaces = new Map<string, Space>();
  for (const known of library.cachedSpaces()) spaces.set(known.id, present(parts, known));
  const withOver = new Set<string>();
  for (const { space, changeRequest } of records.all()) {
    spaces.set(space.id, space);
    if (over.some((status) => status === changeRequest.status) && passes(parts, { space, changeRequest })) {
      withOver.add(space.id);
    }
  }
  // The counts of a space don't distinguish creators and contributors.
  const countsShow = filter.creator === undefined && filter.contributor === undefined;
  return [...spaces.values()]
    .filter((space) => isHere(space) && (filter.space === undefined || filter.space === space.id))
    .map((space) => spacePlace(space, countsIn(parts, space, tallied)))
    .filter(({ space, counts: { open = 0, draft = 0, above = 0 } }) => {
      const isOver = withOver.has(space.id) || (countsShow && over.some((status) => countIn(space, status) > 0));
      return open > 0 || draft > 0 || above > 0 || isOver;
    })
    .sort((one, other) => one.space.title.localeCompare(other.space.title));
}

interface Tally {
  /** Numbers of cached change requests that are shown, by space and status. */
  readonly shown: ReadonlyMap<string, number>;
  /** Numbers of those that are listed under "needs attention" instead. */
  readonly waiting: ReadonlyMap<string, number>;
  /** Numbers of matches of the filter among those that need attention, by space; empty without a filter. */
  readonly above: ReadonlyMap<string, number>;
}

function tally(parts: ChildrenContext): Tally {
  const { arrangement, records } = parts;
  const isShown = exceptWaiting(parts);
  const isMatch = matching(parts);
  const isLeft = leftByFilter(parts);
  const shown = new Map<string, number>();
  const waiting = new Map<string, number>();
  const above = new Map<string, number>();
  for (const record of records.all()) {
    const { id } = record.space;
    const { status } = record.changeRequest;
    const key = tallyKey(record.space, status);
    if (isShown(record)) {
      if (isMatch(record)) shown.set(key, (shown.get(key) ?? 0) + 1);
      continue;
    }
    waiting.set(key, (waiting.get(key) ?? 0) + 1);
    if (isNarrowed(arrangement.filter) && isLeft(record)) above.set(id, (above.get(id) ?? 0) + 1);
  }
  return { shown, waiting, above };
}

/**
 * Numbers below the row of a space: exact once all change requests are cached, before that from the counts of the space
 * if they apply.
 */
function countsIn(parts: ChildrenContext, space: Space, { shown, waiting, above }: Tally): SpaceCounts {
  const { arrangement, lists } = parts;
  const { creator, contributor } = arrangement.filter;
  const countOf = (status: 'open' | 'draft'): number | undefined => {
    if (!chosen(arrangement).includes(status)) return undefined;
    const key = tallyKey(space, status);
    const known = shown.get(key);
    if (lists.isWhole(space, status) || countIn(space, status) === 0) return known ?? 0;
    // The counts of a space don't distinguish creators and contributors.
    if (creator !== undefined || contributor !== undefined) return known;
    return Math.max(known ?? 0, countIn(space, status) - (waiting.get(key) ?? 0));
  };
  const more = above.get(space.id);
  return { open: countOf('open'), draft: countOf('draft'), ...(more !== undefined && { above: more }) };
}

function tallyKey({ id }: Space, status: string): string {
  return `${encodeURIComponent(id)} ${status}`;
}

/** All cached change requests with a status, regardless of the filter. */
export function itemsWith(
  parts: ChildrenContext,
  status: Status,
  space: Space | undefined,
): readonly ChangeRequestAt[] {
  const { unfiltered } = parts;
  const all: ChildrenContext = { ...parts, lists: unfiltered, arrangement: { grouping: 'status', filter: {} } };
  const used = listsFor(all, statusPlace(status, space && spacePlace(space, {})));
  return itemsOf(all, used, ({ changeRequest }) => changeRequest.status === status, space);
}

/** The items of the lists, and those received later that belong to them. */
function itemsOf(
  parts: ChildrenContext,
  used: readonly ChangeRequestList[],
  belongs: (record: ChangeRequestRecord) => boolean,
  space: Space | undefined,
): ChangeRequestRecord[] {
  const { records, organizations } = parts;
  const isListedStatus = (record: ChangeRequestRecord) => statuses.some((each) => each === record.changeRequest.status);
  const listed = new Map<string, ChangeRequestRecord>();
  let oldest = Infinity;
  for (const known of used.flatMap((list) => list.cached() ?? [])) {
    oldest = Math.min(oldest, known.turn);
    for (const { id } of known.items) {
      const record = records.get(id);
      if (record && (belongs(record) || !isListedStatus(record)) && passes(parts, record)) listed.set(id, record);
    }
  }
  const isHere = (record: ChangeRequestRecord) =>
    space ? record.space.id === space.id : organizations.some(({ id }) => id === record.space.organization);
  for (const record of records.all()) {
    if (listed.has(record.key) || (used.length > 0 && record.turn <= oldest)) continue;
    if (isHere(record) && belongs(record) && passes(parts, record, 'met')) listed.set(record.key, record);
  }
  return [...listed.values()].sort(byUpdate);
}

/** Whether the filter matches a change request, whatever its status. */
function matching(parts: ChildrenContext): (at: ChangeRequestAt) => boolean {
  const listed = new Set([...parts.lists.all()].flatMap((list) => (list.cached()?.items ?? []).map(({ id }) => id)));
  return (at) => passes(parts, at, listed.has(recordKey(at.space.id, at.changeRequest.id)) ? undefined : 'met');
}

/** Whether the filter leaves a change request in the view. */
function leftByFilter(parts: ChildrenContext): (at: ChangeRequestAt) => boolean {
  const isMatch = matching(parts);
  const left = chosen(parts.arrangement);
  return (at) => left.some((status) => status === at.changeRequest.status) && isMatch(at);
}

/** `met` marks a change request that is in no list. */
function passes({ arrangement }: ChildrenContext, { space, changeRequest }: ChangeRequestAt, met?: 'met'): boolean {
  const { creator, contributor, space: only } = arrangement.filter;
  if (only !== undefined && only !== space.id) return false;
  if (creator !== undefined && changeRequest.createdBy?.id !== creator) return false;
  return contributor === undefined || met === undefined || changeRequest.createdBy?.id === contributor;
}

/**
 * The exact number if all change requests are cached, else the server's number without those that are listed elsewhere.
 */
function totalOf(
  used: readonly ChangeRequestList[],
  items: readonly ChangeRequestRecord[],
  elsewhere: readonly ChangeRequestRecord[],
): number | undefined {
  const known = used.flatMap((list) => list.cached() ?? []);
  if (known.length === used.length && known.every(({ hasMore }) => !hasMore)) return items.length;
  const counts = known.map((list) => (list.hasMore ? list.count : list.items.length));
  if (counts.length < used.length || counts.includes(undefined)) return undefined;
  const present = new Set(items.map(({ key }) => key));
  const gone = new Set(known.flatMap((list) => list.items).flatMap(({ id }) => (present.has(id) ? [] : [id])));
  for (const { key } of elsewhere) gone.add(key);
  return Math.max(items.length, counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) - gone.size);
}

/** Whether the filter has lists of its own. Statuses don't count, because each has a list anyway. */
export function isNarrowed({ creator, contributor, space }: ChangeRequestFilter): boolean {
  return creator !== undefined || contributor !== undefined || space !== undefined;
}

export function chosen({ filter }: Arrangement): readonly Status[] {
  return statuses.filter((status) => filter.statuses?.includes(status) ?? true);
}

function leading(arrangement: Arrangement): Status {
  return chosen(arrangement)[0] ?? 'open';
}

function isPendingStatus(status: Status): boolean {
  return status === 'open' || status === 'draft';
}

function byUpdate(one: ChangeRequestAt, other: ChangeRequestAt): number {
  const [first, second] = [one, other].map(
    ({ changeRequest }) => changeRequest.updatedAt ?? changeRequest.createdAt ?? '',
  );
  return (second ?? '').localeCompare(first ?? '') || recordOrder(one, other);
}

function recordOrder(one: ChangeRequestAt, other: ChangeRequestAt): number {
  const keyOf = ({ space, changeRequest }: ChangeRequestAt) => recordKey(space.id, changeRequest.id);
  return keyOf(one).localeCompare(keyOf(other));
}

function byStatus(one: ChangeRequestAt, other: ChangeRequestAt): number {
  const rank = ({ changeRequest: { status } }: ChangeRequestAt) => statuses.findIndex((each) => each === status);
  return rank(one) - rank(other) || byUpdate(one, other);
}

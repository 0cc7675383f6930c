import type { Space } from '../contract/spaces.ts';
import type { Organization } from '../contract/organizations.ts';
import { isPending, needsReviewOf, verdictOf } from '../model/reviewState.ts';
import { countIn, type ChangeRequestList, type ChangeRequestLists } from './changeRequestLists.ts';
import { changeRequestPlace, spacePlace, statusPlace, waitingPlace } from './changeRequestPlaces.ts';
import { recordKey, type ChangeRequestRecord, type ChangeRequestRecords } from './changeRequestRecords.ts';
import {
  statuses,
  type Arrangement,
  type ChangeRequestAt,
  type ChangeRequestPlace,
  type ChangeRequestShelf,
  type ReviewState,
  type Status,
  type WaitingReason,
} from './changeRequests.ts';
import type { Library } from './library.ts';

export interface ShelfParts {
  readonly arrangement: Arrangement;
  readonly lists: ChangeRequestLists;
  readonly records: ChangeRequestRecords;
  /** As far as known. */
  readonly organizations: readonly Organization[];
  readonly library: Pick<Library, 'knownSpaces'>;
  /** The caller's id, where it is known. */
  readonly me: string | undefined;
  readonly reviewsOf: (at: ChangeRequestAt) => ReviewState | undefined;
  readonly now: () => number;
}

/** The lists that the children of a place are made of. */
export function listsFor(parts: ShelfParts, place: ChangeRequestPlace | undefined): readonly ChangeRequestList[] {
  const { arrangement, lists, organizations, me } = parts;
  const everywhere = (status: Status) => organizations.map(({ id }) => lists.ofOrganization(id, status));
  switch (place?.kind) {
    case undefined:
      // By status nothing has to be known for the groups themselves. Where each space has to be asked, their own counts do.
      return arrangement.grouping === 'status' || lists.isUnlisted() ? [] : everywhere(leading(arrangement));
    case 'waiting':
      return [...(me === undefined ? [] : organizations.map(({ id }) => lists.askedOf(id, me))), ...everywhere('open')];
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

/** Undefined before anything is known of it. */
export function shelfOf(parts: ShelfParts, place: ChangeRequestPlace | undefined): ChangeRequestShelf | undefined {
  const { arrangement, now } = parts;
  const used = listsFor(parts, place);
  if (used.length > 0 && used.every((list) => list.known() === undefined)) return undefined;
  const known = used.flatMap((list) => list.known() ?? []);
  const state = {
    asOf: Math.min(now(), ...known.map(({ asOf }) => asOf)),
    hasMore: known.some(({ hasMore }) => hasMore),
    failure: used.map((list) => list.failure()).find((failure) => failure !== undefined),
    incomplete: skippedInWords(known.reduce((sum, { skipped }) => sum + skipped, 0)),
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
      const places = waiting(parts);
      return { ...state, places, total: places.length, hasMore: false, isAnonymous: parts.me === undefined };
    }
    case 'status': {
      const items = itemsOf(parts, used, (record) => record.changeRequest.status === place.status, place.space);
      return {
        ...state,
        places: items.map((record) => changeRequestPlace(record, place, [])),
        total: totalOf(used, items),
      };
    }
    case 'space': {
      const space = present(parts, place.space);
      const items = itemsOf(parts, used, (record) => isPending(record.changeRequest), place.space);
      const sorted = [...items].sort(byStatus);
      const rest = chosen(arrangement).filter((status) => !isPendingStatus(status) && countIn(space, status) > 0);
      const places = [
        ...sorted.map((record) => changeRequestPlace(record, place, [])),
        ...rest.map((status) => statusPlace(status, place)),
      ];
      return { ...state, places, total: totalOf(used, items) };
    }
    case 'changeRequest':
      return { ...state, places: [], total: undefined };
  }
}

/** The counts of a space change, and the place of one that is shown keeps those of before. */
function present({ records }: ShelfParts, space: Space): Space {
  return records.space(space.id) ?? space;
}

/** What waits on me, what is asked of me first. */
export function waiting(parts: ShelfParts): ChangeRequestPlace[] {
  const { records, lists, organizations, me } = parts;
  if (me === undefined) return [];
  const asked = new Set(
    organizations.flatMap(({ id }) => (lists.askedOf(id, me).known()?.items ?? []).map((item) => item.id)),
  );
  const found = [...records.all()].flatMap((record) => {
    if (!isPending(record.changeRequest) || !passes(parts, record)) return [];
    const reasons = reasonsOf(parts, record, asked.has(record.key));
    return reasons.length > 0 ? [{ record, reasons }] : [];
  });
  return found
    .sort(
      (one, other) =>
        Number(other.reasons.includes('review')) - Number(one.reasons.includes('review')) ||
        byUpdate(one.record, other.record),
    )
    .map(({ record, reasons }) => changeRequestPlace(record, waitingPlace, reasons));
}

function reasonsOf(parts: ShelfParts, record: ChangeRequestRecord, isListed: boolean): WaitingReason[] {
  const { me = '', reviewsOf } = parts;
  const { changeRequest } = record;
  const known = reviewsOf(record);
  // What is known of the one itself is newer than the list.
  const requested = known?.requested ?? (isListed ? [{ user: { id: me } }] : []);
  const isAsked = needsReviewOf(me, { reviews: known?.reviews ?? [], requested }, changeRequest.revision);
  const reasons: WaitingReason[] = isAsked ? ['review'] : [];
  if (changeRequest.createdBy?.id !== me || changeRequest.status !== 'open') return reasons;
  if (changeRequest.outdated) reasons.push('outdated');
  const verdict = known && verdictOf(known.reviews, changeRequest.revision);
  return verdict ? [...reasons, verdict] : reasons;
}

function roots(parts: ShelfParts): ChangeRequestPlace[] {
  const { arrangement } = parts;
  const groups =
    arrangement.grouping === 'status'
      ? chosen(arrangement).map((status) => statusPlace(status))
      : spacesWith(parts).map((space) => spacePlace(space));
  return [waitingPlace, ...groups];
}

/** Those that have some of what is shown, by title. */
function spacesWith(parts: ShelfParts): Space[] {
  const { arrangement, records, organizations, library } = parts;
  const { filter } = arrangement;
  const wanted = chosen(arrangement).filter((status) => isPendingStatus(status) || filter.statuses !== undefined);
  const isHere = (space: Space) => organizations.some(({ id }) => id === space.organization);
  const spaces = new Map<string, Space>();
  for (const record of records.all()) {
    const isWanted = wanted.some((status) => status === record.changeRequest.status);
    if (isWanted && isHere(record.space) && passes(parts, record)) spaces.set(record.space.id, record.space);
  }
  // Who made or wrote them, the counts of a space do not tell.
  const countsTell = filter.creator === undefined && filter.contributor === undefined;
  for (const known of countsTell ? library.knownSpaces() : []) {
    const space = present(parts, known);
    if (filter.space !== undefined && filter.space !== space.id) continue;
    if (isHere(space) && wanted.some((status) => countIn(space, status) > 0)) spaces.set(space.id, space);
  }
  return [...spaces.values()].sort((one, other) => one.title.localeCompare(other.title));
}

/** What the lists say, and those heard of later that belong there too. */
function itemsOf(
  parts: ShelfParts,
  used: readonly ChangeRequestList[],
  belongs: (record: ChangeRequestRecord) => boolean,
  space: Space | undefined,
): ChangeRequestRecord[] {
  const { records, organizations } = parts;
  const isKnownStatus = (record: ChangeRequestRecord) => statuses.some((each) => each === record.changeRequest.status);
  const listed = new Map<string, ChangeRequestRecord>();
  let oldest = Infinity;
  for (const known of used.flatMap((list) => list.known() ?? [])) {
    oldest = Math.min(oldest, known.turn);
    for (const { id } of known.items) {
      const record = records.get(id);
      if (record && (belongs(record) || !isKnownStatus(record)) && passes(parts, record)) listed.set(id, record);
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

/** `met` are those that no list has told. */
function passes({ arrangement }: ShelfParts, { space, changeRequest }: ChangeRequestAt, met?: 'met'): boolean {
  const { creator, contributor, space: only } = arrangement.filter;
  if (only !== undefined && only !== space.id) return false;
  if (creator !== undefined && changeRequest.createdBy?.id !== creator) return false;
  return contributor === undefined || met === undefined || changeRequest.createdBy?.id === contributor;
}

/** All that are known where those are all, else what the platform says. */
function totalOf(used: readonly ChangeRequestList[], items: readonly ChangeRequestRecord[]): number | undefined {
  const known = used.flatMap((list) => list.known() ?? []);
  if (known.length === used.length && known.every(({ hasMore }) => !hasMore)) return items.length;
  const counts = known.map((list) => (list.hasMore ? list.count : list.items.length));
  if (counts.length < used.length || counts.includes(undefined)) return undefined;
  const present = new Set(items.map(({ key }) => key));
  const gone = known.flatMap((list) => list.items).filter(({ id }) => !present.has(id)).length;
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) - gone;
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

function skippedInWords(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? 'One item could not be read. The log says why.'
    : `${count} items could not be read. The log says why.`;
}

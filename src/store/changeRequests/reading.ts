import pMap from 'p-map';
import { statuses, type ChangeRequestAt, type ChangeRequestPlace, type ChangeRequests } from './changeRequests.ts';
import { itemsWith, listsFor, spacePlaceOf } from './children.ts';
import { find, load, loadLists, ask, renewReviews } from './fetching.ts';
import type { ChangeRequestList } from './lists.ts';
import { spacePlace, statusPlace, waitingPlace } from './places.ts';
import { recordKey } from './records.ts';
import { announceSoon, cachedChildren, partsOf, type ChangeRequestsState } from './state.ts';

type Reading = Pick<
  ChangeRequests,
  | 'children'
  | 'cachedChildren'
  | 'having'
  | 'more'
  | 'refresh'
  | 'retry'
  | 'refreshOne'
  | 'find'
  | 'cached'
  | 'learn'
  | 'all'
  | 'placeOf'
  | 'reviews'
  | 'cachedReviews'
>;

const reviewsAtOnce = 4;

/** The parts of `ChangeRequests` that read cached change requests or fetch them. */
export function createReading(state: ChangeRequestsState): Reading {
  const { library, now, changed, records, reviews, turns, unfiltered, shown, failed } = state;

  function allLists(): readonly ChangeRequestList[] {
    return [...new Set([...state.lists.all(), ...unfiltered.all()])];
  }

  return {
    async children(place, { signal } = {}) {
      const key = place?.key ?? '';
      try {
        await load(state, place, signal);
        failed.delete(key);
      } catch (error) {
        failed.set(key, place);
        shown.show(place);
        throw error;
      }
      // From now on the group's row can show facts about its children, such as their number, so that is announced.
      const children = shown.show(place, place !== undefined && !shown.isShown(place));
      announceSoon(state);
      return children ?? { places: [], total: undefined, asOf: now(), hasMore: false };
    },
    cachedChildren: (place) => cachedChildren(state, place),
    async having(wanted, space, { signal } = {}) {
      state.organizations ??= await library.organizations({ signal });
      const all = { ...partsOf(state), lists: unfiltered };
      await loadLists(
        wanted.flatMap((status) => listsFor(all, statusPlace(status, space && spacePlace(space, {})))),
        signal,
      );
      return wanted.flatMap((status) => itemsWith(partsOf(state), status, space));
    },
    async more(place, { signal } = {}) {
      await load(state, place, signal);
      await Promise.all(
        listsFor(partsOf(state), place)
          .filter((list) => list.cached()?.hasMore)
          .map((list) => list.more(signal)),
      );
    },
    async refresh({ signal } = {}) {
      state.organizations = await library.organizations({ signal });
      for (const each of [state.lists, unfiltered]) each.tryAll();
      reviews.tryAll();
      await Promise.all(allLists().map((list) => list.refresh(signal)));
      const reviewed = [...records.all()].filter((record) => reviews.cached(record));
      await pMap(reviewed, (record) => renewReviews(state, record, signal), { concurrency: reviewsAtOnce });
      announceSoon(state);
    },
    async retry({ signal } = {}) {
      const behind = allLists().filter((list) => list.failure());
      await Promise.all(behind.map((list) => list.refresh(signal)));
      for (const place of failed.values()) changed.emit({ kind: 'children', place });
      failed.clear();
    },
    refreshOne: (spaceId, changeRequestId, { signal } = {}) => ask(state, spaceId, changeRequestId, signal),
    find: (spaceId, numberOrId, { signal } = {}) => find(state, spaceId, numberOrId, signal),
    cached: (spaceId, changeRequestId) => records.get(recordKey(spaceId, changeRequestId)),
    learn(spaceId, changeRequest) {
      const space = records.space(spaceId) ?? library.cachedSpaces().find(({ id }) => id === spaceId);
      if (!space) return;
      records.learn(space, changeRequest, turns());
      announceSoon(state);
    },
    all: () => [...records.all()],
    async placeOf(at, { signal } = {}) {
      const parent = parentOf(state, at);
      if (!parent) return undefined;
      await load(state, parent, signal);
      return [waitingPlace, parent]
        .flatMap((place) => cachedChildren(state, place)?.places ?? [])
        .find(
          (place) =>
            place.kind === 'changeRequest' &&
            place.changeRequest.id === at.changeRequest.id &&
            place.space.id === at.space.id,
        );
    },
    reviews: (at, { signal } = {}) => reviews.load(at, signal),
    cachedReviews: (at) => reviews.cached(at),
  };
}

/** The group that shows a change request, unless it needs attention. */
function parentOf(
  state: ChangeRequestsState,
  { space, changeRequest }: ChangeRequestAt,
): ChangeRequestPlace | undefined {
  const { arrangement, records } = state;
  const status = statuses.find((each) => each === changeRequest.status);
  const group =
    arrangement.grouping === 'space' ? spacePlaceOf(partsOf(state), records.space(space.id) ?? space) : undefined;
  const isPending = changeRequest.status === 'open' || changeRequest.status === 'draft';
  return status === undefined || (group && isPending) ? group : statusPlace(status, group);
}

import pMap from 'p-map';
import type { Api } from '../../client/api.ts';
import type { Download } from '../../client/download.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { LearnedNames } from '../../model/shared/address.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';
import { changeRequestActs } from './actions.ts';
import { changeRequestLists, type ChangeRequestList } from './lists.ts';
import { spacePlace, statusPlace, waitingPlace } from './places.ts';
import { createChangeRequestRecords, recordKey } from './records.ts';
import {
  statuses,
  type Arrangement,
  type ChangeRequestAt,
  type ChangeRequestChange,
  type ChangeRequestPlace,
  type ChangeRequests,
  type ChangeRequestChildren,
} from './changeRequests.ts';
import {
  askedLists,
  fingerprintOfChildren,
  isNarrowed,
  itemsWith,
  listsFor,
  shelfOf,
  spacePlaceOf,
  type ShelfParts,
} from './children.ts';
import { createEmitter } from '../shared/emitter.ts';
import type { Library, Read } from '../library/library.ts';
import type { Storage } from '../shared/storage.ts';
import { createShownChildren } from '../shared/shownChildren.ts';
import { createTurns } from '../shared/pagedList.ts';
import { createReviewStates } from './reviews.ts';
import { whoAmI } from '../account/currentUser.ts';

export interface ChangeRequestsOptions {
  readonly api: Pick<Api, 'changeRequests' | 'changeRequestReviews' | 'users'>;
  readonly library: Pick<Library, 'organizations' | 'space' | 'children' | 'knownSpaces' | 'refresh' | 'onDidChange'>;
  readonly download: Download;
  /** The account's user, where the server told at sign-in. */
  readonly userId: string | undefined;
  /** In ms since the epoch. */
  readonly now: () => number;
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
  readonly storage: Storage;
  readonly log: { warn(message: string): void };
  /** How addresses name the spaces: an organization's list has spaces that the library may not know. */
  readonly names?: Pick<LearnedNames, 'learn'> | undefined;
}

const reviewsAtOnce = 4;

export function createChangeRequests(options: ChangeRequestsOptions): ChangeRequests {
  const { api, library, download, userId, now, serverNow, storage, log, names } = options;
  const turns = createTurns();
  const changed = createEmitter<ChangeRequestChange>((error) =>
    log.warn(`A listener of the change requests failed: ${String(error)}`),
  );
  const records = createChangeRequestRecords(
    (space, changeRequest) => changed.emit({ kind: 'changed', space, changeRequest }),
    (space) => names?.learn([space]),
  );
  const reviews = createReviewStates(api.changeRequestReviews, ({ space, changeRequest }, isOther) => {
    announceSoon();
    if (isOther) changed.emit({ kind: 'changed', space: space.id, changeRequest: changeRequest.id });
  });
  const who = whoAmI({ api: api.users, userId, storage });
  let organizations: readonly Organization[] | undefined;
  let arrangement: Arrangement = { grouping: 'status', filter: {} };
  const unfiltered = listsOf(arrangement);
  let lists = unfiltered;
  const shown = createShownChildren<ChangeRequestPlace, ChangeRequestChildren>({
    childrenOf: knownChildren,
    fingerprintOf: fingerprintOfChildren,
  });
  /** Places whose children could not be had. */
  const failed = new Map<string, ChangeRequestPlace | undefined>();
  let isAnnouncing = false;

  library.onDidChange(({ kind }) => {
    if (kind === 'pages') return;
    const turn = turns();
    for (const space of library.knownSpaces()) if (records.space(space.id)) records.learnSpace(space, turn);
    announceSoon();
  });

  const acts = changeRequestActs({
    api,
    now,
    serverNow,
    me: () => who.known(),
    learn: ({ space, changeRequest }) => records.learn(space, changeRequest, turns()),
    ask,
    all: () => records.all(),
    reviews: (at) => reviews.load(at),
    askReviews: (at) => reviews.ask(at),
    settle,
  });

  function listsOf({ filter }: Arrangement) {
    return changeRequestLists({
      api: api.changeRequests,
      library,
      records,
      filter,
      now,
      turns,
      onUpdate: announceSoon,
    });
  }

  function allLists(): readonly ChangeRequestList[] {
    return [...new Set([...lists.all(), ...unfiltered.all()])];
  }

  function parts(): ShelfParts {
    const known = { arrangement, lists, unfiltered, records, library, now, organizations: organizations ?? [] };
    return { ...known, me: who.known(), reviewsOf: (at) => reviews.known(at) };
  }

  function knownChildren(place: ChangeRequestPlace | undefined): ChangeRequestChildren | undefined {
    return organizations && shelfOf(parts(), place);
  }

  /** Once for all that is heard in one go. */
  function announceSoon(): void {
    if (isAnnouncing) return;
    isAnnouncing = true;
    queueMicrotask(() => {
      isAnnouncing = false;
      for (const place of shown.changed()) changed.emit({ kind: 'children', place });
    });
  }

  async function load(place: ChangeRequestPlace | undefined, signal: AbortSignal | undefined): Promise<void> {
    organizations ??= await library.organizations({ signal });
    const isMine = place?.kind === 'waiting';
    if (isMine) await who.load(signal);
    await loadLists(listsFor(parts(), place), signal);
    // What waits on me stands in no other group. That it cannot be had hides none of the others: its own group tells.
    if (
      place?.kind === 'space' ||
      (place?.kind === 'status' && (place.status === 'open' || place.status === 'draft'))
    ) {
      await who.load(signal).catch(onlyFailures);
      await loadLists(askedLists(parts()), signal).catch(onlyFailures);
    }
  }

  async function loadLists(lists: readonly ChangeRequestList[], signal: AbortSignal | undefined): Promise<void> {
    const results = await Promise.allSettled(lists.map((list) => list.load(signal)));
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
    const [failure] = failures;
    // Of several organizations the others are shown; the shelf tells of the one that failed.
    if (failure && (failures.length === results.length || isKind(failure, 'cancelled'))) throw failure;
  }

  function onlyFailures(error: unknown): void {
    if (failureOf(error) === undefined || isKind(error, 'cancelled')) throw error;
  }

  async function ask(at: ChangeRequestAt, signal?: AbortSignal): Promise<ChangeRequestAt> {
    const found = await find(at.space.id, at.changeRequest.id, signal);
    await renewReviews(found, signal);
    return found;
  }

  /** Reviews that cannot be had hide nothing of what they are of. */
  async function renewReviews(at: ChangeRequestAt, signal?: AbortSignal): Promise<void> {
    try {
      await reviews.renew(at, signal);
    } catch (error) {
      onlyFailures(error);
      log.warn(`The reviews of #${at.changeRequest.number} could not be asked for: ${String(error)}`);
    }
  }

  async function find(spaceId: string, changeRequestId: string, signal?: AbortSignal): Promise<ChangeRequestAt> {
    const turn = turns();
    try {
      const [space, changeRequest] = await Promise.all([
        records.space(spaceId) ?? library.space(spaceId, { signal }),
        api.changeRequests.get({ spaceId, changeRequestId }, { signal }),
      ]);
      return records.learn(space, changeRequest, turn);
    } catch (error) {
      if (isKind(error, 'missing')) records.forget(recordKey(spaceId, changeRequestId));
      throw error;
    } finally {
      announceSoon();
    }
  }

  /** The space counts its change requests, and has other pages after a merge. */
  async function settle({ space }: Pick<ChangeRequestAt, 'space'>): Promise<void> {
    const turn = turns();
    await library.refresh({ kind: 'space', key: space.id, space });
    const present = library.knownSpaces().find(({ id }) => id === space.id);
    if (present) records.learnSpace(present, turn);
    announceSoon();
  }

  async function placeOf(at: ChangeRequestAt, { signal }: Read = {}): Promise<ChangeRequestPlace | undefined> {
    const { space, changeRequest } = at;
    const status = statuses.find((each) => each === changeRequest.status);
    const group =
      arrangement.grouping === 'space' ? spacePlaceOf(parts(), records.space(space.id) ?? space) : undefined;
    const isPending = changeRequest.status === 'open' || changeRequest.status === 'draft';
    const parents: ChangeRequestPlace[] = [
      ...(group ? [group] : []),
      ...(status === undefined || (group && isPending) ? [] : [statusPlace(status, group)]),
    ];
    const parent = parents.at(-1);
    if (!parent) return undefined;
    await load(parent, signal);
    return [waitingPlace, parent]
      .flatMap((place) => knownChildren(place)?.places ?? [])
      .find(
        (place) =>
          place.kind === 'changeRequest' && place.changeRequest.id === changeRequest.id && place.space.id === space.id,
      );
  }

  return {
    get arrangement() {
      return arrangement;
    },
    arrange(next) {
      if (JSON.stringify(next.filter) !== JSON.stringify(arrangement.filter)) {
        lists = isNarrowed(next.filter) ? listsOf(next) : unfiltered;
      }
      arrangement = next;
      shown.clear();
      failed.clear();
      changed.emit({ kind: 'children', place: undefined });
    },

    async children(place, { signal } = {}) {
      const key = place?.key ?? '';
      try {
        await load(place, signal);
        failed.delete(key);
      } catch (error) {
        failed.set(key, place);
        shown.show(place);
        throw error;
      }
      // What the row of a group says of its children, such as their number, it can say only now: that is announced.
      const children = shown.show(place, place !== undefined && !shown.isShown(place));
      announceSoon();
      return children ?? { places: [], total: undefined, asOf: now(), hasMore: false };
    },
    knownChildren,
    async having(wanted, space, { signal } = {}) {
      organizations ??= await library.organizations({ signal });
      const all = { ...parts(), lists: unfiltered };
      await loadLists(
        wanted.flatMap((status) => listsFor(all, statusPlace(status, space && spacePlace(space, {})))),
        signal,
      );
      return wanted.flatMap((status) => itemsWith(parts(), status, space));
    },
    async more(place, { signal } = {}) {
      await load(place, signal);
      await Promise.all(
        listsFor(parts(), place)
          .filter((list) => list.known()?.hasMore)
          .map((list) => list.more(signal)),
      );
    },
    async refresh({ signal } = {}) {
      organizations = await library.organizations({ signal });
      for (const each of [lists, unfiltered]) each.tryAll();
      reviews.tryAll();
      await Promise.all(allLists().map((list) => list.refresh(signal)));
      const reviewed = [...records.all()].filter((record) => reviews.known(record));
      await pMap(reviewed, (record) => renewReviews(record, signal), { concurrency: reviewsAtOnce });
      announceSoon();
    },
    async retry({ signal } = {}) {
      const behind = allLists().filter((list) => list.failure());
      await Promise.all(behind.map((list) => list.refresh(signal)));
      for (const place of failed.values()) changed.emit({ kind: 'children', place });
      failed.clear();
    },
    refreshOne: async (spaceId, changeRequestId, { signal } = {}) => {
      const found = await find(spaceId, changeRequestId, signal);
      await renewReviews(found, signal);
      return found;
    },
    find: (spaceId, numberOrId, { signal } = {}) => find(spaceId, numberOrId, signal),
    known: (spaceId, changeRequestId) => records.get(recordKey(spaceId, changeRequestId)),
    learn(spaceId, changeRequest) {
      const space = records.space(spaceId) ?? library.knownSpaces().find(({ id }) => id === spaceId);
      if (!space) return;
      records.learn(space, changeRequest, turns());
      announceSoon();
    },
    all: () => [...records.all()],
    placeOf,

    reviews: (at, { signal } = {}) => reviews.load(at, signal),
    knownReviews: (at) => reviews.known(at),
    get hasNoReviews() {
      return reviews.areNone();
    },
    me: ({ signal } = {}) => who.load(signal),
    async sayWhoIAm(user) {
      await who.say(user.id);
      announceSoon();
    },

    ...acts,
    async pdf({ space, changeRequest }, of, { signal } = {}) {
      const { url } = await api.changeRequests.pdf(
        { spaceId: space.id, changeRequestId: changeRequest.id, ...of },
        { signal },
      );
      return download(url, { signal });
    },

    onDidChange: (listener) => changed.listen(listener),
  };
}

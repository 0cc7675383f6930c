import type { Api } from '../../client/api.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { LearnedNames } from '../../model/shared/address.ts';
import type { CurrentUser } from '../account/currentUser.ts';
import type { Library } from '../library/library.ts';
import { createEmitter, type Emitter } from '../shared/emitter.ts';
import { createTurns, type Turns } from '../shared/pagedList.ts';
import { createShownChildren, type ShownChildren } from '../shared/shownChildren.ts';
import type { Arrangement, ChangeRequestChange, ChangeRequestChildren, ChangeRequestPlace } from './changeRequests.ts';
import { fingerprintOfChildren, childrenOf, type ChildrenContext } from './children.ts';
import { createChangeRequestLists, type ChangeRequestLists } from './lists.ts';
import { createChangeRequestRecords, type ChangeRequestRecords } from './records.ts';
import { createReviewStates, type ReviewStates } from './reviews.ts';

export interface StateContext {
  readonly api: Pick<Api, 'changeRequests' | 'changeRequestReviews'>;
  readonly library: Pick<Library, 'organizations' | 'space' | 'children' | 'cachedSpaces' | 'refresh' | 'onDidChange'>;
  readonly currentUser: CurrentUser;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly log: { warn(message: string): void };
  /**
   * Names of spaces in addresses. Needed here because an organization's list has spaces that the library may not know.
   */
  readonly names?: Pick<LearnedNames, 'learn'> | undefined;
}

/** The cached change requests of one account, and their shown places. */
export interface ChangeRequestsState extends StateContext {
  readonly turns: Turns;
  readonly changed: Emitter<ChangeRequestChange>;
  readonly records: ChangeRequestRecords;
  readonly reviews: ReviewStates;
  organizations: readonly Organization[] | undefined;
  arrangement: Arrangement;
  /** The lists of the current grouping and filter. */
  lists: ChangeRequestLists;
  /** The lists without a filter: the filter doesn't change what needs attention. */
  readonly unfiltered: ChangeRequestLists;
  readonly shown: ShownChildren<ChangeRequestPlace, ChangeRequestChildren>;
  /** Places whose children couldn't be fetched. */
  readonly failed: Map<string, ChangeRequestPlace | undefined>;
  isAnnouncing: boolean;
}

export function createState(parts: StateContext): ChangeRequestsState {
  const { api, library, currentUser, log, names } = parts;
  const turns = createTurns();
  const changed = createEmitter<ChangeRequestChange>((error) =>
    log.warn(`A listener of the change requests failed: ${String(error)}`),
  );
  const records = createChangeRequestRecords(
    (space, changeRequest) => changed.emit({ kind: 'changed', space, changeRequest }),
    (space) => names?.learn([space]),
  );
  const reviews = createReviewStates(api.changeRequestReviews, ({ space, changeRequest }, isOther) => {
    announceSoon(state);
    if (isOther) changed.emit({ kind: 'changed', space: space.id, changeRequest: changeRequest.id });
  });
  const arrangement: Arrangement = { grouping: 'status', filter: {} };
  const unfiltered = listsOf({ ...parts, turns, records }, arrangement, () => announceSoon(state));
  const state: ChangeRequestsState = {
    ...parts,
    turns,
    changed,
    records,
    reviews,
    organizations: undefined,
    arrangement,
    lists: unfiltered,
    unfiltered,
    shown: createShownChildren({
      childrenOf: (place) => cachedChildren(state, place),
      fingerprintOf: fingerprintOfChildren,
    }),
    failed: new Map(),
    isAnnouncing: false,
  };
  library.onDidChange(({ kind }) => {
    if (kind === 'pages') return;
    const turn = turns();
    for (const space of library.cachedSpaces()) if (records.space(space.id)) records.learnSpace(space, turn);
    announceSoon(state);
  });
  currentUser.onDidChoose(() => announceSoon(state));
  return state;
}

export function listsOf(
  { api, library, records, now, turns }: Pick<ChangeRequestsState, 'api' | 'library' | 'records' | 'now' | 'turns'>,
  { filter }: Arrangement,
  onUpdate: () => void,
): ChangeRequestLists {
  return createChangeRequestLists({ api: api.changeRequests, library, records, filter, now, turns, onUpdate });
}

/** The parts that the children of a place are made of. */
export function partsOf(state: ChangeRequestsState): ChildrenContext {
  const { organizations = [], reviews, currentUser } = state;
  return { ...state, organizations, currentUserId: currentUser.cached(), reviewsOf: (at) => reviews.cached(at) };
}

export function cachedChildren(
  state: ChangeRequestsState,
  place: ChangeRequestPlace | undefined,
): ChangeRequestChildren | undefined {
  return state.organizations && childrenOf(partsOf(state), place);
}

/** Announces the shown places that changed, once for everything learned in the same task. */
export function announceSoon(state: ChangeRequestsState): void {
  if (state.isAnnouncing) return;
  state.isAnnouncing = true;
  queueMicrotask(() => {
    state.isAnnouncing = false;
    for (const place of state.shown.changed()) state.changed.emit({ kind: 'children', place });
  });
}

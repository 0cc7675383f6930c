import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { Contributor, RequestedReviewer, Review } from '../../contract/changeRequests/changeRequestReviews.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { ApiError } from '../../model/shared/failure.ts';
import type { Attempt } from '../shared/makeOnce.ts';
import type { Read } from '../library/library.ts';

export type Status = 'draft' | 'open' | 'archived' | 'merged';

/** In the order in which groups of them are shown. */
export const statuses: readonly Status[] = ['open', 'draft', 'merged', 'archived'];

/** A change request and the space that it belongs to, as last heard. */
export interface ChangeRequestAt {
  readonly space: Space;
  readonly changeRequest: ChangeRequest;
}

/**
 * Why a change request waits on me: my review is asked for, or it is mine and behind main, approved, or sent back with a request
 * for changes.
 */
export type WaitingReason = 'review' | 'outdated' | 'approved' | 'changes-requested';

/** How many pending ones are shown below the row of a space; undefined where that is not known, or not shown. */
export interface SpaceCounts {
  readonly open?: number | undefined;
  readonly draft?: number | undefined;
  /** How many more the filter leaves, which are listed under what needs attention. */
  readonly above?: number | undefined;
}

/**
 * Something in the tree of change requests: what waits on me, the others of a status (of one space), the others of a space, one.
 * `key` is the whole way to it.
 */
export type ChangeRequestPlace = { readonly key: string; readonly parent?: ChangeRequestPlace | undefined } & (
  | { readonly kind: 'waiting' }
  | { readonly kind: 'status'; readonly status: Status; readonly space?: Space | undefined }
  | { readonly kind: 'space'; readonly space: Space; readonly counts: SpaceCounts }
  | ({ readonly kind: 'changeRequest'; readonly reasons: readonly WaitingReason[] } & ChangeRequestAt)
);

/** The children of a place, as last heard. */
export interface ChangeRequestChildren {
  readonly places: readonly ChangeRequestPlace[];
  /** How many there are in all, where the platform tells. */
  readonly total: number | undefined;
  /** How many more the filter leaves in a group, which are listed under what needs attention; only while there is a filter. */
  readonly above?: number | undefined;
  /** When the platform said so, in ms since the epoch. */
  readonly asOf: number;
  readonly hasMore: boolean;
  /** Why something may be missing although there is no more, in words for people. */
  readonly incomplete?: string | undefined;
  /** True when what waits on me cannot be known, since the server does not tell who I am. */
  readonly isAnonymous?: boolean | undefined;
  /** The last attempt to refresh failed so; `places` are the last known. */
  readonly failure?: ApiError | undefined;
}

/** Which of them are shown besides those that wait on me. What is absent does not narrow. */
export interface ChangeRequestFilter {
  readonly statuses?: readonly Status[] | undefined;
  readonly creator?: string | undefined;
  readonly contributor?: string | undefined;
  readonly space?: string | undefined;
}

export interface Arrangement {
  readonly grouping: 'status' | 'space';
  readonly filter: ChangeRequestFilter;
}

/** What is known of the reviews of a change request; a part that the server does not have is undefined. */
export interface ReviewState {
  /** The last of each reviewer. */
  readonly reviews: readonly Review[];
  /** Those who are asked for a review. */
  readonly requested: readonly RequestedReviewer[] | undefined;
  readonly contributors: readonly Contributor[] | undefined;
}

/**
 * What came of an update from main. `conflicts` was applied all the same; `unconfirmed`: the connection broke, and it was looked
 * up: it is updated, but whether there were conflicts nobody tells.
 */
export type UpdateOutcome = ChangeRequestAt & { readonly result: 'update' | 'conflicts' | 'unconfirmed' };

/**
 * What came of a merge:
 * - `merged`; with `hadConflicts` it was applied all the same, and where that is undefined nobody tells whether there were any
 * - `overtaken`: somebody else had merged or archived it, or the server refuses it in its present state
 * - `notMerged`: the connection broke, and it was looked up: nothing has happened
 * - `unknown`: the connection broke, and it could not be looked up
 */
export type MergeOutcome =
  | (ChangeRequestAt & { readonly kind: 'merged'; readonly hadConflicts: boolean | undefined })
  | (ChangeRequestAt & { readonly kind: 'overtaken' | 'notMerged' | 'unknown'; readonly error: ApiError });

export type ChangeRequestChange =
  /** The place (the whole tree when undefined) and its children are to be asked for again. */
  | { readonly kind: 'children'; readonly place: ChangeRequestPlace | undefined }
  /** This change request has become another: its revision, status or whatever else it tells. */
  | { readonly kind: 'changed'; readonly space: string; readonly changeRequest: string };

/** One account's change requests, fetched on demand and kept. Sections 2.6 and 4.7 of the API document. Calls reject with an ApiError. */
export interface ChangeRequests {
  readonly arrangement: Arrangement;
  /** Shows them otherwise, and tells `onDidChange`. */
  arrange(arrangement: Arrangement): void;

  /** Children of a place, for showing them. Rejects only if nothing was ever known. */
  children(place: ChangeRequestPlace | undefined, read?: Read): Promise<ChangeRequestChildren>;
  /** The children as last known, without a request. */
  knownChildren(place: ChangeRequestPlace | undefined): ChangeRequestChildren | undefined;
  /** All with these statuses (of one space), whatever is shown: for picking one. Rejects only if nothing was ever known. */
  having(statuses: readonly Status[], space?: Space, read?: Read): Promise<readonly ChangeRequestAt[]>;
  more(place: ChangeRequestPlace | undefined, read?: Read): Promise<void>;
  /** Asks anew for all that is loaded. A failed call does not make it reject: the shelves tell of it. */
  refresh(read?: Read): Promise<void>;
  /** Asks again for what could not be had, and tells where it can be by now. */
  retry(read?: Read): Promise<void>;
  /** Asks anew for one, and its reviews if they are known. */
  refreshOne(spaceId: string, changeRequestId: string, read?: Read): Promise<ChangeRequestAt>;
  /** By id or by number in the space. */
  find(spaceId: string, numberOrId: string, read?: Read): Promise<ChangeRequestAt>;
  known(spaceId: string, changeRequestId: string): ChangeRequestAt | undefined;
  /** Takes in what another store was told of one. */
  learn(spaceId: string, changeRequest: ChangeRequest): void;
  /** All that were heard of, without a request. */
  all(): readonly ChangeRequestAt[];
  /** Its place in the tree as it is arranged, loading what has to be; undefined when the filter leaves it out. */
  placeOf(at: ChangeRequestAt, read?: Read): Promise<ChangeRequestPlace | undefined>;

  /** The reviews of its present revision, once asked for; undefined where the server has none. */
  reviews(at: ChangeRequestAt, read?: Read): Promise<ReviewState | undefined>;
  knownReviews(at: ChangeRequestAt): ReviewState | undefined;
  /** Whether the server is known to have no reviews. */
  readonly hasNoReviews: boolean;

  create(space: Space, fields: { subject: string; agentTaskId?: string | undefined }): Promise<ChangeRequestAt>;
  rename(at: ChangeRequestAt, subject: string): Promise<ChangeRequestAt>;
  setStatus(at: ChangeRequestAt, status: 'draft' | 'open' | 'archived'): Promise<ChangeRequestAt>;
  updateFromMain(at: ChangeRequestAt): Promise<UpdateOutcome>;
  merge(at: ChangeRequestAt): Promise<MergeOutcome>;
  /** Whether it was brought to this status by `setStatus` or `merge`, here: nobody has to be told of that. */
  isOwnMove(spaceId: string, changeRequestId: string, status: string): boolean;
  /**
   * The outcome of an `earlier` attempt, such as one of another window, is looked up first. When that has arrived, nothing is sent,
   * and this comment neither.
   */
  review(
    at: ChangeRequestAt,
    status: 'approved' | 'changes-requested',
    comment?: string,
    earlier?: Attempt,
  ): Promise<{ readonly isSent: boolean }>;
  requestReviewers(at: ChangeRequestAt, users: readonly string[]): Promise<void>;
  withdrawReviewer(at: ChangeRequestAt, user: string): Promise<void>;
  /** The bytes of a PDF of it, or of the given page: with its subpages, or `only` the page itself. */
  pdf(at: ChangeRequestAt, of?: { readonly page: string; readonly only: boolean }, read?: Read): Promise<Uint8Array>;

  onDidChange(listener: (change: ChangeRequestChange) => void): { dispose(): void };
}

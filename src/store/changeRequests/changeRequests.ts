import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { Contributor, RequestedReviewer, Review } from '../../contract/changeRequests/changeRequestReviews.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { ApiError } from '../../model/shared/failure.ts';
import type { Attempt } from '../shared/makeOnce.ts';
import type { Read } from '../library/library.ts';
import type { Reason } from '../../model/shared/reasons.ts';

export type Status = 'draft' | 'open' | 'archived' | 'merged';

/** In the order in which their groups are shown. */
export const statuses: readonly Status[] = ['open', 'draft', 'merged', 'archived'];

/** A change request and its space, as last received. */
export interface ChangeRequestAt {
  readonly space: Space;
  readonly changeRequest: ChangeRequest;
}

/**
 * Why a change request needs the user's attention: their review is requested, or it is their own and is behind main,
 * approved, or sent back with a request for changes.
 */
export type WaitingReason = 'review' | 'outdated' | 'approved' | 'changes-requested';

/** Numbers of pending change requests shown below the row of a space; undefined if unknown or not shown. */
export interface SpaceCounts {
  readonly open?: number | undefined;
  readonly draft?: number | undefined;
  /** Number of matches of the filter that are listed under "needs attention" instead. */
  readonly above?: number | undefined;
}

/**
 * An item of the change request tree: the group of change requests that need attention, the others with a status (in
 * one space), the others of a space, or one change request. `key` is its full path.
 */
export type ChangeRequestPlace = { readonly key: string; readonly parent?: ChangeRequestPlace | undefined } & (
  | { readonly kind: 'waiting' }
  | { readonly kind: 'status'; readonly status: Status; readonly space?: Space | undefined }
  | { readonly kind: 'space'; readonly space: Space; readonly counts: SpaceCounts }
  | ({ readonly kind: 'changeRequest'; readonly reasons: readonly WaitingReason[] } & ChangeRequestAt)
);

/** The children of a place, as last received. */
export interface ChangeRequestChildren {
  readonly places: readonly ChangeRequestPlace[];
  /** Total number of items, if the server reports it. What needs attention is counted regardless of the filter. */
  readonly total: number | undefined;
  /**
   * Number of matches of the filter that are listed under "needs attention" instead of this group; undefined without a
   * filter.
   */
  readonly above?: number | undefined;
  /** When it was received, in ms since the epoch. */
  readonly asOf: number;
  readonly hasMore: boolean;
  /** Why children may be missing although there are no more pages; a message for users. */
  readonly incomplete?: Reason | undefined;
  /** True if it can't be known what needs the user's attention, because the server doesn't say who the user is. */
  readonly isAnonymous?: boolean | undefined;
  /** Why the last refresh failed; `places` are the last ones received. */
  readonly failure?: ApiError | undefined;
}

/** Which change requests are shown. An absent field matches all. */
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

/** The cached reviews of a change request; a part that the server doesn't have is undefined. */
export interface ReviewState {
  /** The last review of each reviewer. */
  readonly reviews: readonly Review[];
  /** The people whose review is requested. */
  readonly requested: readonly RequestedReviewer[] | undefined;
  readonly contributors: readonly Contributor[] | undefined;
}

/**
 * Outcome of an update from main. With `conflicts`, the update was applied anyway. `unconfirmed` means that the
 * connection dropped: the change request turned out to be updated, but whether there were conflicts is unknown.
 */
export type UpdateOutcome = ChangeRequestAt & { readonly result: 'update' | 'conflicts' | 'unconfirmed' };

/**
 * Outcome of a merge:
 * - `merged`: with `hadConflicts`, it was applied anyway; if that is undefined, it is unknown whether there were
 *   conflicts
 * - `overtaken`: someone else merged or archived it, or the server refuses it in its current state
 * - `notMerged`: the connection dropped, and the merge turned out not to be applied
 * - `unknown`: the connection dropped, and the outcome couldn't be looked up
 */
export type MergeOutcome =
  | (ChangeRequestAt & { readonly kind: 'merged'; readonly hadConflicts: boolean | undefined })
  | (ChangeRequestAt & { readonly kind: 'overtaken' | 'notMerged' | 'unknown'; readonly error: ApiError });

export type ChangeRequestChange =
  /** The place (the whole tree if undefined) and its children have to be read again. */
  | { readonly kind: 'children'; readonly place: ChangeRequestPlace | undefined }
  /** The revision, status or another field of this change request changed. */
  | { readonly kind: 'changed'; readonly space: string; readonly changeRequest: string };

/**
 * One account's change requests, fetched on demand and cached. Sections 2.6 and 4.7 of the API document. Calls reject
 * with an ApiError.
 */
export interface ChangeRequests {
  readonly arrangement: Arrangement;
  /** Changes grouping and filter, and notifies `onDidChange`. */
  arrange(arrangement: Arrangement): void;

  /** Returns the children of a place to show. Rejects only if they were never fetched. */
  children(place: ChangeRequestPlace | undefined, read?: Read): Promise<ChangeRequestChildren>;
  /** The children as last fetched, without a request. */
  cachedChildren(place: ChangeRequestPlace | undefined): ChangeRequestChildren | undefined;
  /**
   * All change requests with these statuses (of one space), regardless of the filter, for a picker. Rejects only if
   * none were ever fetched.
   */
  having(statuses: readonly Status[], space?: Space, read?: Read): Promise<readonly ChangeRequestAt[]>;
  more(place: ChangeRequestPlace | undefined, read?: Read): Promise<void>;
  /** Fetches everything loaded again. A failed request doesn't reject: it is the `failure` of its place's children. */
  refresh(read?: Read): Promise<void>;
  /** Fetches again what failed, and reports the places that can now be loaded. */
  retry(read?: Read): Promise<void>;
  /** Fetches one change request again, and its reviews if they are cached. */
  refreshOne(spaceId: string, changeRequestId: string, read?: Read): Promise<ChangeRequestAt>;
  /** Finds one by id or by number in the space. */
  find(spaceId: string, numberOrId: string, read?: Read): Promise<ChangeRequestAt>;
  cached(spaceId: string, changeRequestId: string): ChangeRequestAt | undefined;
  /** Caches a change request that another store has received. */
  learn(spaceId: string, changeRequest: ChangeRequest): void;
  /** All cached change requests, without a request. */
  all(): readonly ChangeRequestAt[];
  /**
   * Its place in the tree as currently grouped, after loading what that needs; undefined if the filter leaves it out.
   */
  placeOf(at: ChangeRequestAt, read?: Read): Promise<ChangeRequestPlace | undefined>;

  /** The reviews at its head, fetched once; undefined if the server has no reviews. */
  reviews(at: ChangeRequestAt, read?: Read): Promise<ReviewState | undefined>;
  cachedReviews(at: ChangeRequestAt): ReviewState | undefined;
  /** Whether the server is known to have no reviews. */
  readonly hasNoReviews: boolean;

  create(space: Space, fields: { subject: string; agentTaskId?: string | undefined }): Promise<ChangeRequestAt>;
  rename(at: ChangeRequestAt, subject: string): Promise<ChangeRequestAt>;
  setStatus(at: ChangeRequestAt, status: 'draft' | 'open' | 'archived'): Promise<ChangeRequestAt>;
  updateFromMain(at: ChangeRequestAt): Promise<UpdateOutcome>;
  merge(at: ChangeRequestAt): Promise<MergeOutcome>;
  /** Whether `setStatus` or `merge` set this status from here, so that the user needs no notification. */
  isOwnMove(spaceId: string, changeRequestId: string, status: string): boolean;
  /**
   * The outcome of an `earlier` attempt, such as one of another window, is confirmed first. If it was applied, nothing
   * is sent, not even this comment.
   */
  review(
    at: ChangeRequestAt,
    status: 'approved' | 'changes-requested',
    comment?: string,
    earlier?: Attempt,
  ): Promise<{ readonly isSent: boolean }>;
  requestReviewers(at: ChangeRequestAt, users: readonly string[]): Promise<void>;
  withdrawReviewer(at: ChangeRequestAt, user: string): Promise<void>;
  /** The bytes of a PDF of the change request, or of the given page: with its subpages, or `only` the page itself. */
  pdf(at: ChangeRequestAt, of?: { readonly page: string; readonly only: boolean }, read?: Read): Promise<Uint8Array>;

  onDidChange(listener: (change: ChangeRequestChange) => void): { dispose(): void };
}

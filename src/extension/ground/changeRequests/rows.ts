import { shaped } from '../contributions/given.ts';
import type { RequestedReviewer, Review } from '../../../contract/changeRequests/changeRequestReviews.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import type { ChangeRequestPlaceOf } from '../../../store/changeRequests/places.ts';
import type { ChangeRequestAt, ChangeRequestPlace } from '../../../store/changeRequests/changeRequests.ts';
import type { ChangeKind } from './changeKind.ts';
import type { ChangesAt, ChangeRow } from './changeRows.ts';

export type ChangeRequestRow = ChangeRequestPlaceOf<'changeRequest'>;

/** A row of the tree. */
export type Row = OwnRow | PlacedChangeRow;

/** A changed page or file at its place in the tree; `key` is the whole path to it. */
export type PlacedChangeRow = ChangeRow & {
  readonly parent: ChangeRequestRow | PagesRow;
  /** Whether the page can be edited in the change request. */
  readonly mayEdit: boolean;
};

/**
 * The rows that this feature adds to its tree: a place, a row below a change request, or a line about its neighbors.
 */
export type OwnRow =
  | ChangeRequestPlace
  | { readonly kind: 'comments'; readonly key: string; readonly parent: ChangeRequestRow }
  | PagesRow
  | PageRow
  | ReviewsRow
  | ReviewRow
  | { readonly kind: 'more'; readonly key: string; readonly parent: ChangeRequestPlace | undefined }
  | NoteRow;

/** Contains all editable pages of a change request, including unchanged ones. */
export interface PagesRow {
  readonly kind: 'pages';
  readonly key: string;
  readonly parent: ChangeRequestRow;
  readonly at: ChangesAt;
}

/** A page in the change request's head. */
export interface PageRow {
  readonly kind: 'page';
  readonly key: string;
  readonly parent: PagesRow | PageRow;
  readonly at: ChangesAt;
  readonly node: PageNode;
  /** The kind of change of each changed page, by page id. */
  readonly kinds: ReadonlyMap<string, ChangeKind>;
}

export interface ReviewsRow {
  readonly kind: 'reviews';
  readonly key: string;
  readonly parent: ChangeRequestRow;
}

/** A review, or a request for one. */
export interface ReviewRow {
  readonly kind: 'review';
  readonly key: string;
  readonly parent: ReviewsRow;
  readonly review: Review | undefined;
  readonly requested: RequestedReviewer | undefined;
  /** The current user's id, if known. */
  readonly currentUserId: string | undefined;
}

/** `anonymous`: the server doesn't report the current user. */
export interface NoteRow {
  readonly kind: 'note';
  readonly key: string;
  readonly parent: ChangeRequestPlace | undefined;
  readonly text: string;
  readonly why: 'empty' | 'incomplete' | 'failed' | 'anonymous';
}

/**
 * The argument of a command. The account is given by its key; without it, the change request belongs to the active
 * account.
 */
export type GivenAt = ChangeRequestAt & { readonly account?: string };

/** Whether the argument contains a change request. */
export const isAt = shaped<GivenAt>({ space: 'object', changeRequest: 'present' });

export function isChangeRow(row: Row): row is PlacedChangeRow {
  return row.kind === 'changedPage' || row.kind === 'changedFile' || row.kind === 'changesNote';
}

export function isPlaceRow(row: Row): row is ChangeRequestPlace {
  return row.kind === 'waiting' || row.kind === 'status' || row.kind === 'space' || row.kind === 'changeRequest';
}

import { shaped } from '../../contributions/given.ts';
import type { RequestedReviewer, Review } from '../../../contract/changeRequests/changeRequestReviews.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import type { ChangeRequestPlaceOf } from '../../../store/changeRequests/places.ts';
import type { ChangeRequestAt, ChangeRequestPlace } from '../../../store/changeRequests/changeRequests.ts';
import type { ChangeKind } from './changeKind.ts';
import type { ChangeRequestAt as ChangesAt, ChangeRow } from './changeRows.ts';

export type ChangeRequestRow = ChangeRequestPlaceOf<'changeRequest'>;

/** What stands in the tree. */
export type Row = OwnRow | PlacedChangeRow;

/** What a change request changes, at its place in the tree; `key` is the whole way to it. */
export type PlacedChangeRow = ChangeRow & {
  readonly parent: ChangeRequestRow | PagesRow;
  /** Whether the page can be edited in the change request. */
  readonly mayEdit: boolean;
};

/** What this feature puts into its tree: a place, what stands below a change request, or a line about its neighbours. */
export type OwnRow =
  | ChangeRequestPlace
  | { readonly kind: 'comments'; readonly key: string; readonly parent: ChangeRequestRow }
  | PagesRow
  | PageRow
  | ReviewsRow
  | ReviewRow
  | { readonly kind: 'more'; readonly key: string; readonly parent: ChangeRequestPlace | undefined }
  | NoteRow;

/** Leads to all pages of a change request that can be written, also those that it does not change. */
export interface PagesRow {
  readonly kind: 'pages';
  readonly key: string;
  readonly parent: ChangeRequestRow;
  readonly at: ChangesAt;
}

/** A page as the change request has it. */
export interface PageRow {
  readonly kind: 'page';
  readonly key: string;
  readonly parent: PagesRow | PageRow;
  readonly at: ChangesAt;
  readonly node: PageNode;
  /** What the change request does to each page that it changes, by id. */
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
  /** The current user's id, where it is known. */
  readonly me: string | undefined;
}

/** `anonymous`: the server does not tell who the caller is. */
export interface NoteRow {
  readonly kind: 'note';
  readonly key: string;
  readonly parent: ChangeRequestPlace | undefined;
  readonly text: string;
  readonly why: 'empty' | 'incomplete' | 'failed' | 'anonymous';
}

/** What a command acts on. The account by its key; without it, it is one that the active account shows. */
export type GivenAt = ChangeRequestAt & { readonly account?: string };

/** Whether a command was given something with a change request in it. */
export const isAt = shaped<GivenAt>({ space: 'object', changeRequest: 'present' });

export function isChangeRow(row: Row): row is PlacedChangeRow {
  return row.kind === 'changedPage' || row.kind === 'changedFile' || row.kind === 'changesNote';
}

export function isPlaceRow(row: Row): row is ChangeRequestPlace {
  return row.kind === 'waiting' || row.kind === 'status' || row.kind === 'space' || row.kind === 'changeRequest';
}

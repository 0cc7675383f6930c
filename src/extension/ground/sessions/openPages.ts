import type * as vscode from 'vscode';
import { unresolvedIn, type ConflictMarkers } from '../../../model/merge/conflictMarkers.ts';
import { withLineFeeds } from '../../../model/shared/lineEnds.ts';
import { rebased, baseOf, type EditedPage } from '../../../model/editing/editablePage.ts';
import { instead } from '../../../model/shared/failure.ts';
import type { Contents } from '../../../store/content/content.ts';
import type { ChangeRequestEdits, EditablePage, EditTarget } from '../../../store/editing/edits.ts';
import type { Account } from '../services/accounts.ts';

/** A change request of an account that is being edited. */
export interface EditSession {
  readonly account: Account;
  readonly space: string;
  readonly number: number;
  readonly edits: ChangeRequestEdits;
  readonly content: Contents;
}

/** A page with an open editor. */
export interface OpenPage {
  readonly uri: vscode.Uri;
  /** Replaced when the account was signed out and in again. */
  session: EditSession;
  readonly target: EditTarget;
  edited: EditedPage;
  /** The draft last stored by this window. A draft with another text comes from another window. */
  storedText?: string | undefined;
  /** The markers of the conflicts in its text, until they are resolved and saved. */
  markers?: ConflictMarkers | undefined;
  /** The texts before and after other people's changes were inserted, for Undo and Redo; the newest comes last. */
  readonly textVersions: TextVersion[];
  /** The text that other people's changes were inserted into before this save. */
  combined?: { readonly before: string; readonly after: string; readonly over: string } | undefined;
  /** Whether its space is locked: it can't be edited, but text typed before can still be stored. */
  isLocked: boolean;
  /** Whether its change request is merged or archived, with the same consequences. */
  isClosed: boolean;
  /** Whether it is being saved. Changes reported in the meantime may be the ones being sent. */
  isSaving: boolean;
}

/** A text of an editor, with its base. */
interface TextVersion {
  readonly text: string;
  readonly over: string;
  readonly markers?: ConflictMarkers | undefined;
}

/** Records that the editor's text now has a newer base. Undo and Redo switch between the two. */
export function rebaseText(
  page: OpenPage,
  texts: { before: string; after: string },
  over: string,
  markers?: ConflictMarkers,
) {
  const { edited } = page;
  recordVersion(page, { text: texts.before, over: baseOf(edited), markers: page.markers });
  recordVersion(page, { text: texts.after, over, markers });
  page.edited = rebased(edited, over);
  page.markers = markers;
}

export function recordVersion({ textVersions }: OpenPage, { text, over, markers }: TextVersion): void {
  textVersions.push({ text: withLineFeeds(text), over, markers });
  textVersions.splice(0, textVersions.length - mostVersions);
}

const mostVersions = 20;

/**
 * Called after Undo or Redo: the text may be one with another base, or have conflict markers again that were resolved
 * and saved.
 */
export function restoreVersion(page: OpenPage, text: string): void {
  if (page.textVersions.length === 0) return;
  const plain = withLineFeeds(text);
  const known = page.textVersions.findLast((each) => each.text === plain);
  if (known) {
    page.edited = rebased(page.edited, known.over);
    page.markers = known.markers;
  } else {
    page.markers ??= page.textVersions.findLast(({ markers }) => markers && unresolvedIn(plain, markers) > 0)?.markers;
  }
}

/** The pages with open editors, by URI. */
export type OpenPages = Map<string, OpenPage>;

export function isAbout(session: EditSession, { session: other }: OpenPage): boolean {
  return isSameChangeRequest(session, other);
}

export function isSameChangeRequest(one: EditSession, other: EditSession): boolean {
  return one.account.key === other.account.key && one.space === other.space && one.number === other.number;
}

export function sameTarget(one: EditTarget, other: EditTarget): boolean {
  return one.page === other.page && one.number === other.number && one.space === other.space;
}

/** The page as the change request has it; undefined if it was deleted there. */
export async function presentOf({ edits }: EditSession, target: EditTarget): Promise<EditablePage | undefined> {
  return edits.page(target).catch(instead(undefined, 'missing'));
}

/** Another version of a page, to be merged into its document. */
export interface OtherSide {
  /** The common base of the document's text and the other one. */
  readonly base: string;
  readonly theirs: string;
  /** The server's text of the page. */
  readonly over: string;
  /** The author of the other text, as far as known. */
  readonly by?: { readonly name?: string | undefined; readonly isUser?: boolean } | undefined;
  /** Set if the other text is the published one. */
  readonly withMain?: true;
  /** The number of the change request if someone else created it. */
  readonly othersNumber?: number | undefined;
}

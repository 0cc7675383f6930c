import type * as vscode from 'vscode';
import { unresolvedIn, type ConflictMarkers } from '../../../model/merge/conflictMarkers.ts';
import { withLineFeeds } from '../../../model/merge/lineEdits.ts';
import { rebased, standsOver, type WrittenPage } from '../../../model/editing/editablePage.ts';
import { isKind } from '../../../model/shared/failure.ts';
import type { ChangeRequestContent } from '../../../store/changeRequestContent/content.ts';
import type { ChangeRequestEdits, EditablePage, EditTarget } from '../../../store/editing/edits.ts';
import type { Account } from '../../services/accounts.ts';

/** A change request of an account, as somebody writes in it. */
export interface Desk {
  readonly account: Account;
  readonly space: string;
  readonly number: number;
  readonly edits: ChangeRequestEdits;
  readonly content: ChangeRequestContent;
}

/** A page that is looked at by an editor. */
export interface OpenPage {
  readonly uri: vscode.Uri;
  /** Another one once the account was signed out and in again. */
  desk: Desk;
  readonly target: EditTarget;
  written: WrittenPage;
  /** What was kept of it from here last: a draft with another text is of another window. */
  keptText?: string | undefined;
  /** Of the conflicts in its text, until they are resolved and saved. */
  markers?: ConflictMarkers | undefined;
  /** Texts before and after someone else's changes came into them, for Undo and Redo; the newest last. */
  readonly standings: Standing[];
  /** The text that others' changes were put into before this save. */
  combined?: { readonly before: string; readonly after: string; readonly over: string } | undefined;
  /** Of a locked space: nothing can be written, but what was begun before. */
  isLocked: boolean;
  /** Being saved: what is heard of it meanwhile may be what is being sent. */
  isSaving: boolean;
}

/** A text of an editor, and what it stands over. */
interface Standing {
  readonly text: string;
  readonly over: string;
  readonly markers?: ConflictMarkers | undefined;
}

/** The text of the editor was changed from one that stood over an older text. Undo and Redo lead back and forth. */
export function restand(
  page: OpenPage,
  texts: { before: string; after: string },
  over: string,
  markers?: ConflictMarkers,
) {
  const { written } = page;
  noteStanding(page, { text: texts.before, over: standsOver(written), markers: page.markers });
  noteStanding(page, { text: texts.after, over, markers });
  page.written = rebased(written, over);
  page.markers = markers;
}

export function noteStanding({ standings }: OpenPage, { text, over, markers }: Standing): void {
  standings.push({ text: withLineFeeds(text), over, markers });
  standings.splice(0, standings.length - mostStandings);
}

const mostStandings = 20;

/** After Undo or Redo: the text may be one of those that stood over another, or have markers again that were resolved and saved. */
export function standAsBefore(page: OpenPage, text: string): void {
  if (page.standings.length === 0) return;
  const plain = withLineFeeds(text);
  const known = page.standings.findLast((each) => each.text === plain);
  if (known) {
    page.written = rebased(page.written, known.over);
    page.markers = known.markers;
  } else {
    page.markers ??= page.standings.findLast(({ markers }) => markers && unresolvedIn(plain, markers) > 0)?.markers;
  }
}

/** The pages that editors look at, by address. */
export type OpenPages = Map<string, OpenPage>;

export function isAbout(desk: Desk, { desk: other }: OpenPage): boolean {
  return desk.account.key === other.account.key && desk.space === other.space && desk.number === other.number;
}

export function sameTarget(one: EditTarget, other: EditTarget): boolean {
  return one.page === other.page && one.number === other.number && one.space === other.space;
}

/** As the change request has it; undefined when it was deleted there. */
export async function presentOf({ edits }: Desk, target: EditTarget): Promise<EditablePage | undefined> {
  try {
    return await edits.page(target);
  } catch (error) {
    if (isKind(error, 'missing')) return undefined;
    throw error;
  }
}

/** Another version of a page, to be merged into its document. */
export interface OtherSide {
  /** What the document's text and the other one began as. */
  readonly base: string;
  readonly theirs: string;
  /** What the server has of the page. */
  readonly over: string;
  /** Who wrote the other text, if that is known. */
  readonly name?: string | undefined;
  /** The other text is the published one. */
  readonly withMain?: true;
}

import * as vscode from 'vscode';
import { editAddressOf } from '../places/pageUri.ts';
import type { ConflictMarkers } from '../../../model/merge/conflictMarkers.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { baseOf } from '../../../model/editing/editablePage.ts';
import type { EditTarget } from '../../../store/editing/edits.ts';
import type { PageConflict } from '../../../store/editing/conflicts.ts';
import { editUri } from './sessions.ts';
import { isAbout, sameTarget, type EditSession, type OpenPage, type OpenPages } from './openPages.ts';
import { allTabs, documentAt } from '../services/openDocuments.ts';

/** A page with unsent changes. */
export interface Unsent {
  readonly target: EditTarget;
  readonly text: string;
  /** The platform's text that was edited. */
  readonly base: string;
  /** The markers of conflicts in the text that are being resolved. */
  readonly markers: ConflictMarkers | undefined;
  /** The open page, if it has an editor. */
  readonly page: OpenPage | undefined;
  /** The document, if it has unsaved text. */
  readonly dirty?: vscode.TextDocument | undefined;
  /** Whether other people's changes were inserted into the text before this save. */
  readonly isFilled?: boolean;
}

/** The unsent changes of a change request: drafts, and unsaved text in editors. */
export async function unsentOf(session: EditSession, pages: OpenPages): Promise<Unsent[]> {
  const drafts = await session.edits.drafts.of(session);
  // A page that has moved may still be open under its old URI.
  const tabs = new Set(allTabs().map(addressOfTab));
  const open = [...pages.values()]
    .filter((page) => isAbout(session, page))
    .sort((one, other) => Number(tabs.has(other.uri.toString())) - Number(tabs.has(one.uri.toString())));
  const dirty = open.flatMap((page): Unsent[] => {
    const document = dirtyDocument(page.uri);
    if (!document) return [];
    // The base is the text that the user saw while typing, not the platform's current text.
    const base = baseOf(page.edited);
    return [{ target: page.target, text: document.getText(), base, markers: page.markers, page, dirty: document }];
  });
  const stored = drafts
    .filter(({ target }) => !dirty.some((each) => sameTarget(each.target, target)))
    .map(({ target, text, base, markers }): Unsent => {
      const page = open.find((each) => sameTarget(each.target, target));
      return { target, text, base, markers, page };
    });
  return [...dirty, ...stored];
}

/** The pages with unsent changes, without any request. */
export function cachedUnsent(session: EditSession, pages: OpenPages): EditTarget[] {
  const drafts = session.edits.drafts.cached().map(({ target }) => target);
  const open = [...pages.values()]
    .filter((page) => isAbout(session, page) && dirtyDocument(page.uri))
    .map(({ target }) => target);
  const { space, number } = session;
  const all = [...drafts, ...open].filter((each) => each.space === space && each.number === number);
  return [...new Map(all.map((target) => [target.page, target])).values()];
}

function addressOfTab({ input }: vscode.Tab): string | undefined {
  return input instanceof vscode.TabInputText ? input.uri.toString() : undefined;
}

function dirtyDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const document = documentAt(uri);
  return document?.isDirty ? document : undefined;
}

/** Ids of the pages in conflict with main, and of those whose unsent text has conflicts, without any request. */
export function cachedConflicts(session: EditSession, pages: OpenPages, withMain: readonly PageConflict[]): string[] {
  const { space, number } = session;
  const drafts = session.edits.drafts
    .cached()
    .filter(({ target }) => target.space === space && target.number === number);
  const open = [...pages.values()].filter((page) => isAbout(session, page));
  const marked = [...drafts, ...open].flatMap(({ target, markers }) => (markers ? [target.page] : []));
  return [...new Set([...withMain.map(({ page }) => page), ...marked])];
}

/** The URI of an editable page; undefined if the page isn't in the change request, or no longer is. */
export async function uriOfPage(session: EditSession, page: string): Promise<vscode.Uri | undefined> {
  const { byId } = await session.content.pages(session.space, { kind: 'changeRequest', number: session.number });
  const path = byId.get(page)?.path;
  return path === undefined ? undefined : editUri(session, path);
}

export async function titleOfPage(session: EditSession, page: string): Promise<string> {
  const { byId } = await session.content.pages(session.space, { kind: 'changeRequest', number: session.number });
  return byId.get(page)?.title ?? titleText(undefined);
}

/** Whether the document belongs to the change request. */
export function isIn({ account, space, number }: EditSession, uri: vscode.Uri): boolean {
  const address = editAddressOf(uri);
  return address?.account === account.key && address.space === space && address.version.number === number;
}

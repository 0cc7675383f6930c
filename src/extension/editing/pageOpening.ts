import * as vscode from 'vscode';
import { isDraft, opened, taken } from '../../model/editing/editablePage.ts';
import type { Entry } from '../../store/library/library.ts';
import { editAddressOf } from '../addresses/pageUri.ts';
import { fileSystemErrorOf } from '../messages/fileSystemError.ts';
import { explainLock, isKnownToBeLocked } from '../prompts/ensureUnlocked.ts';
import { isDirtyAt } from '../services/openDocuments.ts';
import { restoredOver, type RestoredText, type RestoredTexts } from './restoredTexts.ts';
import type { Desk, OpenPage, OpenPages } from './shared/openPages.ts';
import { deskAt } from './shared/sessions.ts';
import type { Uses } from '../services/services.ts';

/** Finds the pages at the URIs of editable files. Rejects with file system errors. */
export interface PageOpening {
  readonly deskOf: (uri: vscode.Uri) => Promise<Desk>;
  readonly entryAt: (uri: vscode.Uri) => Promise<{ desk: Desk; entry: Entry }>;
  /** The page at a URI as its editor has it; undefined if there is something else. */
  readonly pageAt: (uri: vscode.Uri) => Promise<OpenPage | undefined>;
}

export function createPageOpening(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>,
  pages: OpenPages,
  restoredTexts: Pick<RestoredTexts, 'at'>,
  follow: (desk: Desk) => Promise<void>,
): PageOpening {
  const opening = new Map<string, Promise<OpenPage | undefined>>();
  const noted = (uri: vscode.Uri) => (error: unknown) => parts.edge.note(`Writing ${uri.path}`, error);

  async function deskOf(uri: vscode.Uri): Promise<Desk> {
    const address = editAddressOf(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    const desk = await deskAt(parts, address);
    await follow(desk);
    return desk;
  }

  async function entryAt(uri: vscode.Uri): Promise<{ desk: Desk; entry: Entry }> {
    const desk = await deskOf(uri);
    const { space, version, path } = editAddressOf(uri)!;
    const entry = await translated(parts, uri, () => desk.content.entry(space, version, path));
    if (!entry) throw vscode.FileSystemError.FileNotFound(uri);
    return { desk, entry };
  }

  async function pageAt(uri: vscode.Uri): Promise<OpenPage | undefined> {
    const key = uri.toString();
    const known = pages.get(key) ?? (await opening.get(key));
    if (known) {
      // After signing out and in again, the account has other stores. While nobody is signed in, drafts are stored by
      // the earlier ones.
      if (parts.accounts.byKey(known.desk.account.key)) known.desk = await deskOf(uri);
      return known;
    }
    // VS Code requests the state and the text of a file at the same time; both have to use the same page.
    const made = found(uri);
    opening.set(key, made);
    try {
      return await made;
    } finally {
      opening.delete(key);
    }
  }

  async function found(uri: vscode.Uri): Promise<OpenPage | undefined> {
    const restored = isDirtyAt(uri) ? restoredTexts.at(uri) : undefined;
    const desk = await deskOf(uri);
    const entry = restored ? undefined : (await entryAt(uri)).entry;
    if (entry && entry.kind !== 'page') return undefined;
    return open(uri, desk, restored?.page ?? entry!.node.id, restored);
  }

  async function open(uri: vscode.Uri, desk: Desk, id: string, restored?: RestoredText): Promise<OpenPage> {
    const target = { space: desk.space, number: desk.number, page: id };
    const [present, draft, isLockedNow] = await translated(parts, uri, () =>
      Promise.all([
        desk.edits.page(target),
        desk.edits.drafts.get(target),
        isKnownToBeLocked(parts, desk.account, desk.space),
      ]),
    );
    const asOpened = taken(opened(present, draft));
    const base = restored && (await desk.edits.drafts.base(target));
    const written = restored ? restoredOver(asOpened, present, restored, base) : asOpened;
    if (draft && !isDraft(written)) desk.edits.drafts.discard(target).catch(noted(uri));
    const page: OpenPage = {
      uri,
      desk,
      target,
      written,
      keptText: isDraft(written) ? draft?.text : undefined,
      markers: restored?.markers ?? (isDraft(written) ? draft?.markers : undefined),
      standings: [],
      isLocked: isLockedNow,
      isSaving: false,
    };
    pages.set(uri.toString(), page);
    // A file says that it is read-only, but not why.
    if (isLockedNow) explainLock(parts, desk.account, desk.space).catch(noted(uri));
    return page;
  }

  return { deskOf, entryAt, pageAt };
}

/** Logs an error and turns it into a file system error. */
export async function translated<Result>(
  { edge }: Uses<'edge'>,
  uri: vscode.Uri,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    edge.note(`Writing ${uri.path}`, error);
    throw fileSystemErrorOf(error, uri);
  }
}

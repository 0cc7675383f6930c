import * as vscode from 'vscode';
import { isDraft, opened, taken } from '../../../model/editing/editablePage.ts';
import { filesDirectory } from '../../../model/pages/fileNames.ts';
import type { UnsentFile } from '../../../store/editing/edits.ts';
import type { Entry } from '../../../store/content/content.ts';
import { editAddressOf } from '../../ground/places/pageUri.ts';
import { fileSystemErrorOf } from '../../ground/messages/fileSystemError.ts';
import { isClosed } from './saving/closed.ts';
import { explainLock, isLockedInCache } from '../../ground/prompts/ensureUnlocked.ts';
import { isDirtyAt } from '../../ground/services/openDocuments.ts';
import { restoredOver, type RestoredText, type RestoredTexts } from './restoredTexts.ts';
import type { EditSession, OpenPage, OpenPages } from '../../ground/sessions/openPages.ts';
import { sessionAt } from '../../ground/sessions/sessions.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Finds the pages at the URIs of editable files. Rejects with file system errors. */
export interface PageOpening {
  readonly sessionOf: (uri: vscode.Uri) => Promise<EditSession>;
  readonly entryAt: (uri: vscode.Uri) => Promise<{ session: EditSession; entry: Entry }>;
  /** A file that was inserted into a page and not sent yet. */
  readonly unsentFileAt: (uri: vscode.Uri) => Promise<UnsentFile | undefined>;
  /** The page at a URI as its editor has it; undefined if there is something else. */
  readonly pageAt: (uri: vscode.Uri) => Promise<OpenPage | undefined>;
}

export function createPageOpening(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>,
  pages: OpenPages,
  restoredTexts: Pick<RestoredTexts, 'at'>,
): PageOpening {
  const opening = new Map<string, Promise<OpenPage | undefined>>();
  const noted = (uri: vscode.Uri) => (error: unknown) => parts.edge.note(`Writing ${uri.path}`, error);

  async function sessionOf(uri: vscode.Uri): Promise<EditSession> {
    const address = editAddressOf(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    return sessionAt(parts, address);
  }

  async function entryAt(uri: vscode.Uri): Promise<{ session: EditSession; entry: Entry }> {
    const session = await sessionOf(uri);
    const { space, version, path } = editAddressOf(uri)!;
    const entry = await translated(parts, uri, () => session.content.entry(space, version, path));
    if (!entry) throw vscode.FileSystemError.FileNotFound(uri);
    return { session, entry };
  }

  async function pageAt(uri: vscode.Uri): Promise<OpenPage | undefined> {
    const key = uri.toString();
    const known = pages.get(key) ?? (await opening.get(key));
    if (known) {
      // After signing out and in again, the account has other stores. While nobody is signed in, drafts are stored by
      // the earlier ones.
      if (parts.accounts.byKey(known.session.account.key)) known.session = await sessionOf(uri);
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
    const session = await sessionOf(uri);
    const entry = restored ? undefined : (await entryAt(uri)).entry;
    if (entry && entry.kind !== 'page') return undefined;
    return open(uri, session, restored?.page ?? entry!.node.id, restored);
  }

  async function open(uri: vscode.Uri, session: EditSession, id: string, restored?: RestoredText): Promise<OpenPage> {
    const target = { space: session.space, number: session.number, page: id };
    const [present, draft, isLockedNow, changeRequest] = await translated(parts, uri, () =>
      Promise.all([
        session.edits.page(target),
        session.edits.drafts.get(target),
        isLockedInCache(parts, session.account, session.space),
        session.content.changeRequest(session.space, session.number),
      ]),
    );
    const asOpened = taken(opened(present, draft));
    const base = restored && (await session.edits.drafts.base(target));
    const edited = restored ? restoredOver(asOpened, present, restored, base) : asOpened;
    if (draft && !isDraft(edited)) session.edits.drafts.discard(target).catch(noted(uri));
    const page: OpenPage = {
      uri,
      session,
      target,
      edited,
      storedText: isDraft(edited) ? draft?.text : undefined,
      markers: restored?.markers ?? (isDraft(edited) ? draft?.markers : undefined),
      textVersions: [],
      isLocked: isLockedNow,
      isClosed: isClosed(changeRequest),
      isSaving: false,
    };
    pages.set(uri.toString(), page);
    // A file says that it is read-only, but not why.
    if (isLockedNow) explainLock(parts, session.account, session.space).catch(noted(uri));
    return page;
  }

  async function unsentFileAt(uri: vscode.Uri): Promise<UnsentFile | undefined> {
    const [name = '', directory] = uri.path.split('/').reverse();
    if (directory !== filesDirectory) return undefined;
    const { edits, space, number } = await sessionOf(uri);
    return edits.files.get({ space, number }, name);
  }

  return { sessionOf, entryAt, pageAt, unsentFileAt };
}

/** Logs an error and turns it into a file system error. */
export async function translated<Result>(
  { edge }: Uses<'edge'>,
  uri: vscode.Uri,
  action: () => Promise<Result>,
): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    edge.note(`Writing ${uri.path}`, error);
    throw fileSystemErrorOf(error, uri);
  }
}

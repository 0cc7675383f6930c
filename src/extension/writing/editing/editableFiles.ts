import * as vscode from 'vscode';
import { unresolvedIn } from '../../../model/merge/conflictMarkers.ts';
import { isSameText, mergingEdits } from '../../../model/merge/lineEdits.ts';
import { isDraft, stored, seenStat, baseOf, taken } from '../../../model/editing/editablePage.ts';
import { documentAt, inTimeForSave, isDirtyAt } from '../../ground/services/openDocuments.ts';
import { combined } from './saving/combination.ts';
import { draftOf, type PageChanges } from './pageChanges.ts';
import { createPageOpening, translated } from './pageOpening.ts';
import type { RestoredTexts } from './restoredTexts.ts';
import { textEditOf } from '../../ground/sessions/applyEdits.ts';
import { restoreVersion, type OpenPage, type OpenPages } from '../../ground/sessions/openPages.ts';
import { inAccount } from '../../ground/services/otherAccount.ts';
import type { Uses } from '../../ground/services/services.ts';

export interface EditableFiles extends vscode.Disposable {
  readonly pages: OpenPages;
  stat(uri: vscode.Uri): Promise<vscode.FileStat>;
  readFile(uri: vscode.Uri): Promise<Uint8Array>;
  writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void>;
  /**
   * Called before each save of a document. Before a save by hand the server is asked for its version, and other
   * people's changes on other lines are inserted into the document. Never rejects.
   */
  willSave(event: Pick<vscode.TextDocumentWillSaveEvent, 'document' | 'reason'>): Promise<vscode.TextEdit[]>;
  /**
   * Discards the unsent changes of a page, then closes its editor. An automatic save in the meantime doesn't store them
   * again.
   */
  letGo(uri: vscode.Uri, close: () => Promise<void>): Promise<void>;
}

/** What is known of the pages with open editors. */
export interface OpenEditors {
  readonly pages: OpenPages;
  readonly changes: PageChanges;
  readonly restoredTexts: RestoredTexts;
}

/**
 * Editable pages as files. A save by hand sends the page with `save`, which rejects with a readable error. Any other
 * save stores a draft, which becomes the content of the file.
 */
export function createEditableFiles(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'state' | 'stores'>,
  { pages, changes, restoredTexts }: OpenEditors,
  save: (page: OpenPage, text: string) => Promise<void>,
): EditableFiles {
  const { edge } = parts;
  /** Why VS Code is about to save a document, by URI. */
  const reasons = new Map<string, vscode.TextDocumentSaveReason>();
  /** URIs of pages that are being let go. */
  const lettingGo = new Set<string>();
  const { sessionOf, entryAt, pageAt, unsentFileAt } = createPageOpening(parts, pages, restoredTexts);
  const noted = (uri: vscode.Uri) => (error: unknown) => edge.note(`Writing ${uri.path}`, error);

  async function lookAgain(page: OpenPage): Promise<void> {
    page.session = await sessionOf(page.uri);
    await changes.look(page);
  }

  const following = vscode.Disposable.from(
    // A reset of the sample workspace replaces its change requests.
    parts.accounts.onDidChange(({ changed: renewed }) => {
      for (const page of renewed.flatMap(({ key }) => changes.of(key))) lookAgain(page).catch(noted(page.uri));
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, reason }) => {
      const page = pages.get(document.uri.toString());
      if (!page) return;
      // An undo of saved text is reported before the document becomes dirty.
      if (reason !== undefined) restoreVersion(page, document.getText());
      if (document.isDirty) restoredTexts.note(page);
      if (page.isSaving || document.isDirty || !isSameText(document.getText(), page.edited.text)) return;
      restoredTexts.forget(page);
      settle(page).catch(noted(page.uri));
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri, isDirty: isOpenAgain }) => {
      const page = pages.get(uri.toString());
      // When its language changes, VS Code closes a document and opens it again with the unsaved text.
      if (page && !isOpenAgain) restoredTexts.forget(page);
      pages.delete(uri.toString());
    }),
  );

  return {
    pages,

    async stat(uri) {
      const file = await unsentFileAt(uri);
      if (file) return fileStat(file.size, file.addedAt);
      const page = await pageAt(uri);
      if (page) {
        const { size, modifiedAt } = isDirtyAt(uri) ? seenStat(page.edited) : page.edited;
        return {
          type: vscode.FileType.File,
          ctime: 0,
          mtime: modifiedAt,
          size,
          // Text already typed has to be stored as a draft, but VS Code writes nothing to a read-only file.
          ...((page.isLocked || page.isClosed) && !isDirtyAt(uri) && { permissions: vscode.FilePermission.Readonly }),
        };
      }
      const { entry } = await entryAt(uri);
      if (entry.kind !== 'file') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      return fileStat(entry.file.size ?? 0, 0);
    },

    async readFile(uri) {
      const file = await unsentFileAt(uri);
      if (file) return Buffer.from(file.base64, 'base64');
      const page = await pageAt(uri);
      if (page) {
        // An open editor takes the text when it shows it, see `settle`: others read the file, too.
        if (!documentAt(uri)) page.edited = taken(page.edited);
        return new TextEncoder().encode(page.edited.text);
      }
      const { session, entry } = await entryAt(uri);
      if (entry.kind !== 'file') throw vscode.FileSystemError.FileIsADirectory(uri);
      return translated(parts, uri, () => session.content.bytes(session.space, entry.file));
    },

    async willSave({ document, reason }) {
      const { uri } = document;
      reasons.set(uri.toString(), reason);
      const known = pages.get(uri.toString());
      if (reason !== vscode.TextDocumentSaveReason.Manual) return [];
      // The page is being saved together with others, so its editor only has to be notified.
      if (known?.isSaving) return [];
      // There is nothing to send.
      if (!document.isDirty && (!known || !isDraft(known.edited))) return [];
      const combining = pageAt(uri)
        .then((page) => (page ? combine(page, document) : []))
        .catch((error: unknown) => {
          noted(uri)(error);
          return [];
        });
      // If the server doesn't answer in time, changes by others are found when the page is sent.
      return inTimeForSave(combining, []);
    },

    async writeFile(uri, content) {
      const reason = reasons.get(uri.toString());
      reasons.delete(uri.toString());
      const wasLetGo = lettingGo.has(uri.toString());
      const page = await pageAt(uri);
      if (!page) throw vscode.FileSystemError.NoPermissions(vscode.l10n.t('Only pages can be edited here, not files.'));
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
      if (reason !== vscode.TextDocumentSaveReason.Manual)
        return wasLetGo || lettingGo.has(uri.toString()) ? undefined : keepDraft(page, text);
      page.isSaving = true;
      try {
        await inAccount(page.session.account.key, () => save(page, text));
      } finally {
        page.isSaving = false;
      }
    },

    async letGo(uri, close) {
      const key = uri.toString();
      lettingGo.add(key);
      try {
        const page = pages.get(key);
        if (page) {
          page.isSaving = true;
          page.storedText = undefined;
          await page.session.edits.drafts.discard(page.target);
          // The page at this URI is loaded again when it is next needed.
          pages.delete(key);
        }
        await close();
      } finally {
        lettingGo.delete(key);
      }
    },

    dispose() {
      following.dispose();
    },
  };
}

function fileStat(size: number, mtime: number): vscode.FileStat {
  return { type: vscode.FileType.File, ctime: 0, mtime, size, permissions: vscode.FilePermission.Readonly };
}

async function keepDraft(page: OpenPage, text: string): Promise<void> {
  page.storedText = text;
  page.edited = stored(page.edited, text, Date.now());
  await page.session.edits.drafts.keep(page.target, text, page.edited.base, page.markers);
}

/** Stores no draft but the file's content, because the editor has it again after Revert or Undo. */
async function settle(page: OpenPage): Promise<void> {
  const { edited, storedText, target, session } = page;
  page.edited = taken(edited);
  const draft = draftOf(page);
  if (draft?.markers && draft.text === edited.text) page.markers = draft.markers;
  // A draft stored by an automatic save isn't discarded: the next save by hand ends the conflict.
  else if (storedText !== edited.text && page.markers && unresolvedIn(edited.text, page.markers) === 0)
    page.markers = undefined;
  if (storedText === undefined || storedText === edited.text) return;
  page.storedText = isDraft(edited) ? edited.text : undefined;
  // A draft equal to its base is removed.
  await session.edits.drafts.keep(target, edited.text, edited.base, page.markers);
}

/** Edits that insert other people's changes on other lines of the page into its document. */
async function combine(page: OpenPage, document: vscode.TextDocument): Promise<vscode.TextEdit[]> {
  const present = await page.session.edits.refresh(page.target);
  if (page.markers) return [];
  const before = document.getText();
  const { merged, text, isCombined } = combined(baseOf(page.edited), before, present);
  if (!merged || !isCombined || merged.conflicts.length > 0) return [];
  page.combined = { before, after: text, over: present.text };
  return mergingEdits(merged).map((each) => textEditOf(document, each));
}

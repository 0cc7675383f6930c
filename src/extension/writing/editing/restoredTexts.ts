import * as vscode from 'vscode';
import type { ConflictMarkers } from '../../../model/merge/conflictMarkers.ts';
import { digest } from '../../../model/shared/digest.ts';
import { baseOf, type PlatformPage, type EditedPage } from '../../../model/editing/editablePage.ts';
import { isSame } from '../../../model/shared/same.ts';
import type { Uses } from '../../ground/services/services.ts';
import type { OpenPage, OpenPages } from '../../ground/sessions/openPages.ts';
import { editAddressGiven } from '../../ground/sessions/sessions.ts';

/** The base of a text that is only in an editor. */
export interface RestoredText {
  /** The page's id. Another page may have its address since. */
  readonly page: string;
  /** The digest of the base. */
  readonly print: string;
  /** In bytes, as reported to its editor. */
  readonly size: number;
  /** The markers of conflicts in the text; its draft may have none. */
  readonly markers?: ConflictMarkers | undefined;
}

/**
 * When a window opens again, VS Code restores unsaved text without reading the file. The text's base is stored here, so
 * that the text is saved to its own page and overwrites nothing that others have saved since.
 */
export interface RestoredTexts {
  note(page: OpenPage): void;
  /** Called when the text is no longer in any editor, or equals the file. */
  forget(page: OpenPage): void;
  at(uri: vscode.Uri): RestoredText | undefined;
}

export function createRestoredTexts(state: vscode.Memento, failed: (error: unknown) => void): RestoredTexts {
  const texts = new Map(Object.entries(state.get<Record<string, RestoredText>>(name) ?? {}));
  return {
    note({ uri, session, target, edited, markers }) {
      const key = uri.toString();
      const text = {
        page: target.page,
        print: digest(baseOf(edited)),
        size: edited.seenSize ?? edited.size,
        ...(markers && { markers }),
      };
      if (isSame(texts.get(key), text)) return;
      texts.delete(key);
      texts.set(key, text);
      for (const old of [...texts.keys()].slice(0, -atMost)) texts.delete(old);
      void state.update(name, Object.fromEntries(texts));
      session.edits.drafts.keepBase(target, baseOf(edited)).catch(failed);
    },
    forget({ uri, session, target }) {
      if (!texts.delete(uri.toString())) return;
      void state.update(name, Object.fromEntries(texts));
      session.edits.drafts.discardBase(target).catch(failed);
    },
    at: (uri) => texts.get(uri.toString()),
  };
}

/** The state of a page whose editor has a text from an earlier session. */
export function restoredOver(
  edited: EditedPage,
  present: PlatformPage,
  { print, size }: RestoredText,
  base: string | undefined,
): EditedPage {
  const candidates = [present.text, ...(present.earlier ?? []), edited.base, base ?? ''];
  const seen = candidates.find((text) => digest(text) === print);
  // If the base is lost, the whole text conflicts with the platform's.
  return { ...edited, seen: seen ?? '', seenSize: size, seenAt: 0 };
}

const name = 'writing.over';
const atMost = 200;

/** Documents with text typed in an earlier session. VS Code shows it without requesting their files. */
export interface RestoredDocuments extends vscode.Disposable {
  /** Requests the files of all that are open. */
  request(): Promise<void>;
}

export function followRestoredDocuments(
  { edge }: Uses<'edge'>,
  files: { readonly pages: OpenPages; stat(uri: vscode.Uri): Promise<unknown> },
  conflictView: { showRestored(document: vscode.TextDocument): void },
  onRequested: () => void,
): RestoredDocuments {
  async function request(): Promise<void> {
    const dirty = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && editAddressGiven(uri));
    const noted = (uri: vscode.Uri) => (error: unknown) => edge.note(`Writing ${uri.path}`, error);
    await Promise.all(dirty.map(({ uri }) => files.stat(uri).catch(noted(uri))));
    for (const document of dirty) conflictView.showRestored(document);
    onRequested();
  }

  function requestLater({ isDirty, uri }: vscode.TextDocument): void {
    if (isDirty && uri.scheme === 'docs-platform-edit' && !files.pages.has(uri.toString())) void request();
  }

  const following = vscode.Disposable.from(
    // After a reload, VS Code opens some of them later.
    vscode.workspace.onDidOpenTextDocument(requestLater),
    // This event also fires when a document becomes dirty.
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0) requestLater(document);
    }),
  );
  void request();
  return { request, dispose: () => void following.dispose() };
}

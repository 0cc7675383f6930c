import * as vscode from 'vscode';
import { followed, sent, type EditedPage } from '../../../../model/editing/editablePage.ts';
import { isSameText } from '../../../../model/merge/lineEdits.ts';
import { documentAt } from '../../../ground/services/openDocuments.ts';
import type { Uses } from '../../../ground/services/services.ts';
import { offerLinksToHeadings } from './renamedHeadings.ts';
import { recordVersion, type EditSession, type OpenPage, type OpenPages } from '../../../ground/sessions/openPages.ts';
import type { SavedPage } from './sendUnsent.ts';

/** Updates drafts, conflicts and editors of pages that the server has. */
export interface SavedPages extends vscode.Disposable {
  confirm(session: EditSession, saved: SavedPage): Promise<void>;
  /** The same for a page that VS Code is writing: its editor follows as soon as it is saved. */
  confirmEdited(page: OpenPage, saved: SavedPage): Promise<void>;
}

export interface SavedPagesContext extends Uses<'edge' | 'prompts' | 'stores'> {
  readonly pages: OpenPages;
  /** Shows another state of a page in its editor. */
  readonly show: (page: OpenPage, edited: EditedPage) => void;
}

export function createSavedPages(parts: SavedPagesContext): SavedPages {
  /** Pages where the server's text differs from the editor's: it contains changes by others, or the server altered it. */
  const changedByServer = new Map<OpenPage, 'combined' | 'altered'>();

  async function end(session: EditSession, { target, markers }: SavedPage): Promise<void> {
    await session.edits.drafts.discard(target);
    if (markers?.withMain) await endConflict(parts, session, target);
  }

  function noteChange(page: OpenPage, { text, whole, before, isNothingNew, isAnswered = false }: SavedPage): void {
    const present = page.session.edits.cachedPage(page.target);
    // If the cache still has the earlier text, the new one couldn't be read.
    if (!present || isSameText(present.text, text) || (!isNothingNew && !isAnswered && present.text === before)) return;
    const isAltered = !isNothingNew && isSameText(whole, text);
    changedByServer.set(page, isAltered ? 'altered' : (changedByServer.get(page) ?? 'combined'));
  }

  async function update(page: OpenPage, saved: SavedPage, edited: EditedPage): Promise<void> {
    page.storedText = undefined;
    page.markers = undefined;
    page.edited = edited;
    noteChange(page, saved);
    await end(page.session, saved);
    const { target, before, whole, isNothingNew } = saved;
    if (!isNothingNew) offerLinksToHeadings(parts, page.session, { page: target.page, before, after: whole });
  }

  /** Once VS Code knows that the document is saved, its editor gets the server's version, unless the user is typing. */
  function follow(document: vscode.TextDocument): void {
    const page = parts.pages.get(document.uri.toString());
    const why = page && changedByServer.get(page);
    if (!page || !why) return;
    changedByServer.delete(page);
    const present = page.session.edits.cachedPage(page.target);
    if (!present) return;
    if (!document.isDirty) {
      const text = document.getText();
      if (why === 'combined') {
        recordVersion(page, { text, over: text });
        recordVersion(page, { text: present.text, over: present.text });
      }
      parts.show(page, followed(page.edited, present));
    } else if (why === 'altered') {
      page.edited = { ...page.edited, text: present.text, base: present.text, seen: present.text };
    }
  }

  const following = vscode.workspace.onDidSaveTextDocument(follow);
  return {
    async confirm(session, saved) {
      const { page, text } = saved;
      if (!page) return end(session, saved);
      await update(page, saved, { ...page.edited, text, base: text, seen: text });
      const document = documentAt(page.uri);
      if (document && !document.isDirty) follow(document);
    },
    confirmEdited: (page, saved) => update(page, saved, sent(page.edited, saved.text, Date.now())),
    dispose() {
      following.dispose();
    },
  };
}

/** If this fails, the page stays marked. */
async function endConflict(
  { stores, edge }: Uses<'edge' | 'stores'>,
  session: EditSession,
  { space, number, page }: SavedPage['target'],
): Promise<void> {
  try {
    await (await stores(session.account).conflicts()).resolve(space, number, page);
  } catch (error) {
    edge.explain('docsPlatform.editing.resolveConflicts', error);
  }
}

import * as vscode from 'vscode';
import { followed, isDraft, isSameSource, replaced, type EditedPage } from '../../../model/editing/editablePage.ts';
import { isKind } from '../../../model/shared/failure.ts';
import type { ContentChange } from '../../../store/content/content.ts';
import type { EditDraft } from '../../../store/editing/edits.ts';
import type { LibraryChange } from '../../../store/library/library.ts';
import { isDirtyAt } from '../../ground/services/openDocuments.ts';
import { isClosed } from './saving/closed.ts';
import { sameTarget, type OpenPage, type OpenPages } from '../../ground/sessions/openPages.ts';
import type { Uses } from '../../ground/services/services.ts';

/**
 * Updates the editors of open pages when something changes elsewhere: on the server, in another window, or the lock of
 * a space.
 */
export interface PageChanges extends vscode.Disposable {
  /** Compares a page with the current one of its change request. Rejects if that can't be read. */
  look(page: OpenPage): Promise<void>;
  /** Shows another state of a page in its editor. */
  readonly show: (page: OpenPage, edited: EditedPage) => void;
  /** The pages of an account that are not being saved. */
  of(account: string): OpenPage[];
}

export function createPageChanges(
  { stores, edge }: Uses<'edge' | 'stores'>,
  pages: OpenPages,
  changed: vscode.EventEmitter<vscode.FileChangeEvent[]>,
): PageChanges {
  const noted = (uri: vscode.Uri) => (error: unknown) => edge.note(`Writing ${uri.path}`, error);

  function of(account: string): OpenPage[] {
    return [...pages.values()].filter(({ session, isSaving }) => session.account.key === account && !isSaving);
  }

  /** VS Code requests the state of these files again, and with it whether they are read-only. */
  function receiveLock(account: string, change: LibraryChange): void {
    if (change.kind !== 'lock') return;
    const { space, isLocked } = change;
    const others = of(account).filter((page) => page.target.space === space && page.isLocked !== isLocked);
    for (const page of others) page.isLocked = isLocked;
    changed.fire(others.map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  function receive(account: string, change: ContentChange): void {
    if (change.kind === 'viewed' || change.kind === 'pages') return;
    const number = change.kind === 'gone' ? change.number : change.after.number;
    for (const page of of(account)) {
      if (page.target.space !== change.space || page.target.number !== number) continue;
      if (change.kind === 'changed' && page.isClosed !== isClosed(change.after)) {
        page.isClosed = !page.isClosed;
        changed.fire([{ type: vscode.FileChangeType.Changed, uri: page.uri }]);
      }
      look(page).catch(noted(page.uri));
    }
  }

  /** VS Code marks a deleted page as deleted, and its unsent text stays. */
  async function look(page: OpenPage): Promise<void> {
    try {
      const present = await page.session.edits.page(page.target);
      if (page.isSaving) return;
      // Only the form of its links has changed: don't bother someone who is typing in it.
      if (isDirtyAt(page.uri) && isSameSource(present, page.edited.base)) return;
      const hadDraft = isDraft(page.edited);
      show(page, followed(page.edited, present));
      if (!hadDraft || isDraft(page.edited)) return;
      page.storedText = undefined;
      await page.session.edits.drafts.discard(page.target);
    } catch (error) {
      if (!isKind(error, 'missing')) throw error;
      changed.fire([{ type: vscode.FileChangeType.Deleted, uri: page.uri }]);
    }
  }

  /** Another window may have stored, sent or discarded a draft. */
  function receiveDrafts(account: string): void {
    for (const page of of(account)) if (hasOtherDraft(page)) takeDraft(page).catch(noted(page.uri));
  }

  async function takeDraft(page: OpenPage): Promise<void> {
    const present = await page.session.edits.refresh(page.target);
    if (page.isSaving || !hasOtherDraft(page)) return;
    const draft = draftOf(page);
    page.storedText = draft?.text;
    // Typed text keeps the markers it contains.
    if (!isDirtyAt(page.uri)) page.markers = draft?.markers;
    const text = draft?.text ?? present.text;
    show(page, replaced(page.edited, { text, modifiedAt: Date.now() }, draft?.base));
  }

  function show(page: OpenPage, edited: EditedPage): void {
    if (edited === page.edited) return;
    const isSame = edited.text === page.edited.text && edited.modifiedAt === page.edited.modifiedAt;
    page.edited = edited;
    if (!isSame) changed.fire([{ type: vscode.FileChangeType.Changed, uri: page.uri }]);
  }

  const following = vscode.Disposable.from(
    stores.onDidChange('content', ({ key }, change) => receive(key, change)),
    stores.onDidChange('editDrafts', ({ key }) => receiveDrafts(key)),
    stores.onDidChange('library', ({ key }, change) => receiveLock(key, change)),
  );
  return { look, show, of, dispose: () => void following.dispose() };
}

export function draftOf({ session, target }: OpenPage): EditDraft | undefined {
  return session.edits.drafts.cached().find((draft) => sameTarget(draft.target, target));
}

function hasOtherDraft(page: OpenPage): boolean {
  const draft = draftOf(page);
  return draft ? draft.text !== page.storedText && draft.text !== page.edited.text : isDraft(page.edited);
}

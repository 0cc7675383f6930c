import * as vscode from 'vscode';
import { unresolvedIn } from '../../model/merge/conflictMarkers.ts';
import { isSameText } from '../../model/merge/lineEdits.ts';
import { followed, sent, baseOf, type PlatformPage } from '../../model/editing/editablePage.ts';
import { isKind } from '../../model/shared/failure.ts';
import type { EditTarget } from '../../store/editing/edits.ts';
import { showStatus } from '../messages/show.ts';
import { combined, type Combination } from './combination.ts';
import { nameOf } from './comparison.ts';
import { reportDifferent } from './differentText.ts';
import { offerLinksToHeadings } from './renamedHeadings.ts';
import { notSent, whyNotSent } from './failures.ts';
import { nameOfLastEditor } from './lastEditor.ts';
import { recordVersion, rebaseText, type EditSession, type OpenPage } from './shared/openPages.ts';
import { warnOfOverwritten } from './shared/overwritten.ts';
import { combinedInWords, conflictInWords, resolveFirst } from './conflictWording.ts';
import type { SavingContext } from './savingContext.ts';
import { documentAt } from '../services/openDocuments.ts';
import type { Uses } from '../services/services.ts';

/** Sends pages to their change requests. */
export interface Saving extends vscode.Disposable {
  /**
   * Sends a page that was saved by hand, as one revision. If it can't be sent, rejects with the reason: the editor then
   * stays dirty, and the text is stored as a draft.
   */
  save(page: OpenPage, text: string): Promise<void>;
  /** Called when a page was sent together with others. Updates its editor, which has written nothing itself. */
  sentTogether(page: OpenPage, text: string, sentAs: SentText): Promise<void>;
}

export interface SentText {
  /** Includes other people's changes. */
  readonly text: string;
  /** The platform's text before the save. */
  readonly before: string;
}

export function createSaving(parts: SavingContext): Saving {
  const { edge } = parts;
  /**
   * Pages where the platform's text differs from the editor's: it contains changes by others, or the server altered it.
   */
  const changedByPlatform = new Map<OpenPage, 'combined' | 'altered'>();

  async function save(page: OpenPage, text: string): Promise<void> {
    const { session, target, combined: filled } = page;
    page.combined = undefined;
    const isFilled = filled !== undefined && isSameText(filled.after, text);
    if (isFilled) rebaseText(page, filled, filled.over);
    await keep(page, text);
    const left = page.markers ? unresolvedIn(text, page.markers) : 0;
    if (left > 0) throw notSent(resolveFirst(left));
    const base = baseOf(page.edited);
    let present: PlatformPage = session.edits.cachedPage(target) ?? { text: base, modifiedAt: page.edited.modifiedAt };
    for (let isAgain = false; ; isAgain = true) {
      const whole = combined(base, text, present);
      if (whole.merged && whole.merged.conflicts.length > 0) {
        const name = await nameOfLastEditor(parts, session);
        await parts.conflictView().mark(page, { base, theirs: present.text, over: present.text, name });
        throw notSent(conflictInWords(name));
      }
      if (whole.isNothingNew) return confirmSaved(page, text);
      // Loaded before sending, because afterwards the current user made the last revision.
      const name = isFilled || whole.isCombined ? { last: await nameOfLastEditor(parts, session) } : undefined;
      try {
        await send(page, text, whole, present);
        if (isFilled) {
          // From now on Undo reverts the current user's changes, not those of others.
          recordVersion(page, { text: filled.before, over: filled.before });
          recordVersion(page, { text, over: text });
        }
        if (name) showStatus(combinedInWords(name.last, [nameOf(page.uri)], session.number), 10_000);
        return;
      } catch (error) {
        edge.note(`Sending ${page.uri.path}`, error);
        const fresh = isKind(error, 'conflict') ? await presentAgain(page) : undefined;
        // Someone else saved at the same moment.
        if (isAgain || !fresh || fresh.text === present.text) throw await whyNotSent(parts, page, error);
        present = fresh;
      }
    }
  }

  async function presentAgain({ session, target }: OpenPage): Promise<PlatformPage | undefined> {
    return session.edits.refresh(target).catch(() => undefined);
  }

  async function send(
    page: OpenPage,
    text: string,
    { text: whole, over }: Combination,
    before: PlatformPage,
  ): Promise<void> {
    const { session, target } = page;
    const { space, number } = session;
    const result = await session.edits.send(
      { space, number },
      [{ kind: 'write', page: target.page, text: whole, base: over }],
      {
        onOverwritten: warnOfOverwritten(parts, session),
      },
    );
    await confirmSaved(page, text, { text: whole, before: before.text });
    showStatus(vscode.l10n.t('Saved to #{0}.', number), 4000);
    reportDifferent(parts, session, result.different);
  }

  /** Stores the text before it is sent, so that it isn't lost whatever happens. */
  async function keep(page: OpenPage, text: string): Promise<void> {
    page.storedText = text;
    await page.session.edits.drafts.keep(page.target, text, baseOf(page.edited), page.markers);
  }

  /**
   * Called when the platform has the content of this text: discards the draft and updates the editor. `sentAs` is what
   * was sent for it, if anything was.
   */
  async function confirmSaved(page: OpenPage, text: string, sentAs?: SentText, isAsTyped = true): Promise<void> {
    const { target, session } = page;
    const { withMain } = page.markers ?? {};
    page.storedText = undefined;
    page.markers = undefined;
    page.edited = isAsTyped ? sent(page.edited, text, Date.now()) : { ...page.edited, text, base: text, seen: text };
    const present = session.edits.cachedPage(target);
    // If the cache still has the earlier text, the new one couldn't be read.
    if (present && !isSameText(present.text, text) && present.text !== sentAs?.before) {
      const isAltered = sentAs && isSameText(sentAs.text, text);
      changedByPlatform.set(page, isAltered ? 'altered' : (changedByPlatform.get(page) ?? 'combined'));
    }
    await session.edits.drafts.discard(target);
    if (withMain) await endConflict(parts, session, target);
    if (sentAs) offerLinksToHeadings(parts, session, { page: target.page, before: sentAs.before, after: sentAs.text });
  }

  /**
   * Once VS Code knows that the document is saved, its editor gets the platform's version, unless the user is typing.
   */
  function follow(document: vscode.TextDocument): void {
    const page = parts.files().pages.get(document.uri.toString());
    const why = page && changedByPlatform.get(page);
    if (!page || !why) return;
    changedByPlatform.delete(page);
    const present = page.session.edits.cachedPage(page.target);
    if (!present) return;
    if (!document.isDirty) {
      const text = document.getText();
      if (why === 'combined') {
        recordVersion(page, { text, over: text });
        recordVersion(page, { text: present.text, over: present.text });
      }
      parts.files().show(page, followed(page.edited, present));
    } else if (why === 'altered') {
      page.edited = { ...page.edited, text: present.text, base: present.text, seen: present.text };
    }
  }

  const following = vscode.workspace.onDidSaveTextDocument(follow);
  return {
    save,
    async sentTogether(page, text, sentAs) {
      await confirmSaved(page, text, sentAs, false);
      const document = documentAt(page.uri);
      if (document && !document.isDirty) follow(document);
    },
    dispose() {
      following.dispose();
    },
  };
}

/** Ends the conflict of a saved page. If that fails, the page stays marked. */
export async function endConflict(
  { stores, edge }: Uses<'edge' | 'stores'>,
  session: EditSession,
  target: EditTarget,
): Promise<void> {
  try {
    await (await stores(session.account).conflicts()).resolve(target.space, target.number, target.page);
  } catch (error) {
    edge.explain('docsPlatform.editing.resolveConflicts', error);
  }
}

import type * as vscode from 'vscode';
import { baseOf } from '../../../../model/editing/editablePage.ts';
import { unresolvedIn } from '../../../../model/merge/conflictMarkers.ts';
import { isSameText } from '../../../../model/merge/lineEdits.ts';
import { ApiError } from '../../../../model/shared/failure.ts';
import { ensureUnlocked } from '../../../ground/prompts/ensureUnlocked.ts';
import type { Services } from '../../../ground/services/services.ts';
import { isClosed, offerWaysOut } from './closed.ts';
import { conflictInWords, resolveFirst } from './conflictWording.ts';
import { reportDifferent } from './differentText.ts';
import { notSent, whyNotSent } from './failures.ts';
import { createSavedPages, type SavedPagesContext } from './savedPages.ts';
import { agreesToBatches, offerConflicts, offerGone, reportNothingUnsent, reportSaved } from './words.ts';
import { keepUnsent, sendUnsent, type Outcome, type SavedPage } from './sendUnsent.ts';
import {
  recordVersion,
  rebaseText,
  type EditSession,
  type OpenPage,
  type OtherSide,
} from '../../../ground/sessions/openPages.ts';
import { warnOfOverwritten } from '../../../ground/sessions/overwritten.ts';
import { unsentOf, type Unsent } from '../../../ground/sessions/unsentPages.ts';

/** Sends pages to their change requests. */
export interface Saving extends vscode.Disposable {
  /**
   * Sends a page that was saved by hand, as one revision. If it can't be sent, rejects with the reason: the editor then
   * stays dirty, and the text is stored as a draft.
   */
  readonly save: (page: OpenPage, text: string) => Promise<void>;
  /** Sends all unsent changes of a change request, or only those of some pages. */
  readonly saveAll: (session: EditSession, options: SaveAllOptions) => Promise<void>;
}

export interface SaveAllOptions {
  /** Ids of pages. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Moves the unsent changes of a change request to another one. */
  readonly takeElsewhere: (from: EditSession, unsent: readonly Unsent[]) => Promise<void>;
}

export interface SavingContext extends SavedPagesContext, Services {
  /** Marks conflicts in the editor of a page. */
  readonly conflictView: { mark(page: OpenPage, other: OtherSide): Promise<void> };
}

export function createSaving(parts: SavingContext): Saving {
  const { edge, pages, conflictView } = parts;
  const savedPages = createSavedPages(parts);
  const explained = (error: unknown) => edge.explain('docsPlatform.editing.saveAll', error);

  async function save(page: OpenPage, text: string): Promise<void> {
    const { session, combined: filled } = page;
    page.combined = undefined;
    const isFilled = filled !== undefined && isSameText(filled.after, text);
    if (isFilled) rebaseText(page, filled, filled.over);
    const unsent = { target: page.target, text, base: baseOf(page.edited), markers: page.markers, page, isFilled };
    await keepUnsent(session, unsent);
    const outcome = await sendUnsent(parts, session, [unsent]).catch(async (error: unknown) => {
      throw await whyNotSent(parts, page, error);
    });
    const [saved] = outcome.saved;
    if (!saved) throw await failed(page, unsent, outcome);
    await savedPages.confirmEdited(page, saved);
    if (saved.isNothingNew) return;
    if (isFilled) {
      // From now on Undo reverts the current user's changes, not those of others.
      recordVersion(page, { text: filled.before, over: filled.before });
      recordVersion(page, { text, over: text });
    }
    report(session, outcome);
  }

  /** Why a page that was saved by hand wasn't sent. Conflicts are marked in its editor. */
  async function failed(page: OpenPage, { text, base, markers }: Unsent, outcome: Outcome): Promise<Error> {
    const { unresolved, conflicts, gone, by, error } = outcome;
    const { number } = page.session;
    if (markers && unresolved.length > 0) return notSent(resolveFirst(unresolvedIn(text, markers)));
    const [conflict] = conflicts;
    if (conflict) {
      const { theirs } = conflict;
      await conflictView.mark(page, { base, theirs, over: theirs, by });
      return notSent(conflictInWords(by));
    }
    return whyNotSent(parts, page, gone.length > 0 ? new ApiError('missing', { code: 'pageDeleted', number }) : error);
  }

  async function saveAll(session: EditSession, { only, takeElsewhere }: SaveAllOptions): Promise<void> {
    const all = await unsentOf(session, pages);
    const unsent = only ? all.filter(({ target }) => only.has(target.page)) : all;
    if (unsent.length === 0) return reportNothingUnsent(session, only?.size);
    const inMotion = unsent.flatMap(({ page }) => page ?? []);
    for (const page of inMotion) page.isSaving = true;
    try {
      await Promise.all(unsent.map((each) => keepUnsent(session, each)));
      const changeRequest = await session.content.refresh(session.space, session.number);
      if (isClosed(changeRequest)) {
        const take = async () => takeElsewhere(session, await unsentOf(session, pages));
        offerWaysOut(parts, session, changeRequest, unsent.length, take).catch(explained);
      } else if (await ensureUnlocked(parts, session.account, session.space)) {
        await sendAll(session, unsent);
      }
    } finally {
      for (const page of inMotion) page.isSaving = false;
    }
  }

  async function sendAll(session: EditSession, unsent: readonly Unsent[]): Promise<void> {
    const outcome = await sendUnsent(parts, session, unsent, (ready) => agreesToBatches(parts, ready.length));
    const { saved, unresolved, conflicts, gone, by, error } = outcome;
    await Promise.all(saved.map((each) => savedPages.confirm(session, each)));
    await clean(saved);
    // No page can take these texts any more, so they are offered for viewing instead of staying unsent forever.
    if (gone.length > 0) offerGone(parts, session, gone).catch(explained);
    report(session, outcome);
    const overtaken = [...unresolved, ...conflicts];
    // Marked conflicts name whose they are with.
    const whose = conflicts.length > 0 ? by : (unresolved[0]?.markers ?? by);
    if (overtaken.length > 0) offerConflicts(parts, session, overtaken, whose).catch(explained);
    if (error) throw error;
  }

  function report(session: EditSession, { saved, by, different, overwritten }: Outcome): void {
    if (overwritten.length > 0) warnOfOverwritten(parts, session)(overwritten);
    reportDifferent(parts, session, different);
    reportSaved(session, saved, by);
  }

  return { save, saveAll, dispose: () => void savedPages.dispose() };
}

/** A page that was sent is saved by its editor without sending it again. */
async function clean(saved: readonly SavedPage[]): Promise<void> {
  for (const { dirty, text } of saved) if (dirty?.isDirty && dirty.getText() === text) await dirty.save();
}

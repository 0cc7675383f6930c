import * as vscode from 'vscode';
import { titleText } from '../../../../model/shared/titleText.ts';
import { titledText } from '../../../../model/text/titleHeading.ts';
import { run } from '../../../ground/contributions/run.ts';
import { showInformation, showStatus } from '../../../ground/messages/show.ts';
import type { Uses } from '../../../ground/services/services.ts';
import { plural } from '../../../ground/words/plural.ts';
import { nameOf } from './comparison.ts';
import { combinedInWords } from './conflictWording.ts';
import type { Contributor } from './lastEditor.ts';
import type { SavedPage } from './sendUnsent.ts';
import { mostAtOnceInWords } from '../../../ground/sessions/batches.ts';
import type { EditSession } from '../../../ground/sessions/openPages.ts';
import { isIn, titleOfPage, uriOfPage, type Unsent } from '../../../ground/sessions/unsentPages.ts';

// What is said about a save, of one page or of many.

/** `asked` is the number of pages that the user chose, if they chose some. */
export async function reportNothingUnsent(session: EditSession, asked: number | undefined): Promise<void> {
  const { number } = session;
  if (asked !== undefined) {
    const words = plural(
      vscode.l10n.t('This page is already saved to #{1}.|These pages are already saved to #{1}.'),
      asked,
      number,
    );
    return void (await showInformation(words));
  }
  // A page restored by VS Code that is gone, or can't be read now.
  const left = vscode.workspace.textDocuments.find(({ isDirty, uri }) => isDirty && isIn(session, uri));
  if (left) {
    throw new Error(
      vscode.l10n.t(
        "Couldn't save “{0}”: it no longer exists in #{1}. Your text is still in the editor, so you can copy it from there.",
        nameOf(left.uri),
        number,
      ),
    );
  }
  await showInformation(vscode.l10n.t('Everything is saved to #{0}.', number));
}

/** Whether to send so many pages as several revisions, if one isn't enough. */
export async function agreesToBatches({ prompts }: Uses<'prompts'>, count: number): Promise<boolean> {
  const words = mostAtOnceInWords(count);
  if (!words) return true;
  const answer = await prompts.choose({ ...words, modal: true, severity: 'warning' });
  return answer !== undefined;
}

/** `by` is whose changes some pages were combined with. */
export function reportSaved({ number }: EditSession, saved: readonly SavedPage[], by: Contributor): void {
  if (saved.length === 0) return;
  const both = saved.filter(({ isCombined, isNothingNew }) => isCombined && !isNothingNew);
  if (both.length > 0) {
    const titles = both.slice(0, mostNamed).map(({ text }) => titleIn(text));
    return showStatus(combinedInWords(by, titles, number), 10_000);
  }
  if (saved.length === 1) return showStatus(vscode.l10n.t('Saved to #{0}.', number), 4000);
  // A status bar message is easy to miss, and saving several pages at once is rare.
  void showInformation(plural(vscode.l10n.t('Saved {0} page to #{1}.|Saved {0} pages to #{1}.'), saved.length, number));
}

const mostNamed = 3;

/** Offers to resolve conflicts. `by` is who made the other changes. */
export async function offerConflicts(
  { prompts }: Uses<'prompts'>,
  session: EditSession,
  overtaken: readonly Unsent[],
  by: Contributor,
): Promise<void> {
  const { number } = session;
  const resolve = vscode.l10n.t('Resolve Conflicts');
  const names = await Promise.all(
    overtaken.map(async ({ target, page }) => (page ? nameOf(page.uri) : titleOfPage(session, target.page))),
  );
  const pages = names.map((each) => `“${each}”`).join(', ');
  const answer = await prompts.choose({
    message: by.isUser
      ? vscode.l10n.t(
          'You changed the same lines of {0} in #{1} elsewhere. This text is kept as a draft. Resolve the conflicts to save it.',
          pages,
          number,
        )
      : vscode.l10n.t(
          '{0} changed the same lines of {1} in #{2}. Your text is kept as a draft. Resolve the conflicts to save it.',
          by.name ?? vscode.l10n.t('Someone else'),
          pages,
          number,
        ),
    severity: 'warning',
    actions: [resolve],
  });
  if (answer !== resolve) return;
  const [first] = overtaken;
  const uri = first && (first.page?.uri ?? (await uriOfPage(session, first.target.page)));
  if (uri) await run('editing.resolveConflicts', uri);
}

export async function offerGone(
  { prompts }: Uses<'prompts'>,
  session: EditSession,
  gone: readonly Unsent[],
): Promise<void> {
  const { number } = session;
  const open = vscode.l10n.t('Open as Untitled');
  const names = gone.map(({ text }) => `“${titleIn(text)}”`).join(', ');
  const answer = await prompts.choose({
    message: vscode.l10n.t(
      "Your changes to {0} weren't saved: it was deleted in #{1}. Open the text as an untitled document to keep it.",
      names,
      number,
    ),
    severity: 'warning',
    actions: [open],
  });
  if (answer !== open) return;
  for (const { target, text } of gone) {
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: text });
    await vscode.window.showTextDocument(document, { preview: false });
    await session.edits.drafts.discard(target);
  }
}

function titleIn(text: string): string {
  return titleText(titledText(text).heading);
}

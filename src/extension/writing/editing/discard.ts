import * as vscode from 'vscode';
import { replaced, taken } from '../../../model/editing/editablePage.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { nameOf } from './saving/comparison.ts';
import type { PageChanges } from './pageChanges.ts';
import { presentOf, type OpenPage } from '../../ground/sessions/openPages.ts';
import { documentAt, isDirtyAt } from '../../ground/services/openDocuments.ts';
import type { Uses } from '../../ground/services/services.ts';
import { pagesNamed } from '../../ground/words/pagesNamed.ts';
import { plural } from '../../ground/words/plural.ts';

/** The most pages that the question names. */
const mostNamed = 10;

/** Discards the unsent changes of pages, after the user has confirmed it. */
export async function discardDrafts(
  { prompts }: Uses<'prompts'>,
  changes: Pick<PageChanges, 'show'>,
  given: readonly OpenPage[],
): Promise<void> {
  const pages: OpenPage[] = [];
  for (const page of given) {
    if (isDirtyAt(page.uri) || (await page.session.edits.drafts.get(page.target))) pages.push(page);
  }
  const [first] = pages;
  if (!first) {
    const numbers = [...new Set(given.map(({ session }) => `#${session.number}`))].join(', ');
    await showInformation(vscode.l10n.t('Everything is saved to {0}.', numbers));
    return;
  }
  const discard = vscode.l10n.t('Discard');
  const { number } = first.session;
  const isOne = pages.length === 1;
  const answer = await prompts.choose({
    message: isOne
      ? vscode.l10n.t('Discard unsent changes to “{0}”?', nameOf(first.uri))
      : plural(vscode.l10n.t('Discard unsent changes to {0} page?|Discard unsent changes to {0} pages?'), pages.length),
    detail: isOne
      ? vscode.l10n.t("The page goes back to its state in #{0}. This can't be undone.", number)
      : [
          pagesNamed(
            pages.map(({ uri }) => ({ title: uri.path.slice(1) })),
            mostNamed,
          ),
          vscode.l10n.t("The pages go back to what was last saved. This can't be undone."),
        ].join('\n'),
    modal: true,
    severity: 'warning',
    actions: [discard],
  });
  if (answer !== discard) return;
  for (const page of pages) await discardOne(changes, page);
}

async function discardOne(changes: Pick<PageChanges, 'show'>, page: OpenPage): Promise<void> {
  const { session, target, uri } = page;
  const document = documentAt(uri);
  // If the page was deleted, there is nothing left to show.
  const present = await presentOf(session, target);
  page.isSaving = true;
  try {
    page.storedText = undefined;
    await session.edits.drafts.discard(target);
    if (present) {
      changes.show(page, replaced(page.edited, present));
      // The editor takes it below. It has to get the new size and time with it, or its next save would be refused.
      page.edited = taken(page.edited);
    }
  } finally {
    page.isSaving = false;
  }
  if (!document?.isDirty) return;
  await vscode.window.showTextDocument(document, { preview: false });
  await vscode.commands.executeCommand(
    present ? 'workbench.action.files.revert' : 'workbench.action.revertAndCloseActiveEditor',
  );
}

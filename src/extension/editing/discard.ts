import * as vscode from 'vscode';
import { replaced } from '../../model/editing/editablePage.ts';
import { showInformation } from '../messages/show.ts';
import { nameOf } from './comparison.ts';
import type { EditableFiles } from './editableFiles.ts';
import { presentOf, type OpenPage } from './shared/openPages.ts';
import { documentAt } from '../services/openDocuments.ts';
import type { Uses } from '../services/services.ts';

/** Discards the unsent changes of a page, after the user has confirmed it. */
export async function discardDraftOf(
  { prompts }: Uses<'prompts'>,
  files: Pick<EditableFiles, 'show'>,
  page: OpenPage,
): Promise<void> {
  const { session, target, uri } = page;
  const document = documentAt(uri);
  const draft = await session.edits.drafts.get(target);
  if (!draft && !document?.isDirty) {
    await showInformation(vscode.l10n.t('Everything is saved to #{0}.', session.number));
    return;
  }
  const discard = vscode.l10n.t('Discard');
  const answer = await prompts.choose({
    message: vscode.l10n.t('Discard unsent changes to “{0}”?', nameOf(uri)),
    detail: vscode.l10n.t("The page goes back to its state in #{0}. This can't be undone.", session.number),
    modal: true,
    severity: 'warning',
    actions: [discard],
  });
  if (answer !== discard) return;
  // If the page was deleted, there is nothing left to show.
  const present = await presentOf(session, target);
  page.isSaving = true;
  try {
    page.storedText = undefined;
    await session.edits.drafts.discard(target);
    if (present) files.show(page, replaced(page.edited, present));
  } finally {
    page.isSaving = false;
  }
  if (!document?.isDirty) return;
  await vscode.window.showTextDocument(document, { preview: false });
  await vscode.commands.executeCommand(
    present ? 'workbench.action.files.revert' : 'workbench.action.revertAndCloseActiveEditor',
  );
}

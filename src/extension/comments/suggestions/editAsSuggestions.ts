import * as vscode from 'vscode';
import { nodeAt, type Place } from '../../ground/places/place.ts';
import { isSameText } from '../../../model/merge/lineEdits.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { isDirtyAt } from '../../ground/services/openDocuments.ts';
import type { CommentContext } from '../shared/context.ts';
import { suggestedEditUri } from './suggestedFiles.ts';

/**
 * Opens a copy of a page of a change request in which changes can be made that are then suggested. A copy with changes
 * is opened again as it is.
 */
export async function editAsSuggestions(parts: CommentContext, place: Place | undefined): Promise<void> {
  const number = place?.version.kind === 'changeRequest' ? place.version.number : undefined;
  const page = place && (place.page ?? (await nodeAt(parts, place))?.id);
  if (!place || number === undefined || page === undefined)
    throw new Error(vscode.l10n.t('Open a page of a change request first, or select one in the view.'));
  const { account, space } = place;
  const [library, content, edits] = await Promise.all([
    parts.stores(account).library(),
    parts.stores(account).contents(),
    parts.stores(account).suggestedEdits(),
  ]);
  if ((await library.space(space)).permissions?.['comment'] === false)
    throw new Error(vscode.l10n.t("You don't have permission to comment here."));
  await content.refresh(space, number);
  const { changeRequest, reading, node } = await content.reading(space, number, page);
  const target = { place: { space, changeRequest: changeRequest.id }, page };
  const before = await edits.get(target);
  const { title } = node;
  const uri = suggestedEditUri({ account: account.key, target }, number, nameOf(before?.title ?? title));
  const hasChanges = before !== undefined && (before.text !== before.base.text || isDirtyAt(uri));
  if (!hasChanges) await edits.begin({ target, number, title, text: reading.text, base: reading });
  const { document } = await vscode.window.showTextDocument(uri, { preview: false });
  // VS Code may still have the text of a copy that was closed.
  if (!hasChanges && !isSameText(document.getText(), reading.text))
    await vscode.commands.executeCommand('workbench.action.files.revert');
  if (hasChanges && before.base.markdown !== reading.markdown) {
    await showInformation(
      vscode.l10n.t(
        '“{0}” has changed in #{1} since you began to edit it. Your changes are still here.',
        title,
        number,
      ),
    );
  }
}

/** Replaces what a path can't contain. */
function nameOf(title: string): string {
  const name = title
    .slice(0, 200)
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/^[.\s]+/, '')
    .slice(0, 60)
    .trim();
  return name.toWellFormed() || vscode.l10n.t('Page');
}

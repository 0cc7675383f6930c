import * as vscode from 'vscode';
import type { EditingReasons } from '../../../model/shared/reasons.ts';
import type { WordsFor } from './reasonTable.ts';

export const editingWords: WordsFor<EditingReasons> = {
  noTextOfItsOwn: ({ title }) => vscode.l10n.t('“{0}” has no text of its own to edit.', title),
  changedOnServer: ({ title }) =>
    vscode.l10n.t('“{0}” changed on the server in the meantime. Compare the two versions before you save.', title),
  slugTaken: ({ title, slug, by }) =>
    vscode.l10n.t('“{0}” already has the slug “{1}”. Choose another one for “{2}”.', by, slug, title),
  pageBelowItself: ({ title }) => vscode.l10n.t("“{0}” can't be moved into itself or its subpages.", title),
  pageTooLong: ({ title, length, most }) =>
    vscode.l10n.t(
      '“{0}” has {1} characters, but a page can have at most {2}. Split it into several pages.',
      title,
      countInWords(length),
      countInWords(most),
    ),
  noTitle: ({ title }) =>
    title === undefined
      ? vscode.l10n.t('A page needs a title.')
      : vscode.l10n.t('“{0}” needs a title. Write it after the # in the first line.', title),
  titleTooLong: ({ start, most }) =>
    vscode.l10n.t('The title “{0}…” is too long: a title can have at most {1} characters.', start, most),
  pageDeleted: ({ number }) => vscode.l10n.t('The page is no longer in #{0}: it was deleted.', number),
  noPagesBelow: ({ title }) =>
    vscode.l10n.t("“{0}” can't have pages below it. Choose a page with text, or a group.", title),
  changeRequestMerged: ({ number }) =>
    vscode.l10n.t('#{0} was merged and can no longer be changed. Move your changes to another change request.', number),
  changeRequestArchived: ({ number }) =>
    vscode.l10n.t('#{0} is archived. Reopen it, or move your changes to another change request.', number),
  changeRequestReadOnly: ({ number }) =>
    vscode.l10n.t(
      "You can read #{0} but not edit it: you don't have permission to edit the space. Nothing was sent.",
      number,
    ),
  changeRequestMissing: ({ number }) =>
    vscode.l10n.t(
      "#{0} no longer exists, or you don't have access to it. Move your changes to another change request.",
      number,
    ),
  editingUnsupported: () =>
    vscode.l10n.t(
      "This server doesn't support editing pages here. Edit the page in the browser, or in the repository of the space.",
    ),
  filesUnsupported: () =>
    vscode.l10n.t(
      "Nothing was saved, because this server doesn't take new files from here. Add them in the browser, and remove their links until then.",
    ),
  revisionsMissing: ({ number, cause }, sentence) =>
    vscode.l10n.t(
      "The server no longer has the revisions of #{0}, so its changes can't be undone here. {1}",
      number,
      sentence(cause),
    ),
  notApplied: ({ number, cause }, sentence) => vscode.l10n.t('Nothing was saved to #{0}. {1}', number, sentence(cause)),
  saveUnknown: ({ cause }, sentence) =>
    vscode.l10n.t(
      "The connection dropped and we couldn't check whether your change went through. Save again when you're connected: we check first, so nothing is sent twice. {0}",
      sentence(cause),
    ),
  changedDuringSave: ({ number }) =>
    vscode.l10n.t(
      'The connection dropped, and #{0} now differs from what you sent. Compare before you save again.',
      number,
    ),
  tooManyChanges: ({ count, most }) =>
    vscode.l10n.t(
      'There are {0} changes, but the server accepts at most {1} at once. Save them in batches, each as its own revision.',
      count,
      most,
    ),
  partlySent: ({ number, sent, all, cause }, sentence) =>
    vscode.l10n.t('The first {0} of {1} changes were saved to #{2}. {3}', sent, all, number, sentence(cause)),
  idsMissing: () =>
    vscode.l10n.t("The server didn't return the IDs of the new pages, so the pages below them weren't imported."),
  pageMissing: () => vscode.l10n.t("This page doesn't exist anymore."),
};

function countInWords(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

import * as vscode from 'vscode';
import type { CommentReasons } from '../../../model/shared/reasons.ts';
import type { WordsFor } from './reasonTable.ts';

export const commentWords: WordsFor<CommentReasons> = {
  nothingToSend: () => vscode.l10n.t('Write something first: there is nothing to send.'),
  nothingToAdd: () => vscode.l10n.t('Write something first: there is nothing to add to the review.'),
  editNotPending: () => vscode.l10n.t("Edits to a comment can't be part of a review. Save them now."),
  maybePosted: () =>
    vscode.l10n.t(
      "Your comment may already be on the server, but we can't check. Open the thread in the browser: if the comment is there, discard it under Unsent; if not, retry.",
    ),
  draftsJoined: () =>
    vscode.l10n.t('You already had unsent text here. Both texts are now in one draft: review it, then send it.'),
  notResolved: ({ cause }, sentence) =>
    vscode.l10n.t("Your reply was sent, but the thread wasn't resolved. {0}", sentence(cause)),
  commentedPageGone: ({ title }) =>
    title
      ? vscode.l10n.t('The page “{0}” was deleted. You can send your text as a general comment.', title)
      : vscode.l10n.t('The page was deleted. You can send your text as a general comment.'),
  windowClosed: () => vscode.l10n.t('The window was closed while this was being sent.'),
};

import * as vscode from 'vscode';
import { placeOf } from '../../model/comments/quotePlace.ts';
import { isSame } from '../../model/shared/same.ts';
import type { DraftTarget } from '../../store/comments/drafts.ts';
import type { Box, BoxState } from './boxState.ts';
import type { CommentedPage } from './commentedPage.ts';
import type { InlineThreads } from './inlineThreads.ts';

/** Shows the drafts of an opened page as comments, because boxes would take the focus. */
export function showDrafts(
  inline: InlineThreads,
  { opened }: BoxState,
  page: CommentedPage,
  document: vscode.TextDocument,
): void {
  for (const { target, text, unsent } of page.threads.drafts.cached()) {
    if (target.kind === 'edit' || target.pending !== undefined || unsent) continue;
    if (!isSame(target.place, page.place)) continue;
    if (target.kind === 'reply') {
      const comment = commentOf(text);
      const placed = inline.placedIn(document.uri).find(({ id }) => id === target.thread);
      if (!placed) continue;
      placed.widget.draft(comment);
      const hide = () => placed.widget.draft(undefined);
      opened.add({ page, target, thread: placed.widget.thread, text, comment, hide });
    } else if (target.page === page.page) {
      showNewThread(inline, { opened }, { page, target, text }, document.uri, rangeOf(target.quote, document));
    }
  }
}

/** Shows the draft of a new comment as a comment. */
export function showNewThread(
  inline: InlineThreads,
  { opened }: Pick<BoxState, 'opened'>,
  { page, target, text }: { readonly page: CommentedPage; readonly target: DraftTarget; readonly text: string },
  uri: vscode.Uri,
  range: vscode.Range | undefined,
): Box & { readonly comment: vscode.Comment } {
  const comment = commentOf(text);
  const thread = inline.begin(uri, range, comment);
  const hide = () => {
    if (!inline.placedAt(thread)) thread.dispose();
  };
  const box = { page, target, thread, text, comment, hide };
  opened.add(box);
  return box;
}

function commentOf(body: string): vscode.Comment {
  return {
    body,
    mode: vscode.CommentMode.Preview,
    author: { name: vscode.l10n.t('You') },
    contextValue: 'draft',
    label: vscode.l10n.t('Draft'),
  };
}

function rangeOf(quote: string | undefined, document: vscode.TextDocument): vscode.Range | undefined {
  const place = quote === undefined ? undefined : placeOf(quote, document.getText());
  return place && new vscode.Range(document.positionAt(place.start), document.positionAt(place.end));
}

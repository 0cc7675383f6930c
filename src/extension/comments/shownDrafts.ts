import * as vscode from 'vscode';
import { placeOf } from '../../model/comments/quotePlace.ts';
import { isSame } from '../../model/shared/same.ts';
import type { BoxState } from './boxState.ts';
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
    const comment = commentOf(text);
    if (target.kind === 'reply') {
      const placed = inline.placedIn(document.uri).find(({ id }) => id === target.thread);
      if (!placed) continue;
      placed.widget.draft(comment);
      const hide = () => placed.widget.draft(undefined);
      opened.add({ page, target, thread: placed.widget.thread, text, comment, hide });
    } else if (target.page === page.page) {
      const thread = inline.begin(document.uri, rangeOf(target.quote, document), comment);
      const hide = () => {
        if (!inline.placedAt(thread)) thread.dispose();
      };
      opened.add({ page, target, thread, text, comment, hide });
    }
  }
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

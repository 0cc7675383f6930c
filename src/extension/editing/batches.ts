import * as vscode from 'vscode';
import { mostAtOnce } from '../../model/editing/limits.ts';
import { plural } from '../words/plural.ts';

/** Asks whether to send this many pages as several revisions; undefined if one revision is enough. */
export function mostAtOnceInWords(
  count: number,
): { readonly message: string; readonly detail: string; readonly actions: readonly string[] } | undefined {
  const batches = Math.ceil(count / mostAtOnce);
  if (batches < 2) return undefined;
  return {
    message: plural(vscode.l10n.t('Send {1} pages as {0} revision?|Send {1} pages as {0} revisions?'), batches, count),
    detail: plural(
      vscode.l10n.t(
        'The platform takes {0} page at once. Each revision arrives by itself: if one fails, those before it are there.|The platform takes {0} pages at once. Each revision arrives by itself: if one fails, those before it are there.',
      ),
      mostAtOnce,
    ),
    actions: [plural(vscode.l10n.t('Send as {0} Revision|Send as {0} Revisions'), batches)],
  };
}

import * as vscode from 'vscode';
import { mostAtOnce } from '../../model/editing/limits.ts';

/** The question whether to send so many pages as several revisions; undefined when they are one. */
export function mostAtOnceInWords(
  count: number,
): { readonly message: string; readonly detail: string; readonly actions: readonly string[] } | undefined {
  const batches = Math.ceil(count / mostAtOnce);
  if (batches < 2) return undefined;
  return {
    message: vscode.l10n.t('Send {0} pages as {1} revisions?', count, batches),
    detail: vscode.l10n.t(
      'The platform takes {0} pages at once. Each revision arrives by itself: if one fails, those before it are there.',
      mostAtOnce,
    ),
    actions: [vscode.l10n.t('Send as {0} Revisions', batches)],
  };
}

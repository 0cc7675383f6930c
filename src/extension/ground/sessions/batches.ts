import * as vscode from 'vscode';
import { mostAtOnce } from '../../../model/editing/limits.ts';
import { plural } from '../words/plural.ts';

/** Asks whether to send this many pages as several revisions; undefined if one revision is enough. */
export function mostAtOnceInWords(
  count: number,
): { readonly message: string; readonly detail: string; readonly actions: readonly string[] } | undefined {
  const batches = Math.ceil(count / mostAtOnce);
  if (batches < 2) return undefined;
  return {
    message: plural(vscode.l10n.t('Save {1} pages as {0} revision?|Save {1} pages as {0} revisions?'), batches, count),
    detail: plural(
      vscode.l10n.t(
        'The server accepts {0} page at a time. If a revision fails, the earlier ones stay saved.|The server accepts {0} pages at a time. If a revision fails, the earlier ones stay saved.',
      ),
      mostAtOnce,
    ),
    actions: [plural(vscode.l10n.t('Save as {0} Revision|Save as {0} Revisions'), batches)],
  };
}

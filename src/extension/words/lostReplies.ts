import * as vscode from 'vscode';
import { plural } from './plural.ts';

/** What is said below the question whether to delete a comment that has this many replies. */
export function lostReplies(count: number): string {
  if (count === 0) return vscode.l10n.t('This cannot be undone.');
  return plural(
    vscode.l10n.t(
      'Its reply is deleted with it. This cannot be undone.|Its {0} replies are deleted with it. This cannot be undone.',
    ),
    count,
  );
}

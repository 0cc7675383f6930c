import * as vscode from 'vscode';
import { plural } from './plural.ts';

/** The consequence of deleting a comment with this many replies, for the question. */
export function lostReplies(count: number): string {
  if (count === 0) return vscode.l10n.t("This can't be undone.");
  return plural(
    vscode.l10n.t(
      "Its reply is also deleted. This can't be undone.|Its {0} replies are also deleted. This can't be undone.",
    ),
    count,
  );
}

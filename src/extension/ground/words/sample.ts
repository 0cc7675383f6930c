import * as vscode from 'vscode';

/** What to do when the sample workspace can't be opened, after the reason. */
export function startOverText(): string {
  return vscode.l10n.t('To start over, run Reset Sample Workspace.');
}

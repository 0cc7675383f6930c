import * as vscode from 'vscode';
import type { Accounts } from './accounts.ts';

/**
 * Opens the walkthrough for a user without an account. VS Code itself opens it after a manual installation, but not
 * after one by Settings Sync or from the command line.
 */
export function openWalkthrough(accounts: Accounts): void {
  const isWanted = vscode.workspace
    .getConfiguration('workbench')
    .get<boolean>('welcomePage.walkthroughs.openOnInstall');
  if (accounts.active || isWanted === false) return;
  // Opened in the background if the user has an editor open, as VS Code does.
  const inactive = vscode.window.activeTextEditor !== undefined;
  void vscode.commands.executeCommand('workbench.action.openWalkthrough', 'docs-platform.docs-platform#start', {
    inactive,
  });
}

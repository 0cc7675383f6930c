import * as vscode from 'vscode';
import type { Accounts } from './accounts.ts';

/**
 * Opens the walkthrough for a user without an account. VS Code does so itself after an installation by hand, not by Settings Sync
 * or from the command line.
 */
export function openWalkthrough(accounts: Accounts): void {
  const isWanted = vscode.workspace
    .getConfiguration('workbench')
    .get<boolean>('welcomePage.walkthroughs.openOnInstall');
  if (accounts.active || isWanted === false) return;
  // Behind what the user has open, as VS Code does it.
  const inactive = vscode.window.activeTextEditor !== undefined;
  void vscode.commands.executeCommand('workbench.action.openWalkthrough', 'docs-platform.docs-platform#start', {
    inactive,
  });
}

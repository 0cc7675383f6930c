import * as vscode from 'vscode';

/** The walkthrough shows a step as done when the user has done it: its completion event in the manifest is this context key. */
export function completeStep(step: 'library' | 'page' | 'find' | 'changeRequest' | 'comment' | 'edit'): void {
  void vscode.commands.executeCommand('setContext', `docsPlatform.done.${step}`, true);
}

import * as vscode from 'vscode';

/** Opens a URL in the browser exactly as given: a Uri would lose its escapes (`%26`). http and https only. */
export async function openInBrowser(address: string): Promise<void> {
  if (/^https?:\/\//i.test(address)) await vscode.commands.executeCommand('vscode.open', address);
}

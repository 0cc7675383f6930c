import * as vscode from 'vscode';

/** Opens an address in the browser, to the letter: as a Uri it would lose its escapes (`%26`). http and https only. */
export async function openInBrowser(address: string): Promise<void> {
  if (/^https?:\/\//i.test(address)) await vscode.commands.executeCommand('vscode.open', address);
}

import * as vscode from 'vscode';
import { run } from '../contributions/run.ts';

/** What a click on a page opens: its Markdown, the page as its readers see it, or both side by side. */
export type OpenWith = 'source' | 'reader' | 'both';

export const openWithSetting = 'docsPlatform.pages.openWith';

export function openWith(): OpenWith {
  const value = vscode.workspace.getConfiguration().get<string>(openWithSetting);
  return value === 'reader' || value === 'both' ? value : 'source';
}

/** Opens a page as the user has chosen, for code that doesn't show a place in its Markdown. */
export async function openPage(uri: vscode.Uri): Promise<void> {
  if (openWith() === 'source') await vscode.commands.executeCommand('vscode.open', uri);
  else await run('reader.openPage', uri);
}

/** Calls back when the user has chosen otherwise. */
export function onDidChangeOpenWith(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(openWithSetting)) listener();
  });
}

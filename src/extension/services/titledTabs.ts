import * as vscode from 'vscode';
import { isTitled } from './openDocuments.ts';

/** The tabs of diffs of several pages with this title. */
export function titledTabs(title: string): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => isTitled(tab, title));
}

export async function closeTitled(title: string): Promise<void> {
  await vscode.window.tabGroups.close(titledTabs(title));
}

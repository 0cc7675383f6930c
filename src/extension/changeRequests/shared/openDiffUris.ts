import * as vscode from 'vscode';

/** What the active editor shows; of a diff of several pages, the one that the cursor is in. */
export function activeUris(): vscode.Uri[] {
  const shown = openDiffUris(vscode.window.tabGroups.activeTabGroup.activeTab);
  const uri = vscode.window.activeTextEditor?.document.uri;
  return shown.length > 0 || !uri ? shown : [uri];
}

/** What a tab shows: both sides of a diff, the proposed one first, or one document. A diff of several pages does not tell. */
export function openDiffUris(tab: vscode.Tab | undefined): vscode.Uri[] {
  const input = tab?.input;
  if (input instanceof vscode.TabInputTextDiff) return [input.modified, input.original];
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return [input.uri];
  return [];
}

/** Whether the tab is a diff of several pages under this title: it has no address, and VS Code adds how many files they are. */
export function isTitled({ label, input }: vscode.Tab, title: string): boolean {
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputTextDiff) return false;
  return label.startsWith(title) && /^(?: \([^()]*\))?$/.test(label.slice(title.length));
}

import * as vscode from 'vscode';
import { activeUri } from '../places/openPageUri.ts';

/** The URIs that the active editor shows. In a diff of several pages, those of the page with the cursor. */
export function activeUris(): vscode.Uri[] {
  const shown = openDiffUris(vscode.window.tabGroups.activeTabGroup.activeTab);
  const uri = activeUri();
  return shown.length > 0 || !uri ? shown : [uri];
}

/**
 * The URIs that a tab shows: both sides of a diff with the head first, or one document. Empty for a diff of several
 * pages, whose content VS Code doesn't report.
 */
export function openDiffUris(tab: vscode.Tab | undefined): vscode.Uri[] {
  const input = tab?.input;
  if (input instanceof vscode.TabInputTextDiff) return [input.modified, input.original];
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return [input.uri];
  return [];
}

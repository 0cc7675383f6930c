import * as vscode from 'vscode';

/** The page in the active editor or in its preview. */
export function openPageUri(): vscode.Uri | undefined {
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active?.scheme === 'docs-platform') return active;
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const input = tab?.input;
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) {
    return input.uri.scheme === 'docs-platform' ? input.uri : undefined;
  }
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith('markdown.preview')
    ? previewedPage(tab?.label ?? '')
    : undefined;
}

/** VS Code does not tell which document a preview shows; but it keeps it open, and names it in the preview's title. */
function previewedPage(label: string): vscode.Uri | undefined {
  const named = vscode.workspace.textDocuments.filter(
    ({ uri }) => uri.scheme === 'docs-platform' && label.endsWith(` ${uri.path.slice(uri.path.lastIndexOf('/') + 1)}`),
  );
  return named.length === 1 ? named[0]?.uri : undefined;
}

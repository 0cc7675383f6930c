import * as vscode from 'vscode';
import { editScheme, scheme } from '../../model/shared/schemes.ts';
import { lastSegmentOf } from '../../model/shared/segment.ts';

/** The page in the active editor or in its preview, if it is read-only. */
export function openPageUri(): vscode.Uri | undefined {
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active?.scheme === scheme) return active;
  const { input, label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) {
    return input.uri.scheme === scheme ? input.uri : undefined;
  }
  return isPreview(input) ? previewedPage(label, [scheme]) : undefined;
}

/** The URI that the active tab shows, read-only or editable: the right side of a diff, or the page of a preview. */
export function shownUri(): vscode.Uri | undefined {
  const { input, label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
  return isPreview(input) ? previewedPage(label, [scheme, editScheme]) : undefined;
}

function isPreview(input: unknown): boolean {
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith('markdown.preview');
}

/**
 * VS Code doesn't report which document a preview shows, but it keeps that document open and names it in the preview's
 * title.
 */
function previewedPage(label = '', schemes: readonly string[]): vscode.Uri | undefined {
  const named = vscode.workspace.textDocuments.filter(
    ({ uri }) => schemes.includes(uri.scheme) && label.endsWith(` ${lastSegmentOf(uri.path)}`),
  );
  return named.length === 1 ? named[0]?.uri : undefined;
}

import * as vscode from 'vscode';
import { previewedUri, shownUri } from '../../ground/places/openPageUri.ts';
import { versionOf } from '../../ground/places/place.ts';

/** The editor of the open page, even while the user types in a comment box, which is an editor of its own. */
export function openPageEditor(): vscode.TextEditor | undefined {
  const active = vscode.window.activeTextEditor;
  if (active && versionOf(active.document.uri)) return active;
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const uris =
    input instanceof vscode.TabInputText
      ? [input.uri]
      : input instanceof vscode.TabInputTextDiff
        ? [input.modified, input.original]
        : [];
  const shown = uris.map(String);
  return vscode.window.visibleTextEditors.find(
    ({ document: { uri } }) => versionOf(uri) && shown.includes(uri.toString()),
  );
}

/** The open page, in an editor of its text, in its preview, or in the reader. */
export function openPageIn(): vscode.Uri | undefined {
  const shown = previewedUri() ?? openPageEditor()?.document.uri ?? shownUri();
  return shown && versionOf(shown) ? shown : undefined;
}

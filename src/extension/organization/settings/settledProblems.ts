import * as vscode from 'vscode';

/** Removes the problems of a document that changes or is closed. */
export function removeSettledProblems(problems: vscode.DiagnosticCollection): vscode.Disposable {
  return vscode.Disposable.from(
    // The user may have corrected what was refused; the next save will tell.
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && problems.has(document.uri)) problems.delete(document.uri);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => problems.delete(uri)),
    // VS Code closes a document only some time after its tab.
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const { input } of closed) if (input instanceof vscode.TabInputText) problems.delete(input.uri);
    }),
  );
}

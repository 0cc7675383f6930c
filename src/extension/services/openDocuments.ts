import * as vscode from 'vscode';

/** The document of an address that VS Code has open, in a tab or not. */
export function documentAt(uri: vscode.Uri): vscode.TextDocument | undefined {
  const name = uri.toString();
  return vscode.workspace.textDocuments.find((each) => each.uri.toString() === name);
}

export function isDirtyAt(uri: vscode.Uri): boolean {
  return documentAt(uri)?.isDirty === true;
}

/**
 * What a save waits for before it writes; `otherwise` when that takes too long. VS Code asks a listener no more that failed or took
 * 1.5 seconds some times, and then no save by hand could be told from an automatic one. `asking` never rejects.
 */
export function inTimeForSave<Result>(asking: Promise<Result>, otherwise: Result): Promise<Result> {
  return Promise.race([asking, new Promise<Result>((resolve) => setTimeout(() => resolve(otherwise), longest))]);
}

/** So long a save waits for what the platform says, in ms. */
const longest = 1000;

import * as vscode from 'vscode';

/** The open document with this URI, in a tab or not. */
export function documentAt(uri: vscode.Uri): vscode.TextDocument | undefined {
  const name = uri.toString();
  return vscode.workspace.textDocuments.find((each) => each.uri.toString() === name);
}

export function isDirtyAt(uri: vscode.Uri): boolean {
  return documentAt(uri)?.isDirty === true;
}

/**
 * Whether the tab is a diff of several pages with this title. It has no URI, and VS Code adds the number of files to
 * its title.
 */
export function isTitled({ label, input }: vscode.Tab, title: string): boolean {
  if (otherInputs().some((other) => input instanceof other)) return false;
  return label.startsWith(title) && /^(?: \([^()]*\))?$/.test(label.slice(title.length));
}

/** VS Code's API has no class for diffs of several files. */
const otherInputs = () => [
  vscode.TabInputText,
  vscode.TabInputTextDiff,
  vscode.TabInputCustom,
  vscode.TabInputWebview,
  vscode.TabInputNotebook,
  vscode.TabInputNotebookDiff,
  vscode.TabInputTerminal,
];

export function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

/** The tabs of a document as text. */
export function textTabsOf(uri: vscode.Uri): vscode.Tab[] {
  const name = uri.toString();
  return allTabs().filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === name);
}

/** Closes the tabs of a document without a question: its unsaved text is dropped. */
export async function closeReverted(document: vscode.TextDocument): Promise<void> {
  if (document.isDirty) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
  await vscode.window.tabGroups.close(textTabsOf(document.uri));
}

/** The tabs of diffs of several pages with this title. */
export function titledTabs(title: string): vscode.Tab[] {
  return allTabs().filter((tab) => isTitled(tab, title));
}

/**
 * Closes diffs of several pages with this title, which VS Code would show next to a new one. A diff with unsaved text
 * stays open.
 */
export async function closeTitled(title: string): Promise<void> {
  await vscode.window.tabGroups.close(titledTabs(title).filter(({ isDirty }) => !isDirty));
}

/**
 * A result that a save waits for before it writes; `otherwise` if that takes too long. VS Code stops calling a listener
 * that failed or took more than 1.5 seconds several times, and then a save by hand would look like an automatic one.
 * `asking` never rejects.
 */
export function inTimeForSave<Result>(asking: Promise<Result>, otherwise: Result): Promise<Result> {
  return Promise.race([asking, new Promise<Result>((resolve) => setTimeout(() => resolve(otherwise), longest))]);
}

/** How long a save waits for the platform, in ms. */
const longest = 1000;

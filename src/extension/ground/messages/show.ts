import * as vscode from 'vscode';
import { plainText, withoutIcons } from '../words/plainText.ts';

// The only way to show notifications, progress with a title, and status bar text: text from servers and authors stays
// text.

type Show = typeof vscode.window.showInformationMessage;

export const showInformation: Show = plainly(() => vscode.window.showInformationMessage);
export const showWarning: Show = plainly(() => vscode.window.showWarningMessage);
export const showError: Show = plainly(() => vscode.window.showErrorMessage);

/** Looked up at each call, so that tests inside VS Code can replace it. */
function plainly(show: () => Show): Show {
  return ((message: string, ...rest: string[]) => show()(plainText(message), ...rest)) as Show;
}

/** Shows the text for `time` ms. */
export function showStatus(text: string, time: number): void {
  vscode.window.setStatusBarMessage(withoutIcons(text), time);
}

/** While notifications are off, VS Code also shows the title in the status bar. */
export function showProgress<Result>(
  options: vscode.ProgressOptions & { readonly title: string },
  task: Parameters<typeof vscode.window.withProgress<Result>>[1],
): Thenable<Result> {
  return vscode.window.withProgress({ ...options, title: plainText(options.title) }, task);
}

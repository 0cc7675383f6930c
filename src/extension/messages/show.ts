import * as vscode from 'vscode';
import { plainText, withoutIcons } from '../words/plainText.ts';

// The one way to notifications, to progress with words, and to texts of the status bar: what a server or an author wrote in them
// stays text.

type Show = typeof vscode.window.showInformationMessage;

export const showInformation: Show = plainly(() => vscode.window.showInformationMessage);
export const showWarning: Show = plainly(() => vscode.window.showWarningMessage);
export const showError: Show = plainly(() => vscode.window.showErrorMessage);

/** Looked up at each call, so that tests inside VS Code can answer. */
function plainly(show: () => Show): Show {
  return ((message: string, ...rest: string[]) => show()(plainText(message), ...rest)) as Show;
}

/** For some time, in ms. */
export function showStatus(text: string, time: number): void {
  vscode.window.setStatusBarMessage(withoutIcons(text), time);
}

/** VS Code puts a title into the status bar, too, while notifications are off. */
export function showProgress<Result>(
  options: vscode.ProgressOptions & { readonly title: string },
  task: Parameters<typeof vscode.window.withProgress<Result>>[1],
): Thenable<Result> {
  return vscode.window.withProgress({ ...options, title: plainText(options.title) }, task);
}

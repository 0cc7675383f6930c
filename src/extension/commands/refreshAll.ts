import * as vscode from 'vscode';

/** Asks the server again for what every view shows, and for the open page and its comments. */
export async function refreshAll(): Promise<void> {
  const views = ['library', 'changeRequests', 'inbox', 'sites', 'organization'];
  const uri = vscode.window.activeTextEditor?.document.uri;
  const isPage = uri && /^docs-platform(-edit)?$/.test(uri.scheme);
  const refreshed = isPage ? [...views, 'page', 'comments'] : views;
  await Promise.all(refreshed.map((name) => vscode.commands.executeCommand(`docsPlatform.${name}.refresh`, uri)));
}

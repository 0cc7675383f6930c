import * as vscode from 'vscode';
import { uriOf, type Version } from '../../model/address.ts';
import type { Thread } from '../../model/threads.ts';
import { showStatus } from '../prompts/messages.ts';
import type { PanelAt } from './header.ts';

/** Shows what a thread is about in an editor, with its words selected; beside the panel, so that both are seen. */
export async function goToPlace(
  at: PanelAt,
  { page, quote }: Thread,
  own: vscode.ViewColumn | undefined,
): Promise<void> {
  if (!page) throw new Error(vscode.l10n.t('This thread is about no page.'));
  const { path, version } = await pathOf(at, page.id);
  if (path === undefined) {
    throw new Error(vscode.l10n.t('The page “{0}” is not there any more, or cannot be read.', page.title));
  }
  const { account, space } = at;
  const uri = vscode.Uri.from(uriOf({ account: account.key, space, path, ...(version && { version }) }));
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: own === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One,
  });
  if (quote === undefined) return;
  const { placeOf } = await import('../../model/placing.ts');
  const place = placeOf(quote, document.getText());
  if (!place) {
    showStatus(vscode.l10n.t('What was commented is not in the page any more.'), 5000);
    return;
  }
  const range = new vscode.Range(document.positionAt(place.start), document.positionAt(place.end));
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

async function pathOf(
  { parts: { platforms }, account, space, changeRequest }: PanelAt,
  page: string,
): Promise<{ readonly path: string | undefined; readonly version?: Version }> {
  if (changeRequest === undefined) {
    const pages = await (await platforms.library(account)).pages(space);
    return { path: pages.byId.get(page)?.path };
  }
  const found = await (await platforms.changeRequests(account)).find(space, changeRequest);
  const version: Version = { kind: 'changeRequest', number: found.changeRequest.number };
  const pages = await (await platforms.changeRequestContent(account)).pages(space, version);
  return { path: pages.byId.get(page)?.path, version };
}

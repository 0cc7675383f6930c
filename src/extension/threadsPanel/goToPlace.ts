import * as vscode from 'vscode';
import { editUriOf, uriOf, type PageAddress } from '../../model/address.ts';
import { leadingQuote } from '../../model/commentText.ts';
import type { Thread } from '../../model/threads.ts';
import { showStatus } from '../prompts/messages.ts';
import type { PanelAt } from './header.ts';

/** Shows what a thread is about in an editor, with its words selected; beside the panel, so that both are seen. */
export async function goToPlace(
  at: PanelAt,
  { page, quote, body }: Thread,
  own: vscode.ViewColumn | undefined,
): Promise<void> {
  if (!page) throw new Error(vscode.l10n.t('This thread is about no page.'));
  const { path, number } = await pathOf(at, page.id);
  if (path === undefined) {
    throw new Error(vscode.l10n.t('The page “{0}” is not there any more, or cannot be read.', page.title));
  }
  const { account, space } = at;
  const document = await documentAt({ account: account.key, space, path }, number);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: own === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One,
  });
  const words = quote ?? (body.kind === 'markdown' ? leadingQuote(body.markdown) : undefined);
  if (words === undefined) return;
  const { placeOf } = await import('../../model/placing.ts');
  const place = placeOf(words, document.getText());
  if (!place) {
    showStatus(vscode.l10n.t('What was commented is not in the page any more.'), 5000);
    return;
  }
  const range = new vscode.Range(document.positionAt(place.start), document.positionAt(place.end));
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** The page that is being edited, if it is. */
async function documentAt(address: PageAddress, number: number | undefined): Promise<vscode.TextDocument> {
  if (number === undefined) return vscode.workspace.openTextDocument(vscode.Uri.from(uriOf(address)));
  const at = { ...address, version: { kind: 'changeRequest', number } } as const;
  const editable = vscode.Uri.from(editUriOf(at)).toString();
  return (
    vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === editable) ??
    vscode.workspace.openTextDocument(vscode.Uri.from(uriOf(at)))
  );
}

async function pathOf(
  { parts: { platforms }, account, space, changeRequest }: PanelAt,
  page: string,
): Promise<{ readonly path: string | undefined; readonly number?: number }> {
  if (changeRequest === undefined) {
    const pages = await (await platforms.library(account)).pages(space);
    return { path: pages.byId.get(page)?.path };
  }
  const found = await (await platforms.changeRequests(account)).find(space, changeRequest);
  const { number } = found.changeRequest;
  const pages = await (await platforms.changeRequestContent(account)).pages(space, { kind: 'changeRequest', number });
  return { path: pages.byId.get(page)?.path, number };
}

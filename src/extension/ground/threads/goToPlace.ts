import * as vscode from 'vscode';
import { headOf, main, type PageAddress } from '../../../model/shared/address.ts';
import { addressKey, editUriOf, uriOf } from '../places/pageUri.ts';
import { quotedWords } from '../../../model/comments/quotedWords.ts';
import type { PageTree } from '../../../model/pages/tree.ts';
import type { Thread } from '../../../model/comments/threads.ts';
import { showStatus } from '../messages/show.ts';
import type { ThreadsAt } from './header.ts';

/** Shows what a thread is about in an editor next to the panel, with its words selected. */
export async function goToPlace(at: ThreadsAt, thread: Thread, own: vscode.ViewColumn | undefined): Promise<void> {
  const { page } = thread;
  if (!page) throw new Error(vscode.l10n.t("This thread isn't about a page."));
  const { tree, number } = await pagesOf(at);
  const path = tree.byId.get(page.id)?.path;
  if (path === undefined) {
    throw new Error(vscode.l10n.t("Couldn't open the page “{0}”: it was deleted, or can't be read.", page.title));
  }
  const { account, space } = at;
  const document = await documentAt({ account: account.key, space, path }, number);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: columnBeside(own),
  });
  const words = quotedWords(thread);
  if (words === undefined) return;
  const { placeOf } = await import('../../../model/comments/quotePlace.ts');
  const place = placeOf(words, document.getText());
  if (!place) {
    showStatus(vscode.l10n.t('The commented text is no longer on the page.'), 5000);
    return;
  }
  const range = new vscode.Range(document.positionAt(place.start), document.positionAt(place.end));
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Opens the page of the same version that a thread links to. */
export async function openLinkedPage(
  at: ThreadsAt,
  { page }: Thread,
  link: string,
  own: vscode.ViewColumn | undefined,
): Promise<void> {
  const { tree, number } = await pagesOf(at);
  const from = page && tree.byId.get(page.id);
  const [{ pageBehindLink }, { contextIn }] = await Promise.all([
    import('../../../model/pages/brokenLinks.ts'),
    import('../../../model/pages/links.ts'),
  ]);
  const path = from && pageBehindLink(link, contextIn(at.space, from, tree));
  if (path === undefined) throw new Error(vscode.l10n.t("This link doesn't lead to a page in this space."));
  await vscode.window.showTextDocument(
    await documentAt({ account: at.account.key, space: at.space, path }, number),
    columnBeside(own),
  );
}

function columnBeside(own: vscode.ViewColumn | undefined): vscode.ViewColumn {
  return own === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
}

/** The page's editable document, if it is open. */
async function documentAt(
  address: Omit<PageAddress, 'version'>,
  number: number | undefined,
): Promise<vscode.TextDocument> {
  if (number === undefined) return vscode.workspace.openTextDocument(uriOf({ ...address, version: main }));
  const at = { ...address, version: headOf(number) };
  const editable = addressKey(editUriOf(at));
  return (
    vscode.workspace.textDocuments.find(({ uri }) => addressKey(uri) === editable) ??
    vscode.workspace.openTextDocument(uriOf(at))
  );
}

export async function pagesOf({
  parts: { stores },
  account,
  space,
  changeRequest,
}: ThreadsAt): Promise<{ readonly tree: PageTree; readonly number?: number }> {
  const content = await stores(account).contents();
  if (changeRequest === undefined) return { tree: await content.pages(space, main) };
  const found = await (await stores(account).changeRequests()).find(space, changeRequest);
  const { number } = found.changeRequest;
  return { tree: await content.pages(space, headOf(number)), number };
}

import * as vscode from 'vscode';
import type { PagePlace } from '../../model/pagePlaces.ts';
import { isReadable } from '../../model/readable.ts';
import { askTitle } from './askTitle.ts';
import { editUri } from './desks.ts';
import type { PageActParts } from './pageActParts.ts';
import { deskGiven, pageIn, say, send, type PageDesk } from './pageDesk.ts';
import { pickPlaceForNew } from './pickPage.ts';

/** Asks where and under which title, then opens the page to be written. */
export async function newPage(parts: PageActParts, given: unknown): Promise<void> {
  const found = await deskGiven(parts, given);
  if (!found) return;
  const { desk } = found;
  const tree = await desk.pages();
  const near = found.page === undefined ? undefined : pageIn(tree, found.page);
  const place = await pickPlaceForNew(tree, near);
  if (!place) return;
  const inserted = await askTitle(parts.prompts, {
    title: vscode.l10n.t('New Page in #{0}', desk.number),
    send: (title) => insert(parts, desk, title, place),
  });
  if (inserted === undefined) return;
  say(vscode.l10n.t('The page is there, in #{0}.', desk.number));
  const node = (await desk.pages()).byId.get(inserted);
  if (!node || !isReadable(node)) return;
  const document = await vscode.workspace.openTextDocument(editUri(desk, node.path));
  const below = document.lineAt(document.lineCount - 1).range.end;
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(below, below) });
}

/** Gives the id of the new page; empty where the server does not tell. */
async function insert(parts: PageActParts, desk: PageDesk, title: string, { into, at }: PagePlace): Promise<string> {
  const { inserted } = await send(parts, desk, { kind: 'insert', title, into, at });
  return inserted[0] ?? '';
}

import * as vscode from 'vscode';
import type { PagePlace } from '../../../model/pages/places.ts';
import { isReadable } from '../../../model/pages/readable.ts';
import { askTitle } from './askTitle.ts';
import { editUri } from '../../ground/sessions/sessions.ts';
import { pageIn, say, send, type GivenSession, type PageSession } from '../../ground/sessions/pageSession.ts';
import { pickPlaceForNew } from '../../ground/sessions/pickPage.ts';
import type { Uses } from '../../ground/services/services.ts';

/** Asks for a place and a title, then opens the new page for editing. */
export async function newPage(parts: Uses<'prompts' | 'edge'>, { session: plan, page }: GivenSession): Promise<void> {
  const tree = await plan.pages();
  const near = page === undefined ? undefined : pageIn(tree, page);
  const place = await pickPlaceForNew(tree, near);
  if (!place) return;
  const added = await askTitle(parts.prompts, {
    title: vscode.l10n.t('Create Page in {0}', plan.name),
    send: async (title) => {
      const session = await plan.begin();
      return { session, inserted: await insert(parts, session, title, place) };
    },
  });
  if (!added) return;
  const { session, inserted } = added;
  say(vscode.l10n.t('Added the page to #{0}.', session.number));
  const node = (await session.pages()).byId.get(inserted);
  if (!node || !isReadable(node)) return;
  const document = await vscode.workspace.openTextDocument(editUri(session, node.path));
  const below = document.lineAt(document.lineCount - 1).range.end;
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(below, below) });
}

/** Returns the id of the new page; empty if the server doesn't report it. */
async function insert(
  parts: Uses<'prompts' | 'edge'>,
  session: PageSession,
  title: string,
  { into, at }: PagePlace,
): Promise<string> {
  const { inserted } = await send(parts, session, { kind: 'insert', title, into, at });
  return inserted[0] ?? '';
}

import * as vscode from 'vscode';
import { isWithin, placeAt } from '../../../model/pages/places.ts';
import { isInPageTree, isSameChangeRequest, pageGiven, type GivenPage } from '../../ground/places/changeRequestRows.ts';
import { move, moveQuestion } from './move.ts';
import { sessionGiven, pageIn, say } from '../../ground/sessions/pageSession.ts';
import { pickSide } from '../../ground/sessions/pickPage.ts';
import type { Uses } from '../../ground/services/services.ts';

/**
 * Handles a page that is dropped on a row. On another page the user is asked for the side, which a drop doesn't tell.
 * On the row of all pages it moves to the end of the top level.
 */
export async function dropPage(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'state' | 'stores'>,
  dragged: GivenPage,
  onto: unknown,
): Promise<void> {
  const target = isInPageTree(onto, 'page') || isInPageTree(onto, 'pages') ? pageGiven(onto) : undefined;
  if (!target) return say(vscode.l10n.t('Drop it on another page, or on All Pages.'));
  if (!isSameChangeRequest(dragged, target)) {
    throw new Error(vscode.l10n.t('Pages can only be moved within the same change request.'));
  }
  if (target.page === dragged.page) return;
  const found = await sessionGiven(parts, { at: dragged, node: { id: dragged.page } }, moveQuestion);
  if (!found) return;
  const { session } = found;
  const tree = await session.pages();
  const node = pageIn(tree, dragged.page ?? '');
  if (target.page === undefined) return move(parts, { session, tree, node }, { into: undefined });
  const other = pageIn(tree, target.page);
  if (isWithin(other, node))
    throw new Error(vscode.l10n.t("“{0}” can't be moved into itself or its subpages.", node.title));
  const side = await pickSide(other, vscode.l10n.t('Move “{0}”', node.title));
  if (side) await move(parts, { session, tree, node }, placeAt(tree, other, side, node));
}

import * as vscode from 'vscode';
import type { PageNode, PageTree } from '../../../model/pages/tree.ts';
import { isSameChangeRequest, pagesGiven } from '../../ground/places/changeRequestRows.ts';
import { sessionGiven, pageIn, type SessionOrPlan } from '../../ground/sessions/pageSession.ts';
import { pickPage } from '../../ground/sessions/pickPage.ts';
import type { Uses } from '../../ground/services/services.ts';

/** The page that a command acts on. */
export interface PageInSession {
  readonly session: SessionOrPlan;
  readonly tree: PageTree;
  readonly node: PageNode;
}

/** The pages that a command acts on, by id. None if the user still has to pick them. */
export interface PagesInSession {
  readonly session: SessionOrPlan;
  readonly pages: readonly string[];
}

/** The current state of the given row's or editor's page, else one that the user picks. */
export async function pageForAction(
  parts: Uses<'accounts' | 'prompts' | 'state' | 'stores'>,
  given: unknown,
  { page: title, changeRequest }: { readonly page: string; readonly changeRequest: (space: string) => string },
): Promise<PageInSession | undefined> {
  const found = await sessionGiven(parts, given, changeRequest);
  if (!found) return undefined;
  const { session, page } = found;
  const tree = await session.pages();
  const node = page === undefined ? await pickPage(tree, title) : pageIn(tree, page);
  return node && { session, tree, node };
}

/** The same for the pages of all selected rows. */
export async function sessionForSelected(
  parts: Uses<'accounts' | 'prompts' | 'state' | 'stores'>,
  given: unknown,
  selected: unknown,
  question: (space: string) => string,
): Promise<PagesInSession | undefined> {
  const rows = pagesGiven(given, selected);
  if (rows.some((row) => !isSameChangeRequest(row, rows[0]!))) {
    throw new Error(vscode.l10n.t('Select pages from one change request only.'));
  }
  const found = await sessionGiven(parts, given, question);
  if (!found) return undefined;
  const ids = rows.length > 0 ? rows.map(({ page }) => page ?? '') : found.page === undefined ? [] : [found.page];
  return { session: found.session, pages: [...new Set(ids)] };
}

import * as vscode from 'vscode';
import { has, shaped } from '../contributions/given.ts';
import type { ChangeRequest } from '../../../contract/changeRequests/changeRequests.ts';
import { headOf, main } from '../../../model/shared/address.ts';
import { editScheme } from '../../../model/shared/schemes.ts';
import { isPageRow, nodeAt, placeGiven, type Place } from '../places/place.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import { isDocument, isReadable } from '../../../model/pages/readable.ts';
import { pickPage } from './pickPage.ts';
import { shortNameOf } from '../words/changeRequestName.ts';
import type { Uses } from '../services/services.ts';

/** A page that the user wants to edit, where it was chosen. */
export type PageToEdit = Place & { readonly page: string };

/** The page of a Library row, of a changed page, or of an open editor; undefined if none is given. */
export async function pageToEdit(parts: Uses<'accounts' | 'stores'>, given: unknown): Promise<PageToEdit | undefined> {
  const isRow = isPageRow(given) || isChangedPageRow(given);
  const place = placeGiven(parts, isRow || given instanceof vscode.Uri ? given : undefined);
  const page = place && (place.page ?? (await nodeAt(parts, place))?.id);
  if (!place || page === undefined) return undefined;
  // For a page that is already being edited, the user wants another change request.
  const { account, space, version, uri } = place;
  return { account, space, version: uri?.scheme === editScheme ? main : version, page };
}

/** A page of a change request, which is identified by its account's key; undefined if the user picks none. */
export async function pickPageToEdit(
  { accounts, stores }: Uses<'accounts' | 'stores'>,
  { account: key, space: { id: space }, changeRequest }: GivenChangeRequest,
): Promise<PageToEdit | undefined> {
  const { number } = changeRequest;
  const account = accounts.byKey(key);
  if (!account) return undefined;
  const tree = await (await stores(account).contents()).pages(space, headOf(number));
  const isEditable = (node: PageNode): boolean => isReadable(node) && isDocument(node.page);
  const node = await pickPage(
    tree,
    vscode.l10n.t('Select a page in {0} to edit', shortNameOf(changeRequest)),
    isEditable,
  );
  return node && { account, space, version: headOf(number), page: node.id };
}

export interface GivenChangeRequest {
  readonly account: string;
  readonly space: { readonly id: string };
  readonly changeRequest: ChangeRequest;
}

export const isGivenChangeRequest = shaped<GivenChangeRequest>({
  account: 'string',
  space: 'object',
  changeRequest: 'present',
});

const isChangedPageRow = (given: unknown): boolean => has(given, { at: 'present', kind: ['changedPage'] });

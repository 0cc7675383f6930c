import * as vscode from 'vscode';
import { shaped } from '../../contributions/given.ts';
import type { ChangeRequest } from '../../../contract/changeRequests/changeRequests.ts';
import { editScheme } from '../../../model/shared/schemes.ts';
import { isPageRow, nodeAt, placeAt } from '../../places/place.ts';
import type { PageChange } from '../../../model/changeRequests/changes.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import { isDocument, isReadable } from '../../../model/pages/readable.ts';
import type { Account } from '../../services/accounts.ts';
import { activeUri } from '../../places/openPageUri.ts';
import { pickPage } from './pickPage.ts';
import { shortNameOf } from '../../words/changeRequestName.ts';
import type { Uses } from '../../services/services.ts';

/** A page that the user wants to edit. */
export interface PageToEdit {
  readonly account: Account;
  /** The id of its space. */
  readonly space: string;
  /** The page's id. */
  readonly page: string;
  /**
   * The change request where the page was chosen; undefined for a page that is already being edited, because the user
   * then wants another one.
   */
  readonly number: number | undefined;
}

interface ChangedPageRow {
  readonly kind: 'changedPage';
  readonly at: { readonly account: Account; readonly space: string; readonly changeRequest: ChangeRequest };
  readonly change: PageChange;
}

/** The page of a Library row, of a changed page, or of an open editor; undefined if none is given. */
export async function pageToEdit(
  { accounts, stores }: Uses<'accounts' | 'stores'>,
  given: unknown,
): Promise<PageToEdit | undefined> {
  if (isPageRow(given)) {
    const account = accounts.active;
    return account && { account, space: given.space.id, page: given.node.id, number: undefined };
  }
  if (isChangedPageRow(given)) {
    const { account, space, changeRequest } = given.at;
    return { account, space, page: given.change.id, number: changeRequest.number };
  }
  const uri = given instanceof vscode.Uri ? given : activeUri();
  const place = placeAt({ accounts }, uri);
  const node = place && (await nodeAt({ stores }, place));
  if (!node) return undefined;
  const { account, space, version } = place;
  const isEdited = uri?.scheme === editScheme;
  return {
    account,
    space,
    page: node.id,
    number: version.kind === 'changeRequest' && !isEdited ? version.number : undefined,
  };
}

/** A page of a change request, which is identified by its account's key; undefined if the user picks none. */
export async function pickPageToEdit(
  { accounts, stores }: Uses<'accounts' | 'stores'>,
  { account: key, space: { id: space }, changeRequest }: GivenChangeRequest,
): Promise<PageToEdit | undefined> {
  const { number } = changeRequest;
  const account = accounts.byKey(key);
  if (!account) return undefined;
  const tree = await (await stores(account).contents()).pages(space, { kind: 'changeRequest', number });
  const isEditable = (node: PageNode): boolean => isReadable(node) && isDocument(node.page);
  const node = await pickPage(
    tree,
    vscode.l10n.t('Select a page in {0} to edit', shortNameOf(changeRequest)),
    isEditable,
  );
  return node && { account, space, page: node.id, number };
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

const isChangedPageRow = shaped<ChangedPageRow>({ at: 'present', kind: ['changedPage'] });

import * as vscode from 'vscode';
import type { EditAddress } from '../../../model/shared/address.ts';
import { activeUri } from '../places/openPageUri.ts';
import { editAddressOf, editUriOf } from '../places/pageUri.ts';
import type { EditSession } from './openPages.ts';
import type { Uses } from '../services/services.ts';
import { signedOut } from '../words/unreachablePage.ts';

/** The change request that the address belongs to. Rejects if its account isn't signed in. */
export async function sessionAt(
  { accounts, stores }: Uses<'accounts' | 'stores'>,
  { account: key, space, version: { number } }: Omit<EditAddress, 'path'>,
): Promise<EditSession> {
  const account = accounts.byKey(key);
  if (!account) {
    throw vscode.FileSystemError.Unavailable(
      `${signedOut(key)} ${vscode.l10n.t('Your text is saved until you sign in again.')}`,
    );
  }
  const [edits, content] = await Promise.all([stores(account).edits(), stores(account).contents()]);
  return { account, space, number, edits, content };
}

/** The address of the given page, else of the active editor, if it is an editable page. */
export function editAddressGiven(given: unknown): EditAddress | undefined {
  const uri = given instanceof vscode.Uri ? given : activeUri();
  return uri && editAddressOf(uri);
}

export function editUri({ account, space, number }: EditSession, path: string): vscode.Uri {
  return editUriOf({ account: account.key, space, version: { kind: 'changeRequest', number }, path });
}

import * as vscode from 'vscode';
import type { EditAddress } from '../../../model/shared/address.ts';
import { editAddressOf, editUriOf } from '../../addresses/pageUri.ts';
import type { Desk } from './openPages.ts';
import type { Uses } from '../../services/services.ts';

/** The change request that an address is in; rejects for one of an account that is not signed in. */
export async function deskAt(
  { accounts, stores }: Uses<'accounts' | 'stores'>,
  { account: key, space, version: { number } }: Omit<EditAddress, 'path'>,
): Promise<Desk> {
  const account = accounts.byKey(key);
  if (!account) {
    throw vscode.FileSystemError.Unavailable(
      vscode.l10n.t(
        'This page belongs to an account that is not signed in on this machine ({0}). What you wrote is kept until you sign in again.',
        key,
      ),
    );
  }
  const [edits, content] = await Promise.all([stores(account).edits(), stores(account).changeRequestContent()]);
  return { account, space, number, edits, content };
}

/** Of the page in the active editor or the one that is given, if it is one that is written in. */
export function editAddressGiven(given: unknown): EditAddress | undefined {
  const uri = given instanceof vscode.Uri ? given : activeUri();
  return uri && editAddressOf(uri);
}

export function editUri({ account, space, number }: Desk, path: string): vscode.Uri {
  return editUriOf({ account: account.key, space, version: { kind: 'changeRequest', number }, path });
}

/** Also of a diff, whose other side is what the platform has, and of the page beside a preview that has the focus. */
export function activeUri(): vscode.Uri | undefined {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  if (input instanceof vscode.TabInputWebview && input.viewType.endsWith('markdown.preview')) {
    return vscode.window.visibleTextEditors.find(({ document }) => editAddressOf(document.uri))?.document.uri;
  }
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
  return vscode.window.activeTextEditor?.document.uri;
}

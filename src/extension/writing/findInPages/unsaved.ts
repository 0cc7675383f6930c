import * as vscode from 'vscode';
import type { UnsavedText } from '../../../store/find/find.ts';
import { editAddressOf } from '../../ground/places/pageUri.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { FindContext } from './context.ts';

/** The texts in editors of pages that aren't saved. Pages that can't be looked up now are left out. */
export async function unsavedTexts(
  { stores, edge }: Pick<FindContext, 'stores' | 'edge'>,
  account: Account,
): Promise<readonly UnsavedText[]> {
  const texts: UnsavedText[] = [];
  for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
    const address = editAddressOf(document.uri);
    if (address?.account !== account.key) continue;
    const { space, version, path } = address;
    try {
      const content = await stores(account).contents();
      const entry = await content.entry(space, version, path);
      if (entry?.kind !== 'page') continue;
      texts.push({ space, number: version.number, page: entry.node.id, text: document.getText() });
    } catch (error) {
      edge.note('Find in Pages', error);
    }
  }
  return texts;
}

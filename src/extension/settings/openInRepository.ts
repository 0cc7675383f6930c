import * as vscode from 'vscode';
import { isLibraryRow } from '../places/libraryRows.ts';
import { repositoryAddress } from '../../model/library/repositoryAddress.ts';
import { openInBrowser } from '../services/openInBrowser.ts';
import { showInformation } from '../messages/show.ts';

/** Opens a space's repository, or a page's file in it, in the browser. */
export async function openInRepository(_: object, given: unknown): Promise<void> {
  if (!isLibraryRow(given) || (given.kind !== 'space' && given.kind !== 'page')) return;
  const path = given.kind === 'page' ? given.node.page.git?.path : undefined;
  const address = repositoryAddress(given.space.gitSync, path ?? undefined);
  if (address) return openInBrowser(address);
  await showInformation(vscode.l10n.t("“{0}” isn't connected to a repository.", given.space.title));
}

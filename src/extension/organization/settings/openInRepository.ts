import * as vscode from 'vscode';
import type { PlaceOf } from '../../../store/library/places.ts';
import { repositoryAddress } from '../../../model/library/repositoryAddress.ts';
import { openInBrowser } from '../../ground/services/openInBrowser.ts';
import { showInformation } from '../../ground/messages/show.ts';

/** Opens a space's repository, or a page's file in it, in the browser. */
export async function openInRepository(row: PlaceOf<'space' | 'page'>): Promise<void> {
  const path = row.kind === 'page' ? row.node.page.git?.path : undefined;
  const address = repositoryAddress(row.space.gitSync, path ?? undefined);
  if (address) return openInBrowser(address);
  await showInformation(vscode.l10n.t("“{0}” isn't connected to a repository.", row.space.title));
}

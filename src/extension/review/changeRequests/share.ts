import * as vscode from 'vscode';
import { browserAddressOf } from '../../../model/shared/browserAddress.ts';
import { openInBrowser } from '../../ground/services/openInBrowser.ts';
import { showInformation, showStatus } from '../../ground/messages/show.ts';
import type { Target } from '../../ground/changeRequests/target.ts';
import { nameOf } from '../../ground/changeRequests/wording.ts';

export type Share = 'openInBrowser' | 'copyLink' | 'copyNumber';

/** Opens a change request in the browser, or copies its link. */
export async function shareChangeRequest({ at: { changeRequest } }: Target, share: Share): Promise<void> {
  if (share === 'copyNumber') return copy(`#${changeRequest.number}`, vscode.l10n.t('Number copied.'));
  const address = browserAddressOf(changeRequest.urls);
  if (address === undefined) {
    await showInformation(vscode.l10n.t("{0} has no link: the server doesn't provide one.", nameOf(changeRequest)));
    return;
  }
  if (share === 'copyLink') return copy(address, vscode.l10n.t('Link copied.'));
  await openInBrowser(address);
}

async function copy(text: string, message: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  showStatus(message, 3000);
}

import * as vscode from 'vscode';
import { browserAddressOf } from '../../model/shared/browserAddress.ts';
import { openInBrowser } from '../services/openInBrowser.ts';
import { showInformation, showStatus } from '../messages/show.ts';
import { targetOf, type Wanted } from './shared/target.ts';
import { nameOf } from './shared/wording.ts';
import type { Uses } from '../services/services.ts';

export type Share = 'openInBrowser' | 'copyLink' | 'copyNumber';

/** Opens a change request in the browser, or copies its link. */
export async function shareChangeRequest(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'selected' | 'stores'>,
  given: unknown,
  share: Share,
): Promise<void> {
  const target = await targetOf(parts, given, wanted(share));
  if (!target) return;
  const { changeRequest } = target.at;
  if (share === 'copyNumber') return copy(`#${changeRequest.number}`, vscode.l10n.t('Number copied.'));
  const address = browserAddressOf(changeRequest.urls);
  if (address === undefined) {
    await showInformation(vscode.l10n.t("{0} has no link: the server doesn't provide one.", nameOf(changeRequest)));
    return;
  }
  if (share === 'copyLink') return copy(address, vscode.l10n.t('Link copied.'));
  await openInBrowser(address);
}

function wanted(share: Share): Wanted {
  const titles: Readonly<Record<Share, string>> = {
    openInBrowser: vscode.l10n.t('Select a change request to open in the browser'),
    copyLink: vscode.l10n.t('Select a change request to copy its link'),
    copyNumber: vscode.l10n.t('Select a change request to copy its number'),
  };
  const none = vscode.l10n.t('There are no change requests.');
  return { title: titles[share], statuses: ['open', 'draft', 'merged', 'archived'], none };
}

async function copy(text: string, message: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  showStatus(message, 3000);
}

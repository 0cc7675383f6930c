import * as vscode from 'vscode';
import type { ChangeRequest } from '../../contract/changeRequests.ts';
import { browserAddressOf } from '../../model/browserAddress.ts';
import { asApiError } from '../commands/errorEdge.ts';
import { link } from './closed.ts';
import type { Desk } from './openPages.ts';

/**
 * What helps where saving again does not, as links for the message in which VS Code tells that it failed: the page is gone, one may not
 * edit, or the server takes no content.
 */
export function wayPast({ account, space }: Desk, changeRequest: ChangeRequest | undefined, error: unknown): string {
  const kind = asApiError(error)?.kind;
  // It takes the change request of the page in front, and offers what was deleted there.
  if (kind === 'missing') return `[${vscode.l10n.t('Revert Page to Main…')}](command:docsPlatform.writing.revertPage)`;
  const isRefused = kind === 'forbidden' || kind === 'unsupported';
  if (!isRefused || !changeRequest || browserAddressOf(changeRequest.urls) === undefined) return '';
  const { id, number } = changeRequest;
  const at = { account: account.key, space: { id: space }, changeRequest: { id, number } };
  return link(vscode.l10n.t('Open in Browser'), 'docsPlatform.changeRequest.openInBrowser', at);
}

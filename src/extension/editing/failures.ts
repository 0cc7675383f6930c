import * as vscode from 'vscode';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { browserAddressOf } from '../../model/shared/browserAddress.ts';
import { asApiError } from '../messages/errorEdge.ts';
import { link } from './closed.ts';
import type { OpenPage } from './shared/openPages.ts';

/**
 * What helps where saving again does not, as links for the message in which VS Code tells that it failed: the page is gone, one may not
 * edit, or the server takes no content.
 */
export function wayPast(
  { desk, target }: Pick<OpenPage, 'desk' | 'target'>,
  changeRequest: ChangeRequest | undefined,
  error: unknown,
): string {
  const { account, space, number, content } = desk;
  const kind = asApiError(error)?.kind;
  if (!changeRequest) return '';
  const { id } = changeRequest;
  if (kind === 'missing') {
    const known = content.knownChanges(space, number)?.pages.find((change) => change.id === target.page);
    // A page that was added here is not in main.
    if (known && !known.before) return '';
    const row = {
      at: { account: { key: account.key }, space, changeRequest: { id, number } },
      change: { id: target.page },
    };
    return link(vscode.l10n.t('Revert Page to Main…'), 'docsPlatform.writing.revertPage', row);
  }
  const isRefused = kind === 'forbidden' || kind === 'unsupported';
  if (!isRefused || browserAddressOf(changeRequest.urls) === undefined) return '';
  const at = { account: account.key, space: { id: space }, changeRequest: { id, number } };
  return link(vscode.l10n.t('Open in Browser'), 'docsPlatform.changeRequest.openInBrowser', at);
}

import * as vscode from 'vscode';
import type { ChangeRequest } from '../../../../contract/changeRequests/changeRequests.ts';
import type { Space } from '../../../../contract/spaces/spaces.ts';
import { explainsRefusal } from '../../../../model/library/lockedSpace.ts';
import { browserAddressOf } from '../../../../model/shared/browserAddress.ts';
import { failureOf } from '../../../../model/shared/failure.ts';
import { sentenceOf } from '../../../ground/messages/sentence.ts';
import { unlockFirstText } from '../../../ground/words/lockedSpace.ts';
import { failedSave } from '../../../ground/messages/fileSystem.ts';
import { isClosed, link, presentChangeRequest, waysOut, wayToUnlock } from './closed.ts';
import type { EditSession, OpenPage } from '../../../ground/sessions/openPages.ts';
import type { Services, Uses } from '../../../ground/services/services.ts';

/** The error of a save that couldn't send a page, with what helps. */
export async function whyNotSent({ stores }: Uses<'stores'>, page: OpenPage, error: unknown): Promise<Error> {
  const { session } = page;
  const found = await presentChangeRequest(session).catch(() => 'unknown' as const);
  if (!found) return notSent(vscode.l10n.t('Change request #{0} no longer exists.', session.number));
  const changeRequest = found === 'unknown' ? undefined : found;
  if (changeRequest && isClosed(changeRequest)) return notSent(sentenceOf(error), waysOut(page, changeRequest));
  const locked = mayBeLock(error) ? await lockedSpace(stores, session).catch(() => undefined) : undefined;
  if (locked) return notSent(unlockFirstText(), wayToUnlock(locked));
  return notSent(sentenceOf(error), wayPast(page, changeRequest, error));
}

/** The space if it is locked now, whatever the cache says. */
async function lockedSpace(stores: Services['stores'], { account, space }: EditSession): Promise<Space | undefined> {
  const library = await stores(account).library();
  await library.refresh(await library.placeOf(space));
  const present = await library.space(space);
  return explainsRefusal(present) ? present : undefined;
}

export function notSent(message: string, links = ''): Error {
  return failedSave(vscode.l10n.t('Not sent, saved as a draft'), message, links);
}

/**
 * Offers what helps where saving again doesn't, as links for VS Code's error message: the page is gone, the user may
 * not edit, or the server accepts no content.
 */
function wayPast(
  { session, target }: Pick<OpenPage, 'session' | 'target'>,
  changeRequest: ChangeRequest | undefined,
  error: unknown,
): string {
  const { account, space, number, content } = session;
  const kind = failureOf(error)?.kind;
  if (!changeRequest) return '';
  const { id } = changeRequest;
  if (kind === 'missing') {
    const known = content.cachedChanges(space, number)?.pages.find((change) => change.id === target.page);
    // A page that was added in this change request isn't in main.
    if (known && !known.before) return '';
    const row = {
      at: { account: { key: account.key }, space, changeRequest: { id, number } },
      change: { id: target.page },
    };
    return link(vscode.l10n.t('Revert to Main…'), 'docsPlatform.editing.revertPage', row);
  }
  const isRefused = kind === 'forbidden' || kind === 'unsupported';
  if (!isRefused || browserAddressOf(changeRequest.urls) === undefined) return '';
  const at = { account: account.key, space: { id: space }, changeRequest: { id, number } };
  return link(vscode.l10n.t('Open in Browser'), 'docsPlatform.changeRequest.openInBrowser', at);
}

/** The API document defines no status for edits in a locked space, so a server may also answer “forbidden”. */
function mayBeLock(error: unknown): boolean {
  const kind = failureOf(error)?.kind;
  return kind === 'conflict' || kind === 'forbidden';
}

import * as vscode from 'vscode';
import { mayPropose } from '../../../model/library/lockedSpace.ts';
import { headOf } from '../../../model/shared/address.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import type { ChangeRequestAt } from '../../../store/changeRequests/changeRequests.ts';
import { activeAccount } from '../prompts/activeAccount.ts';
import { nameOf } from '../words/changeRequestName.ts';
import { showInformation } from '../messages/show.ts';
import { withoutIcons } from '../words/plainText.ts';
import type { Place } from '../places/place.ts';
import type { Uses } from '../services/services.ts';
import { showQuickPick } from '../services/quickPick.ts';

/** Picks one of the editable change requests. */
export async function pickWritable(parts: Uses<'accounts' | 'prompts' | 'stores'>): Promise<Place | undefined> {
  const account = await activeAccount(parts);
  if (!account) return undefined;
  const stores = parts.stores(account);
  const [store, user] = await Promise.all([stores.changeRequests(), stores.currentUser()]);
  const [found, currentUserId] = await Promise.all([store.having(['open', 'draft']), user.load()]);
  const isOwn = ({ changeRequest }: ChangeRequestAt): boolean =>
    currentUserId !== undefined && changeRequest.createdBy?.id === currentUserId;
  const items = found
    .filter((at) => mayPropose(at.space) || isOwn(at))
    .sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
    .map(({ space, changeRequest }) => ({
      label: withoutIcons(nameOf(changeRequest)),
      description: withoutIcons(titleText(space.title)),
      found: { account, space: space.id, version: headOf(changeRequest.number) },
    }));
  if (items.length === 0) {
    await showInformation(
      vscode.l10n.t('There are no change requests you can edit. To start one, run Create Change Request.'),
    );
    return undefined;
  }
  const title = vscode.l10n.t('Select a change request');
  return (await showQuickPick(items, { title, matchOnDescription: true }))?.found;
}

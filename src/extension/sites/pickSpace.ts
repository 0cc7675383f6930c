import * as vscode from 'vscode';
import type { Space } from '../../contract/spaces/spaces.ts';
import { pictureOf } from '../../model/shared/emoji.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { Account } from '../services/accounts.ts';
import { showInformation } from '../messages/show.ts';
import { withoutIcons } from '../words/plainText.ts';
import type { SitesContext } from './context.ts';
import { showQuickPick } from '../services/quickPick.ts';

export interface SpaceItem extends vscode.QuickPickItem {
  readonly space: Space;
}

/** The spaces of the account or of one organization, as quick pick items. */
export async function spaceItems(
  { stores, edge }: SitesContext,
  account: Account,
  organizationId?: string,
): Promise<SpaceItem[]> {
  const { spaces, failures } = await (await stores(account).library()).availableSpaces();
  for (const failure of failures) edge.note('Sites', failure);
  return spaces
    .filter((space) => !space.deletedAt && (organizationId === undefined || space.organization === organizationId))
    .map((space) => {
      const picture = pictureOf(space.emoji);
      const title = titleText(space.title);
      return { label: withoutIcons(picture ? `${picture} ${title}` : title), space };
    });
}

export async function pickSpace(
  parts: SitesContext,
  account: Account,
  title: string,
  organizationId?: string,
  taken?: ReadonlySet<string>,
): Promise<Space | undefined> {
  const all = await spaceItems(parts, account, organizationId);
  const items = all.filter(({ space }) => !taken?.has(space.id));
  if (items.length === 0) {
    const message =
      all.length === 0
        ? vscode.l10n.t('There are no spaces you can see.')
        : vscode.l10n.t('All spaces you can see are already in the site.');
    await showInformation(message);
    return undefined;
  }
  return (await showQuickPick(items, { title }))?.space;
}

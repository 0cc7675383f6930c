import * as vscode from 'vscode';
import { titleText } from '../../model/shared/titleText.ts';
import type { SiteFilter } from '../../store/sites/sites.ts';
import { activeAccount } from '../ground/prompts/activeAccount.ts';
import { pickSpace } from '../ground/prompts/pickSpace.ts';
import type { SitesContext } from './context.ts';
import type { RowOf } from './rows.ts';
import { showQuickPick } from '../ground/services/quickPick.ts';

const inView = { location: { viewId: 'docsPlatform.sites' } };

export async function refresh({ accounts, stores }: SitesContext): Promise<void> {
  const account = accounts.active;
  if (!account) return;
  await vscode.window.withProgress(inView, async () => {
    const sites = await stores(account).sites();
    await sites.refresh();
  });
}

export async function loadMore(
  { accounts, stores }: SitesContext,
  row: RowOf<'more'>,
  filter: SiteFilter | undefined,
): Promise<void> {
  if (!accounts.active) return;
  const sites = await stores(accounts.active).sites();
  await vscode.window.withProgress(inView, () => sites.more(row.organizationId, filter));
}

/** The filters of the list (section 4.8), one at a time. `show` applies the filter with its description. */
export async function chooseFilter(
  parts: SitesContext,
  show: (filter: SiteFilter | undefined, inWords: string | undefined) => void,
): Promise<void> {
  const account = await activeAccount(parts);
  if (!account) return;
  const choices = [
    { label: vscode.l10n.t('All sites'), choice: 'all' },
    { label: vscode.l10n.t('Published sites'), choice: 'live' },
    { label: vscode.l10n.t('Unpublished sites'), choice: 'unpublished' },
    { label: vscode.l10n.t('Sites by title…'), choice: 'title' },
    { label: vscode.l10n.t('Sites that show a space…'), choice: 'space' },
  ] as const;
  const chosen = await showQuickPick(choices, { title: vscode.l10n.t('Filter Sites') });
  switch (chosen?.choice) {
    case undefined:
      return;
    case 'all':
      return show(undefined, undefined);
    case 'live':
      return show({ published: true }, vscode.l10n.t('published'));
    case 'unpublished':
      return show({ published: false }, vscode.l10n.t('not published'));
    case 'title': {
      const title = await parts.prompts.ask({
        title: vscode.l10n.t('Filter Sites by Title'),
        prompt: vscode.l10n.t('Part of a title'),
        accept: async (text) =>
          text.trim() ? { value: text.trim() } : { problem: vscode.l10n.t('Enter part of the title.') },
      });
      if (title !== undefined) show({ title }, `“${title}”`);
      return;
    }
    case 'space': {
      const library = await parts.stores(account).library();
      const space = await pickSpace(parts, library, vscode.l10n.t('Select a space to find its sites'));
      if (space) show({ space: space.id }, titleText(space.title));
    }
  }
}

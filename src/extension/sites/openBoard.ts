import * as vscode from 'vscode';
import { titleText } from '../../model/shared/titleText.ts';
import type { BoardPlace } from './boardPlace.ts';
import { pickSite } from './pickSite.ts';
import type { SitesContext } from './context.ts';
import { mayChangeSites, type SiteRow } from './rows.ts';

/** The board of a row's site, and the part that the row shows. */
export async function boardOf(
  parts: SitesContext,
  row: SiteRow | undefined,
): Promise<{ readonly place: BoardPlace; readonly part: string | undefined } | undefined> {
  const picked = await pickSite(parts, row, vscode.l10n.t('Select a site to edit its structure'));
  if (!picked) return undefined;
  const { account, at, site } = picked;
  const organizations = await (await parts.stores(account).library()).organizations();
  const organization = organizations.find(({ id }) => id === at.organizationId);
  const place = {
    ...at,
    account: account.key,
    title: titleText(site.title),
    mayChange: !organization || mayChangeSites(organization),
  };
  return { place, part: row?.kind === 'part' ? row.part.id : undefined };
}

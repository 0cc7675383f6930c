import * as vscode from 'vscode';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { Site } from '../../contract/sites/sites.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { SiteAddress } from '../../store/sites/calls.ts';
import type { Sites } from '../../store/sites/sites.ts';
import type { Account } from '../ground/services/accounts.ts';
import { activeAccount } from '../ground/prompts/activeAccount.ts';
import { showInformation } from '../ground/messages/show.ts';
import { withoutIcons } from '../ground/words/plainText.ts';
import type { SitesContext } from './context.ts';
import { mayChangeSites, type RowOf, type SiteRow } from './rows.ts';
import { visibilityMark } from './words.ts';
import { showQuickPick } from '../ground/services/quickPick.ts';

/** The site that a command acts on, with what the action needs. */
export interface Picked {
  readonly account: Account;
  readonly sites: Sites;
  readonly at: SiteAddress;
  readonly site: Site;
}

type Wanted = (site: Site) => boolean;

/** The row's site. */
export async function siteOf(parts: SitesContext, { at }: SiteRow): Promise<Picked | undefined> {
  const account = await activeAccount(parts);
  return account && siteAt(account, await parts.stores(account).sites(), at);
}

/** The row's site, else one that the user picks; undefined if there is none. */
export function pickSite(
  parts: SitesContext,
  row: SiteRow | undefined,
  title: string,
  wanted: Wanted = () => true,
): Promise<Picked | undefined> {
  return pickIn(parts, row, title, () => true, wanted);
}

/** The same for actions that change a site. Offers only sites that the account may change. */
export function pickSiteToChange(
  parts: SitesContext,
  row: SiteRow | undefined,
  title: string,
  wanted: Wanted = () => true,
): Promise<Picked | undefined> {
  return pickIn(parts, row, title, mayChangeSites, wanted);
}

async function pickIn(
  parts: SitesContext,
  row: SiteRow | undefined,
  title: string,
  isMeant: (organization: Organization) => boolean,
  wanted: Wanted,
): Promise<Picked | undefined> {
  const account = await activeAccount(parts);
  if (!account) return undefined;
  const sites = await parts.stores(account).sites();
  if (row) {
    const picked = await siteAt(account, sites, row.at);
    // For a command that only reads, the action itself explains why it isn't possible. For one that would change
    // nothing, the user picks another site.
    if (isMeant !== mayChangeSites || wanted(picked.site)) return picked;
  }
  const organizations = await (await parts.stores(account).library()).organizations();
  const found = await Promise.all(organizations.filter(isMeant).map((organization) => sitesOf(sites, organization)));
  const items = found.flat().filter(({ site }) => wanted(site));
  if (items.length === 0) {
    await showInformation(vscode.l10n.t('There are no sites to choose from.'));
    return undefined;
  }
  const chosen = await showQuickPick(items, { title, matchOnDescription: true });
  return chosen && { account, sites, at: chosen.at, site: chosen.site };
}

async function siteAt(account: Account, sites: Sites, at: SiteAddress): Promise<Picked> {
  return { account, sites, at, site: sites.cached(at.siteId) ?? (await sites.site(at)) };
}

async function sitesOf(
  sites: Sites,
  organization: Organization,
): Promise<(vscode.QuickPickItem & { readonly site: Site; readonly at: SiteAddress })[]> {
  const listed = await sites.sites(organization.id);
  return listed.sites.map((site) => ({
    label: withoutIcons(titleText(site.title)),
    description: withoutIcons(
      [
        titleText(organization.title),
        site.published ? vscode.l10n.t('published') : vscode.l10n.t('not published'),
        visibilityMark(site.visibility),
      ].join(' · '),
    ),
    site,
    at: { organizationId: organization.id, siteId: site.id },
  }));
}

/** The organization for a new site: the row's, the only one, or one that the user picks. */
export async function pickOrganization(
  parts: SitesContext,
  account: Account,
  row: RowOf<'organization'> | undefined,
  title: string,
): Promise<Organization | undefined> {
  if (row) return row.organization;
  const organizations = (await (await parts.stores(account).library()).organizations()).filter(mayChangeSites);
  if (organizations.length === 0) {
    await showInformation(
      vscode.l10n.t("You don't have permission to create sites. Ask an administrator of an organization."),
    );
  }
  if (organizations.length < 2) return organizations[0];
  const items = organizations.map((organization) => ({
    label: withoutIcons(titleText(organization.title)),
    organization,
  }));
  return (await showQuickPick(items, { title }))?.organization;
}

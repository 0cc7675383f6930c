import * as vscode from 'vscode';
import type { Organization } from '../../contract/organizations.ts';
import type { Site } from '../../contract/sites.ts';
import { titleText } from '../../model/titleText.ts';
import type { SiteAddress } from '../../store/siteCalls.ts';
import type { Sites } from '../../store/sites.ts';
import type { Account } from '../account/accounts.ts';
import { activeAccount } from '../account/activeAccount.ts';
import { withoutIcons } from '../prompts/plainText.ts';
import type { SiteParts } from './siteParts.ts';
import { isRow, visibilityMark } from './siteRows.ts';

/** The site that a command acts on, with what it needs for that. */
export interface Picked {
  readonly account: Account;
  readonly sites: Sites;
  readonly at: SiteAddress;
  readonly site: Site;
}

/** The site of the row that was given, else the one that the person picks; undefined when there is none. */
export async function pickSite(
  parts: SiteParts,
  given: unknown,
  title: string,
  wanted: (site: Site) => boolean = () => true,
): Promise<Picked | undefined> {
  const account = await activeAccount(parts);
  if (!account) return undefined;
  const sites = await parts.platforms.sites(account);
  if (isRow(given, 'site', 'part', 'shareLinks', 'audience', 'customization', 'shareLink')) {
    const { at } = given;
    return { account, sites, at, site: sites.known(at.siteId) ?? (await sites.site(at)) };
  }
  const organizations = await (await parts.platforms.library(account)).organizations();
  const found = await Promise.all(organizations.map((organization) => sitesOf(sites, organization)));
  const items = found.flat().filter(({ site }) => wanted(site));
  if (items.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t('There is no site for this.'));
    return undefined;
  }
  const chosen = await vscode.window.showQuickPick(items, { title, matchOnDescription: true });
  return chosen && { account, sites, at: chosen.at, site: chosen.site };
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
        site.published ? vscode.l10n.t('live') : vscode.l10n.t('not published'),
        visibilityMark(site.visibility),
      ].join(' · '),
    ),
    site,
    at: { organizationId: organization.id, siteId: site.id },
  }));
}

/** The organization that something is made in: the row's, the only one, or the one that the person picks. */
export async function pickOrganization(
  parts: SiteParts,
  account: Account,
  title: string,
): Promise<Organization | undefined> {
  const organizations = await (await parts.platforms.library(account)).organizations();
  if (organizations.length < 2) return organizations[0];
  const items = organizations.map((organization) => ({
    label: withoutIcons(titleText(organization.title)),
    organization,
  }));
  return (await vscode.window.showQuickPick(items, { title }))?.organization;
}

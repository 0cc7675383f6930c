import * as vscode from 'vscode';
import { run } from '../ground/contributions/run.ts';
import { failureOf } from '../../model/shared/failure.ts';
import { standingsIn } from '../../model/sites/tree.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { Place } from '../../store/library/library.ts';
import type { SiteAddress } from '../../store/sites/calls.ts';
import { activeAccount } from '../ground/prompts/activeAccount.ts';
import { openInBrowser } from '../ground/services/openInBrowser.ts';
import { showInformation, showStatus } from '../ground/messages/show.ts';
import { withoutIcons } from '../ground/words/plainText.ts';
import { pickSite } from './pickSite.ts';
import { pickSpace } from '../ground/prompts/pickSpace.ts';
import type { SitesContext } from './context.ts';
import type { SiteRow } from './rows.ts';
import { visibilityMark } from './words.ts';
import { showQuickPick } from '../ground/services/quickPick.ts';

export async function openPublished(parts: SitesContext, row: SiteRow | undefined): Promise<void> {
  const address = await addressOf(parts, row, vscode.l10n.t('Select a site to open'));
  if (address) await openInBrowser(address);
}

export async function copyAddress(parts: SitesContext, row: SiteRow | undefined): Promise<void> {
  const address = await addressOf(parts, row, vscode.l10n.t('Select a site to copy its link'));
  if (!address) return;
  await vscode.env.clipboard.writeText(address);
  showStatus(vscode.l10n.t('Link copied.'), 3000);
}

/**
 * The address of the site, or of the given row's part, for visitors. If there is none, throws an error that says why.
 */
async function addressOf(parts: SitesContext, row: SiteRow | undefined, title: string): Promise<string | undefined> {
  if (row?.kind === 'part' && row.part.published) return row.part.published;
  const picked = await pickSite(parts, row, title, (site) => site.published);
  if (!picked) return undefined;
  const { site } = picked;
  const address = site.urls?.published;
  if (address && site.published) return address;
  const publish = vscode.l10n.t('Publish…');
  const chosen = await parts.prompts.choose({
    message: site.published
      ? vscode.l10n.t("The server doesn't provide the URL of “{0}”.", titleText(site.title))
      : vscode.l10n.t("“{0}” isn't published, so it has no link for visitors yet.", titleText(site.title)),
    actions: site.published ? [] : [publish],
  });
  if (chosen === publish) await run('sites.publish', row);
  return undefined;
}

interface SiteItem extends vscode.QuickPickItem {
  readonly at: SiteAddress;
  readonly part?: string | undefined;
}

/** Lists the sites that contain a space, with its place in each of them. */
export async function findSpace(parts: SitesContext, place: Place | undefined): Promise<void> {
  const account = await activeAccount(parts);
  if (!account) return;
  const space =
    place && 'space' in place
      ? place.space
      : await pickSpace(parts, await parts.stores(account).library(), vscode.l10n.t('Select a space to find in sites'));
  if (!space) return;
  const sites = await parts.stores(account).sites();
  const found = await sites.withSpace(space.organization, space.id);
  const items = await Promise.all(
    found.map(async (site): Promise<SiteItem[]> => {
      const at = { organizationId: space.organization, siteId: site.id };
      const state = site.published ? vscode.l10n.t('published') : vscode.l10n.t('not published');
      const item = { label: withoutIcons(titleText(site.title)), at };
      const marks = [state, visibilityMark(site.visibility)];
      try {
        const content = sites.at(at);
        const textVersions = [...standingsIn(await content.loadTree())].filter(
          ({ part }) => part.space?.id === space.id,
        );
        const items = textVersions.map(({ part, parent }) => ({
          ...item,
          description: withoutIcons([...marks, ...(parent ? [titleText(parent.title)] : [])].join(' · ')),
          detail: withoutIcons(part.published ?? ''),
          part: part.id,
        }));
        return items.length > 0 ? items : [{ ...item, description: withoutIcons(marks.join(' · ')) }];
      } catch (error) {
        // The list has shown that the space is in the site; only its place there is unknown.
        if (!failureOf(error)) throw error;
        parts.edge.note('docsPlatform.sites.findSpace', error);
        return [{ ...item, description: withoutIcons(marks.join(' · ')) }];
      }
    }),
  );
  if (items.length === 0) {
    await showInformation(vscode.l10n.t("“{0}” isn't in any sites.", titleText(space.title)));
    return;
  }
  const title = vscode.l10n.t('Sites with “{0}”', titleText(space.title));
  const chosen = await showQuickPick(items.flat(), { title, matchOnDescription: true });
  if (chosen) await run('sites.reveal', chosen.at, chosen.part);
}

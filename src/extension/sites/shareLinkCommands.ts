import * as vscode from 'vscode';
import type { ShareLink } from '../../contract/sites/shareLinks.ts';
import { sharedSiteOf, shareKeyIn } from '../../model/sites/shareLinkAddress.ts';
import { problemOfShareLinkName } from '../../model/sites/limits.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { sentenceOf } from '../ground/messages/sentence.ts';
import { showInformation, showStatus } from '../ground/messages/show.ts';
import { chooseKey } from './chosenKeys.ts';
import { pickSiteToChange, type Picked } from './pickSite.ts';
import type { SitesContext } from './context.ts';
import type { SiteRow } from './rows.ts';

/** A share link, and its site. */
type PickedLink = Picked & { readonly link: ShareLink };

export async function create(parts: SitesContext, row: SiteRow | undefined): Promise<void> {
  const picked = await pickSiteToChange(parts, row, vscode.l10n.t('Select a site to create a share link for'));
  if (!picked) return;
  const { sites, at, site } = picked;
  const link = await parts.prompts.ask({
    title: vscode.l10n.t('Create Share Link for “{0}”', titleText(site.title)),
    prompt: vscode.l10n.t('Name of the share link, such as who it is for'),
    isAction: true,
    async accept(text) {
      const problem = problemOfShareLinkName(text);
      return problem ? { problem } : { value: await sites.at(at).shareLinks.create(text) };
    },
  });
  if (!link) return;
  const copyIt = vscode.l10n.t('Copy Link');
  const address = link.urls?.published;
  const chosen = await parts.prompts.choose({
    message:
      site.visibility === 'share-link'
        ? vscode.l10n.t('Created the share link “{0}”.', titleText(link.name, link.id))
        : vscode.l10n.t(
            "Created the share link “{0}”. To use it, change the site's visibility to Share Link.",
            titleText(link.name, link.id),
          ),
    actions: address ? [copyIt] : [],
  });
  if (chosen === copyIt && address) await copyAddress(picked, address);
}

/** A server without pages for browsers returns an address of its API, which needs a token. */
async function copyAddress({ account }: Picked, address: string): Promise<void> {
  await vscode.env.clipboard.writeText(address);
  showStatus(
    sharedSiteOf(address, account.base)
      ? vscode.l10n.t("Share link copied. Browsers can't open it. To open it, run Open from URL.")
      : vscode.l10n.t('Share link copied. Anyone who has it can read the site.'),
    5000,
  );
}

export async function rename(parts: SitesContext, { sites, at, link }: PickedLink): Promise<void> {
  await parts.prompts.ask({
    title: vscode.l10n.t('Rename Share Link “{0}”', titleText(link.name, link.id)),
    prompt: vscode.l10n.t('Name of the share link, such as who it is for'),
    isAction: true,
    value: link.name ?? '',
    async accept(text) {
      const problem = problemOfShareLinkName(text);
      return problem ? { problem } : { value: await sites.at(at).shareLinks.update(link.id, { name: text }) };
    },
  });
}

export async function switchOnOrOff({ sites, at, link }: PickedLink): Promise<void> {
  const active = link.active === false;
  await sites.at(at).shareLinks.update(link.id, { active });
  showStatus(
    active
      ? vscode.l10n.t('Enabled the share link “{0}”.', titleText(link.name, link.id))
      : vscode.l10n.t('Disabled the share link “{0}”.', titleText(link.name, link.id)),
    5000,
  );
}

export async function copy(picked: PickedLink): Promise<void> {
  const address = picked.link.urls?.published;
  if (!address) {
    await showInformation(vscode.l10n.t("The server doesn't provide the URL of this share link."));
    return;
  }
  await copyAddress(picked, address);
}

export async function remove(parts: SitesContext, { sites, at, link, site }: PickedLink): Promise<void> {
  const action = vscode.l10n.t('Delete');
  const answer = await parts.prompts.choose({
    modal: true,
    severity: 'warning',
    message: vscode.l10n.t('Delete the share link “{0}”?', titleText(link.name, link.id)),
    detail: vscode.l10n.t(
      "Anyone who has it can no longer use it to read “{0}”. This can't be undone.",
      titleText(site.title),
    ),
    actions: [action],
  });
  if (answer === action) await sites.at(at).shareLinks.delete(link.id);
}

/** Accepts a key, or a whole share link that ends with one. Stores it once the site opens with it. */
export async function enterKey(parts: SitesContext, picked: Picked): Promise<void> {
  const key = await askForKey(parts, picked);
  if (key === undefined) return;
  await parts.shareKeys.set(picked.account.key, picked.at.siteId, key);
  showStatus(vscode.l10n.t('Saved the share key on this machine.'), 5000);
  await picked.sites.at(picked.at).refresh();
}

export async function askForKey(parts: SitesContext, { sites, at, site }: Picked): Promise<string | undefined> {
  return parts.prompts.ask({
    title: vscode.l10n.t('Share Key for “{0}”', titleText(site.title)),
    prompt: vscode.l10n.t("A share link of the site, or its key. It is stored only in VS Code's secret storage."),
    password: true,
    async accept(text, signal) {
      const key = shareKeyIn(text);
      if (!key) return { problem: vscode.l10n.t("This isn't a share link or share key.") };
      try {
        await sites.published(at, key, { signal });
      } catch (error) {
        return { problem: vscode.l10n.t("Couldn't open the site with this key. {0}", sentenceOf(error)) };
      }
      return { value: key };
    },
  });
}

export async function forgetKey(parts: SitesContext, picked: Picked): Promise<void> {
  chooseKey(picked.account.key, picked.at.siteId, undefined);
  await parts.shareKeys.set(picked.account.key, picked.at.siteId, undefined);
  showStatus(vscode.l10n.t('Removed the share key from this machine.'), 5000);
}

import * as vscode from 'vscode';
import { publishedText } from './publishedText.ts';
import { shareKeyIn } from '../../model/sites/shareLinkAddress.ts';
import { titleText } from '../../model/shared/titleText.ts';
import type { OpenedSite } from '../ground/services/openedSite.ts';
import { withoutIcons } from '../ground/words/plainText.ts';
import { chooseKey, chosenKey } from './chosenKeys.ts';
import type { Picked } from './pickSite.ts';
import { publishedScheme } from './publishedScheme.ts';
import { askForKey } from './shareLinkCommands.ts';
import type { SitesContext } from './context.ts';
import { accountOf } from '../ground/places/place.ts';
import { signedOut } from '../ground/words/unreachablePage.ts';
import { showQuickPick } from '../ground/services/quickPick.ts';

type What = 'published' | 'customization' | 'audience';

/** Shows what a share link gives as a document. `reread` makes VS Code read the text again if the document is open. */
export async function showOpened(opened: OpenedSite, reread: (uri: vscode.Uri) => void): Promise<void> {
  const uri = uriOf(opened, 'published', 'md');
  chooseKey(opened.account.key, opened.at.siteId, opened.shareKey);
  reread(uri);
  await show(uri);
}

/** Shows what visitors get from a site as a document. */
export async function showPublished(
  parts: SitesContext,
  picked: Picked,
  reread: (uri: vscode.Uri) => void,
): Promise<void> {
  const uri = uriOf(picked, 'published', 'md');
  const chosen = await askWhom(parts, picked);
  if (chosen === undefined) return;
  chooseKey(picked.account.key, picked.at.siteId, chosen.key);
  // Read now, so that an error is shown to the user instead of in the document.
  await textOf(parts, uri);
  reread(uri);
  await show(uri);
}

export async function showText(picked: Picked, what: 'customization' | 'audience'): Promise<void> {
  await show(uriOf(picked, what, 'json'));
}

/** The current text of a site's document. */
export async function textOf(parts: SitesContext, uri: vscode.Uri): Promise<string> {
  const { organizationId, siteId, what } = addressOf(uri);
  const account = accountOf(parts, uri.authority);
  if (!account) return signedOut(uri.authority);
  const { stores } = parts;
  const sites = await stores(account).sites();
  const at = { organizationId, siteId };
  switch (what as What) {
    case 'published':
      return publishedText(await sites.published(at, chosenKey(account.key, siteId)));
    case 'customization':
      return jsonOf(await sites.at(at).customization());
    case 'audience': {
      const { schema, conditions } = await sites.at(at).audience();
      return jsonOf({ jsonSchema: schema.jsonSchema, templateConditions: conditions });
    }
  }
}

async function show(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

function uriOf(
  { account, at, site }: Pick<Picked, 'account' | 'at' | 'site'>,
  what: What,
  extension: string,
): vscode.Uri {
  const name = titleText(site.title).replaceAll(/[/\\:?#%]/g, ' ');
  const path = `/${name} ${names()[what]}.${extension}`;
  const query = String(new URLSearchParams({ organizationId: at.organizationId, siteId: at.siteId, what }));
  return vscode.Uri.from({ scheme: publishedScheme, authority: account.key, path, query });
}

/** The inverse of `uriOf`. */
function addressOf({ query }: vscode.Uri): Record<'organizationId' | 'siteId' | 'what', string> {
  const ids = new URLSearchParams(query);
  const of = (name: string): string => ids.get(name) ?? '';
  return { organizationId: of('organizationId'), siteId: of('siteId'), what: of('what') };
}

function names(): Readonly<Record<What, string>> {
  return {
    published: vscode.l10n.t('as published'),
    customization: vscode.l10n.t('customization'),
    audience: vscode.l10n.t('audience'),
  };
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Asks nothing for sites that need no key. An empty choice means the key entered earlier, or none. */
async function askWhom(
  parts: SitesContext,
  picked: Picked,
): Promise<{ readonly key?: string | undefined } | undefined> {
  const { site, sites, at, account } = picked;
  if (site.visibility !== 'share-link') return {};
  const links = await sites
    .at(at)
    .shareLinks.load()
    .catch((error: unknown) => {
      // Only users who manage the site can see its share links.
      parts.edge.note('docsPlatform.sites.showPublished', error);
      return [];
    });
  const isStored = (await parts.shareKeys.get(account.key, at.siteId)) !== undefined;
  const items = [
    {
      label: isStored ? vscode.l10n.t('With the share key you entered') : vscode.l10n.t('With your account'),
      choice: 'none',
      key: undefined,
    },
    ...links.flatMap(({ name, id, active, urls }) => {
      const key = urls?.published && active !== false ? shareKeyIn(urls.published) : undefined;
      const label = vscode.l10n.t('With the share link “{0}”', titleText(name, id));
      return key === undefined ? [] : [{ label: withoutIcons(label), choice: 'link', key }];
    }),
    { label: vscode.l10n.t('With another share key…'), choice: 'ask', key: undefined },
  ];
  const title = vscode.l10n.t('Select how to view “{0}”', titleText(site.title));
  const chosen = await showQuickPick(items, { title });
  if (!chosen) return undefined;
  if (chosen.choice !== 'ask') return { key: chosen.key };
  const key = await askForKey(parts, picked);
  return key === undefined ? undefined : { key };
}

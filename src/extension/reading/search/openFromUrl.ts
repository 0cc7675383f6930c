import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { firstPageOf } from '../../../model/pages/lookup.ts';
import type { PageNode, PageTree } from '../../../model/pages/tree.ts';
import { isShareLinkOf, sharedSiteOf, shareKeyIn, type SharedSite } from '../../../model/sites/shareLinkAddress.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { pageAtUrl, pastedAddress, spaceIdIn, type WebAddress } from '../../../model/pages/webAddress.ts';
import type { Library } from '../../../store/library/library.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { activeAccount } from '../../ground/prompts/activeAccount.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import type { Problem } from '../../ground/services/prompts.ts';
import { wordsOf } from '../../ground/words/reason.ts';
import { dateInWords } from '../../ground/words/dates.ts';
import type { OpenedSite } from '../../ground/services/openedSite.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { inVersion, noPageAt, type InVersion } from './inVersion.ts';
import { openPage } from './openPage.ts';
import type { Uses } from '../../ground/services/services.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

type Found =
  | Exclude<WebAddress, { kind: 'none' | 'version' }>
  | { readonly kind: 'shared'; readonly shared: OpenedSite }
  | InVersion;

/** Opens the target of a URL from the browser's address bar, of a space, page or site, or of a share link. */
export async function openFromUrl(parts: Uses<'accounts' | 'prompts' | 'stores'>): Promise<void> {
  const { stores, prompts } = parts;
  const account = await activeAccount(parts);
  if (!account) return;
  const library = await stores(account).library();
  const found = await prompts.ask<Found>({
    title: vscode.l10n.t('Open from URL'),
    prompt: vscode.l10n.t('URL of a page, space, or site from your browser, or a share link'),
    placeholder: 'https://',
    async accept(pasted, signal) {
      const text = pastedAddress(pasted);
      const shared = await sharedSiteAt({ stores, account, library }, text, signal);
      if (shared) return { value: { kind: 'shared', shared } };
      const address = await resolve(library, text, signal);
      if (address.kind === 'version') return inVersion({ stores, account }, address, signal);
      return address.kind === 'none' ? { problem: address.reason } : { value: address };
    },
  });
  if (!found) return;
  if (found.kind === 'shared') await run('sites.showPublished', found.shared);
  else if (found.kind === 'changeRequest') await run('changeRequests.reveal', found.at);
  else if (found.kind === 'version') await openPage(found.page, found.uri);
  else if (found.kind === 'site') await openSite(account, library, found.spaces);
  else {
    await openIn(account, library, found.space, found);
    await offerRestore(parts, library, found.space.id);
  }
}

/** A deleted space can be read for 7 days, but only by its address: no list contains it. */
async function offerRestore({ prompts }: Uses<'prompts'>, library: Library, spaceId: string): Promise<void> {
  const space = library.cachedSpaces().find(({ id }) => id === spaceId);
  if (!space?.deletedAt) return;
  const restore = vscode.l10n.t('Restore');
  const mayRestore = space.permissions?.['admin'] !== false;
  const [title, date] = [titleText(space.title), dateInWords(space.deletedAt)];
  const answer = await prompts.choose({
    message: mayRestore
      ? vscode.l10n.t('The space “{0}” was deleted {1}. You can restore it within 7 days.', title, date)
      : vscode.l10n.t('The space “{0}” was deleted {1}. An administrator can restore it.', title, date),
    actions: mayRestore ? [restore] : [],
  });
  if (answer === restore) {
    await run('space.restore', { kind: 'space', key: space.id, space });
  }
}

/** The site of a share link. Rejects if its key doesn't open the site. */
async function sharedSiteAt(
  { stores, account, library }: Uses<'stores'> & { account: Account; library: Library },
  text: string,
  signal: AbortSignal,
): Promise<OpenedSite | undefined> {
  const named = sharedSiteOf(text, account.base);
  if (!named && !text.includes('/share/')) return undefined;
  const sites = await stores(account).sites();
  const shared = named ?? (await amongCached());
  if (!shared) return undefined;
  const { shareKey, ...at } = shared;
  const { site } = await sites.published(at, shareKey, { signal });
  return { account, at, site, shareKey };

  async function amongCached(): Promise<SharedSite | undefined> {
    const shareKey = shareKeyIn(text);
    if (shareKey === undefined) return undefined;
    for (const { id: organizationId } of await library.organizations({ signal })) {
      // If the sites can't be listed, it may still be the URL of a page.
      const listed = await sites.sites(organizationId, undefined, { signal }).catch(() => undefined);
      const site = listed?.sites.find((each) => isShareLinkOf(text, each));
      if (site) return { organizationId, siteId: site.id, shareKey };
    }
    return undefined;
  }
}

type Resolved = Exclude<WebAddress, { kind: 'none' }> | { readonly kind: 'none'; readonly reason: Problem };

/** The pages of a space are loaded only once it is known that the URL is in that space. */
async function resolve(library: Library, text: string, signal: AbortSignal): Promise<Resolved> {
  const treeOf = (space: string): PageTree | undefined => library.cachedPages(space);
  const look = (): WebAddress => pageAtUrl(text, library.cachedSpaces(), treeOf);
  let address = look();
  if (address.kind === 'none') {
    const { failures } = await library.availableSpaces({ signal });
    const id = spaceIdIn(text);
    // Some servers don't list every space, so a space in the URL is requested by its id.
    if (id && look().kind === 'none') await library.space(id, { signal }).catch(() => undefined);
    address = look();
    const [failure] = failures;
    // The target may be in what couldn't be listed.
    if (address.kind === 'none' && failure)
      return { ...address, reason: `${wordsOf(address.reason)} ${sentenceOf(failure)}` };
  }
  if (address.kind !== 'space' || address.path === '') return address;
  await library.pages(address.space.id, { signal });
  const again = look();
  if (again.kind !== 'space' || again.path === '') return again;
  return { kind: 'none', reason: noPageAt(titleText(again.space.title), again.path) };
}

async function openIn(
  account: Account,
  library: Library,
  space: Space,
  at: { readonly node?: PageNode; readonly anchor?: string | undefined },
): Promise<void> {
  const node = at.node ?? firstPageOf(await library.pages(space.id));
  if (node?.path) await openPage({ account: account.key, space: space.id, path: node.path, anchor: at.anchor });
  const place = await library.placeOf(space.id, node?.id);
  if (place) await run('library.reveal', place, { focus: node === undefined });
}

async function openSite(account: Account, library: Library, spaces: readonly Space[]): Promise<void> {
  const items = spaces.map((space) => ({
    label: withoutIcons(titleText(space.title)),
    description: withoutIcons(space.urls?.['published'] ?? ''),
    space,
  }));
  const title = vscode.l10n.t('This site has several spaces. Select one to open.');
  const chosen = await showQuickPick(items, { title });
  if (chosen) await openIn(account, library, chosen.space, {});
}

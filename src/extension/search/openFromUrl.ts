import * as vscode from 'vscode';
import type { Space } from '../../contract/spaces.ts';
import { firstPageOf } from '../../model/pageLookup.ts';
import type { PageNode, PageTree } from '../../model/pageTree.ts';
import { titleText } from '../../model/titleText.ts';
import { pageAtUrl, type WebAddress } from '../../model/webAddress.ts';
import type { Library } from '../../store/library.ts';
import type { Account } from '../account/accounts.ts';
import { activeAccount } from '../account/activeAccount.ts';
import { sentenceOf } from '../commands/errorEdge.ts';
import { withoutIcons } from '../prompts/plainText.ts';
import { openPage } from './openPage.ts';
import type { SearchParts } from './searchParts.ts';

/** Takes the address of a space, a page or a site as a browser shows it, and stands on the page. */
export async function openFromUrl(parts: SearchParts): Promise<void> {
  const { platforms, prompts } = parts;
  const account = await activeAccount(parts);
  if (!account) return;
  const library = await platforms.library(account);
  const found = await prompts.ask({
    title: vscode.l10n.t('Open from URL'),
    prompt: vscode.l10n.t('Address of a page, a space or a site, as your browser shows it'),
    placeholder: 'https://',
    async accept(text, signal) {
      const address = await resolve(library, text, signal);
      return address.kind === 'none' ? { problem: address.reason } : { value: address };
    },
  });
  if (!found) return;
  if (found.kind === 'site') await openSite(account, library, found.spaces);
  else await openIn(account, library, found.space, found);
}

/** The pages of a space are asked for only once the address is known to lead into it. */
async function resolve(library: Library, text: string, signal: AbortSignal): Promise<WebAddress> {
  const treeOf = (space: string): PageTree | undefined => library.knownPages(space);
  const look = (): WebAddress => pageAtUrl(text, library.knownSpaces(), treeOf);
  let address = look();
  if (address.kind === 'none') {
    const { failures } = await library.spacesAtHand({ signal });
    const id = /\/(?:s|spaces)\/([\w-]+)/.exec(text)?.[1];
    // Some servers do not list every space: one that is named is asked for by its id.
    if (id && look().kind === 'none') await library.space(id, { signal }).catch(() => undefined);
    address = look();
    const [failure] = failures;
    // It may be in what could not be listed.
    if (address.kind === 'none' && failure) return { ...address, reason: `${address.reason} ${sentenceOf(failure)}` };
  }
  if (address.kind !== 'space' || address.path === '') return address;
  await library.pages(address.space.id, { signal });
  const again = look();
  if (again.kind !== 'space' || again.path === '') return again;
  return {
    kind: 'none',
    reason: vscode.l10n.t('“{0}” has no page at {1} (any more).', titleText(again.space.title), again.path),
  };
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
  if (place) await vscode.commands.executeCommand('docsPlatform.library.reveal', place, { focus: node === undefined });
}

async function openSite(account: Account, library: Library, spaces: readonly Space[]): Promise<void> {
  const items = spaces.map((space) => ({
    label: withoutIcons(titleText(space.title)),
    description: space.urls?.['published'] ?? '',
    space,
  }));
  const title = vscode.l10n.t('This site shows several spaces. Open which one?');
  const chosen = await vscode.window.showQuickPick(items, { title });
  if (chosen) await openIn(account, library, chosen.space, {});
}

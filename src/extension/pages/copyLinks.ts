import * as vscode from 'vscode';
import { browserAddressOf } from '../../model/shared/browserAddress.ts';
import { markdownLink } from '../../model/text/markdownLink.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import { isPlace } from '../commands/givenPlace.ts';
import { pagesGiven } from '../commands/givenPage.ts';
import { showInformation, showStatus } from '../messages/show.ts';
import { pageAt } from './placeOf.ts';
import type { Uses } from '../services/services.ts';
import { plural } from '../words/plural.ts';

/** Copies links that work anywhere, one per line: to the pages of the selected rows, else to the open page. */
export async function copyLinks(
  parts: Uses<'accounts' | 'stores'>,
  given: unknown,
  selected: unknown,
  form: 'address' | 'markdown',
): Promise<void> {
  const nodes = await nodesGiven(parts, given, selected);
  const links = nodes.flatMap(({ title, page }) => {
    const address = browserAddressOf(page.urls);
    if (address === undefined) return [];
    return form === 'address' ? address : markdownLink(title, address);
  });
  const without = nodes.find(({ page }) => browserAddressOf(page.urls) === undefined);
  if (links.length > 0) {
    await vscode.env.clipboard.writeText(links.join('\n'));
    showStatus(plural(vscode.l10n.t('Link copied.|{0} links copied.'), links.length), 3000);
  }
  if (nodes.length === 0) await showInformation(vscode.l10n.t('Open a page first, or select one in the Library.'));
  else if (without)
    await showInformation(vscode.l10n.t("“{0}” has no link: the server doesn't provide one.", without.title));
}

async function nodesGiven(parts: Uses<'accounts' | 'stores'>, given: unknown, selected: unknown): Promise<PageNode[]> {
  if (isPlace(given) && given.kind === 'page') return [given.node];
  const rows = pagesGiven(given, selected);
  const nodes = await Promise.all(
    rows.map(async ({ account, space, changeRequest, page }) => {
      const content = await parts.stores(account).contents();
      const { byId } = await content.pages(space, { kind: 'changeRequest', number: changeRequest.number });
      const node = byId.get(page ?? '');
      if (!node) throw new Error(vscode.l10n.t('This page is no longer in #{0}.', changeRequest.number));
      return node;
    }),
  );
  if (nodes.length > 0) return nodes;
  const open = await pageAt(parts, given);
  return open ? [open.node] : [];
}

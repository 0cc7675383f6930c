import * as vscode from 'vscode';
import { numberOf } from '../../../model/shared/address.ts';
import { browserAddressOf } from '../../../model/shared/browserAddress.ts';
import { markdownLink } from '../../../model/text/markdownLink.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import { showInformation, showStatus } from '../../ground/messages/show.ts';
import { nodeAt, noPage, type Place } from '../../ground/places/place.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';

/**
 * Copies links that work anywhere, one per line: to the pages of the selected rows, else to the open page.
 *
 * @param form Markdown, or else what follows each page's URL: nothing, or `#` with the anchor of a section
 */
export async function copyLinks(
  parts: Uses<'stores'>,
  places: readonly Place[],
  form: 'markdown' | '' | `#${string}`,
): Promise<void> {
  const nodes = await nodesAt(parts, places);
  const links = nodes.flatMap(({ title, page }) => {
    const address = browserAddressOf(page.urls);
    if (address === undefined) return [];
    return form === 'markdown' ? markdownLink(title, address) : `${address}${form}`;
  });
  const without = nodes.find(({ page }) => browserAddressOf(page.urls) === undefined);
  if (links.length > 0) {
    await vscode.env.clipboard.writeText(links.join('\n'));
    showStatus(plural(vscode.l10n.t('Link copied.|{0} links copied.'), links.length), 3000);
  }
  if (nodes.length === 0)
    await showInformation(
      places.length === 0
        ? noPage()
        : plural(
            vscode.l10n.t('This page no longer exists on the server.|These pages no longer exist on the server.'),
            places.length,
          ),
    );
  else if (without)
    await showInformation(vscode.l10n.t("“{0}” has no link: the server doesn't provide one.", without.title));
}

async function nodesAt({ stores }: Uses<'stores'>, places: readonly Place[]): Promise<PageNode[]> {
  const nodes = await Promise.all(
    places.map(async (place) => {
      const node = await nodeAt({ stores }, place);
      const number = numberOf(place.version);
      if (!node && place.page !== undefined && number !== undefined)
        throw new Error(vscode.l10n.t('This page is no longer in #{0}.', number));
      return node ?? [];
    }),
  );
  return nodes.flat();
}

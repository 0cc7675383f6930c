import * as vscode from 'vscode';
import { run } from '../contributions/run.ts';
import { browserAddressOf } from '../../../model/shared/browserAddress.ts';
import { repositoryAddress } from '../../../model/library/repositoryAddress.ts';
import { openInBrowser } from '../services/openInBrowser.ts';
import type { Place } from '../places/place.ts';
import type { Uses } from '../services/services.ts';

/** If the server accepts no content, offers other places where the page or its space can be edited. */
export async function offerElsewhere(
  { stores, prompts }: Uses<'prompts' | 'stores'>,
  { account, space: spaceId, page }: Omit<Place, 'version'>,
): Promise<void> {
  const library = await stores(account).library();
  const place = await library.placeOf(spaceId, page);
  const space = await library.space(spaceId);
  const address =
    browserAddressOf(place?.kind === 'page' ? place.node.page.urls : undefined) ?? browserAddressOf(space.urls);
  const isInRepository = place !== undefined && repositoryAddress(space.gitSync) !== undefined;
  const browse = vscode.l10n.t('Open in Browser');
  const repository = vscode.l10n.t('Open in Repository');
  const answer = await prompts.choose({
    message: isInRepository
      ? vscode.l10n.t(
          "This server doesn't accept edits from here. Edit this page in the browser, or in the repository of its space.",
        )
      : vscode.l10n.t("This server doesn't accept edits from here. Edit this page in the browser."),
    actions: [...(isInRepository ? [repository] : []), ...(address === undefined ? [] : [browse])],
  });
  if (answer === browse && address !== undefined) await openInBrowser(address);
  if (place && answer === repository) await run('openInRepository', place);
}

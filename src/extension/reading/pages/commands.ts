import * as vscode from 'vscode';
import { run } from '../../ground/contributions/run.ts';
import { browserAddressOf } from '../../../model/shared/browserAddress.ts';
import { activeAccount } from '../../ground/prompts/activeAccount.ts';
import type { PageNode } from '../../../model/pages/tree.ts';
import type { Handler } from '../../ground/commands/neededRow.ts';
import type { CommandTable } from '../../ground/commands/table.ts';
import { openInBrowser } from '../../ground/services/openInBrowser.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { completeStep } from '../../ground/services/walkthrough.ts';
import { shaped } from '../../ground/contributions/given.ts';
import { openPageUri, shownUri } from '../../ground/places/openPageUri.ts';
import { neededPlace, nodeAt, noPage, placeGiven, placesGiven, uriOf, type Place } from '../../ground/places/place.ts';
import type { Uses } from '../../ground/services/services.ts';

/** The commands on an open page or one in the Library. */
export function pageCommands(parts: Uses<'accounts' | 'prompts' | 'stores'>) {
  const onPage =
    (action: (place: Place, node: PageNode) => unknown): Handler =>
    async (given) => {
      const place = placeGiven(parts, given, openPageUri);
      const node = place?.path === undefined ? undefined : await nodeAt(parts, place);
      if (place && node) return action(place, node);
      // Without an account there is no Library to choose a page in.
      if (!parts.accounts.active) return activeAccount(parts);
      return showInformation(noPage());
    };

  return {
    'docsPlatform.page.preview': onPage(async (place) => {
      await vscode.commands.executeCommand('markdown.showPreview', uriOf(place));
      completeStep('page');
    }),
    'docsPlatform.page.openInBrowser': onPage(async ({ account, space }, node) => {
      const library = await parts.stores(account).library();
      const address = browserAddressOf(node.page.urls) ?? browserAddressOf((await library.space(space)).urls);
      if (address) await openInBrowser(address);
      else await sayNoAddress();
    }),
    'docsPlatform.page.copyLink': async (given, selected) =>
      (await import('./copyLinks.ts')).copyLinks(parts, placesGiven(parts, given, selected, openPageUri), ''),
    'docsPlatform.page.copySectionLink': async (given) => {
      const anchor = isSection(given) && given.anchor !== '' ? (`#${encodeURIComponent(given.anchor)}` as const) : '';
      return (await import('./copyLinks.ts')).copyLinks(
        parts,
        placesGiven(parts, undefined, undefined, shownUri),
        anchor,
      );
    },
    'docsPlatform.page.copyMarkdownLink': async (given, selected) =>
      (await import('./copyLinks.ts')).copyLinks(parts, placesGiven(parts, given, selected, openPageUri), 'markdown'),
    'docsPlatform.page.revealInLibrary': onPage(async ({ account, space }, node) => {
      if (parts.accounts.active?.key !== account.key) await parts.accounts.activate(account.key);
      const place = await (await parts.stores(account).library()).placeOf(space, node.id);
      if (!place) throw new Error(vscode.l10n.t('“{0}” is no longer in the Library.', node.title));
      await run('library.reveal', place);
    }),
    'docsPlatform.file.download': async (given) =>
      (await import('./downloadFile.ts')).downloadFile(parts, placeGiven(parts, given, openPageUri)),
    'docsPlatform.page.refresh': async (given) =>
      (await import('./refresh.ts')).refreshPage(parts, neededPlace(parts, given, openPageUri)),
  } satisfies CommandTable;
}

/** What the reader says of the place of its context menu. */
const isSection = shaped<{ readonly anchor: string }>({ anchor: 'string' });

async function sayNoAddress(): Promise<void> {
  await showInformation(vscode.l10n.t("This page has no link: the server doesn't provide one."));
}

import * as vscode from 'vscode';
import { run } from '../contributions/run.ts';
import { browserAddressOf } from '../../model/shared/browserAddress.ts';
import { activeAccount } from '../prompts/activeAccount.ts';
import type { CommandTable } from '../commands/table.ts';
import { openInBrowser } from '../services/openInBrowser.ts';
import { showInformation } from '../messages/show.ts';
import { completeStep } from '../services/walkthrough.ts';
import { pageAt, type PageAt } from './placeOf.ts';
import type { Uses } from '../services/services.ts';

/** The commands on an open page or one in the Library. */
export function pageCommands(parts: Uses<'accounts' | 'prompts' | 'stores'>) {
  const onPage = (action: (page: PageAt) => unknown) => async (given: unknown) => {
    const page = await pageAt(parts, given);
    if (page) return action(page);
    // Without an account there is no Library to choose a page in.
    if (!parts.accounts.active) return activeAccount(parts);
    return showInformation(vscode.l10n.t('Open a page first, or select one in the Library.'));
  };

  return {
    'docsPlatform.page.preview': onPage(async ({ uri }) => {
      await vscode.commands.executeCommand('markdown.showPreview', uri);
      completeStep('page');
    }),
    'docsPlatform.page.openInBrowser': onPage(async ({ node, library, space }) => {
      const address = browserAddressOf(node.page.urls) ?? browserAddressOf((await library.space(space)).urls);
      if (address) await openInBrowser(address);
      else await sayNoAddress();
    }),
    'docsPlatform.page.copyLink': async (given, selected) =>
      (await import('./copyLinks.ts')).copyLinks(parts, given, selected, 'address'),
    'docsPlatform.page.copyMarkdownLink': async (given, selected) =>
      (await import('./copyLinks.ts')).copyLinks(parts, given, selected, 'markdown'),
    'docsPlatform.page.revealInLibrary': onPage(async ({ account, library, space, node }) => {
      if (parts.accounts.active?.key !== account.key) await parts.accounts.activate(account.key);
      const place = await library.placeOf(space, node.id);
      if (!place) throw new Error(vscode.l10n.t('“{0}” is no longer in the Library.', node.title));
      await run('library.reveal', place);
    }),
    'docsPlatform.file.download': async (given) => (await import('./downloadFile.ts')).downloadFile(parts, given),
    'docsPlatform.page.refresh': async (given) => (await import('./refresh.ts')).refreshPage(parts, given),
  } satisfies CommandTable;
}

async function sayNoAddress(): Promise<void> {
  await showInformation(vscode.l10n.t("This page has no link: the server doesn't provide one."));
}

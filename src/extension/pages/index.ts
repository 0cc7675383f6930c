import * as vscode from 'vscode';
import { browserAddressOf } from '../../model/browserAddress.ts';
import type { Accounts } from '../account/accounts.ts';
import type { CommandTable } from '../commands/commandTable.ts';
import type { ErrorEdge } from '../commands/errorEdge.ts';
import { openInBrowser } from '../openInBrowser.ts';
import type { Platforms } from '../platforms.ts';
import { openPageUri } from './openPageUri.ts';
import type { PageAt } from './pageAt.ts';
import { pageFiles, readOnlyReason } from './pageFiles.ts';

export { templateTags } from './templateTags.ts';

export interface PageParts {
  readonly accounts: Accounts;
  readonly platforms: Platforms;
  readonly edge: ErrorEdge;
}

/** Pages as read-only Markdown files, and what can be done with an open one. */
export function pageFeature(parts: PageParts): { commands: CommandTable; register(): vscode.Disposable } {
  const onPage = (act: (page: PageAt) => unknown) => async (given: unknown) => {
    const { pageAt } = await import('./pageAt.ts');
    const page = await pageAt(parts, given);
    if (page) return act(page);
    return vscode.window.showInformationMessage(vscode.l10n.t('Open a page first, or choose one in the Library.'));
  };

  const commands: CommandTable = {
    'docsPlatform.page.preview': onPage(({ uri }) => vscode.commands.executeCommand('markdown.showPreview', uri)),
    'docsPlatform.page.openInBrowser': onPage(async ({ node, library, space }) => {
      const address = browserAddressOf(node.page.urls) ?? browserAddressOf((await library.space(space)).urls);
      if (address) await openInBrowser(address);
      else await sayNoAddress();
    }),
    'docsPlatform.page.copyLink': onPage(async ({ node }) => {
      const address = browserAddressOf(node.page.urls);
      if (!address) return sayNoAddress();
      await vscode.env.clipboard.writeText(address);
      vscode.window.setStatusBarMessage(vscode.l10n.t('Link copied.'), 3000);
    }),
    'docsPlatform.page.revealInLibrary': onPage(async ({ account, library, space, node }) => {
      if (parts.accounts.active?.key !== account.key) await parts.accounts.activate(account.key);
      const place = await library.placeOf(space, node.id);
      if (!place) throw new Error(vscode.l10n.t('“{0}” is not in the Library (any more).', node.title));
      await vscode.commands.executeCommand('docsPlatform.library.reveal', place);
    }),
    'docsPlatform.page.refresh': async (given) => (await import('./refreshPage.ts')).refreshPage(parts, given),
  };

  return {
    commands,
    register() {
      const files = pageFiles(parts);
      return vscode.Disposable.from(
        files,
        vscode.workspace.registerFileSystemProvider('docs-platform', files, {
          isCaseSensitive: true,
          isReadonly: readOnlyReason(),
        }),
        followActiveEditor(parts),
      );
    },
  };
}

/** Tells menus whether the open page has an address for the browser. */
function followActiveEditor(parts: PageParts): vscode.Disposable {
  let turn = 0;
  const update = async (): Promise<void> => {
    const mine = ++turn;
    const page = openPageUri() ? await (await import('./pageAt.ts')).pageAt(parts, undefined) : undefined;
    if (mine !== turn) return;
    const has = page !== undefined && browserAddressOf(page.node.page.urls) !== undefined;
    await vscode.commands.executeCommand('setContext', 'docsPlatform.page.hasBrowserAddress', has);
    await vscode.commands.executeCommand('setContext', 'docsPlatform.page.isOpen', page !== undefined);
  };
  const follow = (): void => void update().catch((error: unknown) => parts.edge.note('Active editor', error));
  follow();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(follow),
    vscode.window.tabGroups.onDidChangeTabs(follow),
  );
}

async function sayNoAddress(): Promise<void> {
  await vscode.window.showInformationMessage(vscode.l10n.t('The platform gives this page no address in the browser.'));
}

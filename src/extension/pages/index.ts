import * as vscode from 'vscode';
import { browserAddressOf } from '../../model/browserAddress.ts';
import type { CommandTable } from '../commands/commandTable.ts';
import { registerFileSystem } from '../commands/fileSystemError.ts';
import { laterCommands } from '../commands/laterCommands.ts';
import { openPageUri } from './openPageUri.ts';
import { pageFiles, readOnlyReason } from './pageFiles.ts';
import type { PageParts } from './pageParts.ts';

/** Pages as read-only Markdown files, and what can be done with an open one. */
export function pageFeature(parts: PageParts): { commands: CommandTable; register(): vscode.Disposable } {
  const commands = laterCommands(
    'docsPlatform.page',
    ['preview', 'openInBrowser', 'copyLink', 'revealInLibrary', 'refresh'],
    async () => (await import('./commands.ts')).pageCommands(parts),
  );

  return {
    commands,
    register() {
      const files = pageFiles(parts);
      return vscode.Disposable.from(
        files,
        registerFileSystem('docs-platform', files, {
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
    parts.platforms.reachability.onDidRecover(follow),
  );
}

import * as vscode from 'vscode';
import { disposeIfUsed, onFirstUse } from '../../ground/commands/onFirstUse.ts';
import { registerFileSystem } from '../../ground/messages/fileSystem.ts';
import type { PageFilesContext } from './connections.ts';

/** The file system of pages. It is registered at once and loaded with the first file. */
export function registerPageFiles(parts: Omit<PageFilesContext, 'changed'>): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const load = onFirstUse(async () => (await import('./fileSystem.ts')).createPageFiles({ ...parts, changed }));

  return vscode.Disposable.from(
    { dispose: () => disposeIfUsed(load) },
    changed,
    registerFileSystem(
      'docs-platform',
      readOnlyText,
      {
        onDidChangeFile: changed.event,
        stat: async (uri) => (await load()).stat(uri),
        readDirectory: async (uri) => (await load()).readDirectory(uri),
        readFile: async (uri) => (await load()).readFile(uri),
      },
      { isCaseSensitive: true, isReadonly: readOnlyReason() },
    ),
  );
}

/**
 * Why a page can't be edited, with a link to the command that helps. VS Code shows it when the user types in the page.
 */
function readOnlyReason(): vscode.MarkdownString {
  const edit = vscode.l10n.t('Edit in Change Request…');
  const reason = new vscode.MarkdownString(`${readOnlyText()} [${edit}](command:docsPlatform.editing.edit)`);
  reason.isTrusted = { enabledCommands: ['docsPlatform.editing.edit'] };
  return reason;
}

function readOnlyText(): string {
  return vscode.l10n.t('Published pages are read-only. To change one, edit it in a change request.');
}

import * as vscode from 'vscode';
import { laterCommands, type LaterCommands } from '../../ground/commands/laterCommands.ts';
import type { FollowPages } from './follow.ts';
import type { Uses } from '../../ground/services/services.ts';

export { pagesDragAndDrop } from './dragAndDrop.ts';

/**
 * The actions on whole pages of change requests, and the editors that follow them. All of it is loaded on first use.
 */
export function pageActions(parts: Uses<'accounts' | 'prompts' | 'edge' | 'state' | 'stores'>): {
  commands: LaterCommands;
  register(): vscode.Disposable;
} {
  let loading: Promise<FollowPages> | undefined;

  function followFrom({ uri }: vscode.TextDocument): void {
    if (uri.scheme !== 'docs-platform-edit') return;
    loading ??= import('./follow.ts').then(({ createFollowPages }) => createFollowPages(parts));
    loading.catch((error: unknown) => parts.edge.note('Pages that moved', error));
  }

  return {
    commands: laterCommands(
      ['editing.newPage', 'editing.renamePage', 'editing.movePage', 'editing.deletePage', 'editing.revertPage'],
      async () => (await import('./commands.ts')).pageActionCommands(parts),
    ),
    register() {
      vscode.workspace.textDocuments.forEach(followFrom);
      return vscode.Disposable.from(
        vscode.workspace.onDidOpenTextDocument(followFrom),
        new vscode.Disposable(() => void loading?.then((pages) => void pages.dispose())),
      );
    },
  };
}

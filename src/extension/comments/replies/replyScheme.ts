import * as vscode from 'vscode';
import { replyScheme } from '../../../model/shared/schemes.ts';
import { registerFileSystem } from '../../ground/messages/fileSystem.ts';
import { disposeIfUsed, onFirstUse } from '../../ground/commands/onFirstUse.ts';
import type { CommentContext } from '../shared/context.ts';

/** The file system of reply documents. It is registered at once and loaded with the first document. */
export function registerReplyScheme(parts: CommentContext): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const files = onFirstUse(async () => (await import('./replyFiles.ts')).createReplyFiles(parts));

  const provider = {
    onDidChangeFile: changed.event,
    stat: async (uri: vscode.Uri) => (await files()).stat(uri),
    readFile: async (uri: vscode.Uri) => (await files()).readFile(uri),
    async writeFile(uri: vscode.Uri, bytes: Uint8Array) {
      await (await files()).writeFile(uri, bytes);
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
  };

  return vscode.Disposable.from(
    changed,
    { dispose: () => disposeIfUsed(files) },
    registerFileSystem(replyScheme, refusal, provider, { isCaseSensitive: true }),
    // VS Code reports the first change before the document is dirty, and once more afterwards.
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme !== replyScheme || !document.isDirty) return;
      files()
        .then((loaded) => loaded.keep(document))
        .catch((error: unknown) => parts.edge.note('Keeping a draft', error));
    }),
  );
}

function refusal(): string {
  return vscode.l10n.t('You can only send or close this reply.');
}

import * as vscode from 'vscode';
import { editScheme } from '../../../model/shared/schemes.ts';
import type { ReaderProtocol } from '../../../protocol/reader.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import type { Port } from '../../ground/webviews/port.ts';
import type { OpenReader, ReaderContext } from './context.ts';
import { pageRead } from './pageRead.ts';

/** Sends a reader its page when that changes, and where the cursor is in an editor of it. */
export function sendUpdates(
  parts: ReaderContext,
  { uri, panel }: OpenReader,
  { port, onSent }: { readonly port: Port<ReaderProtocol>; readonly onSent: (markdown: string) => void },
): vscode.Disposable {
  const isOwn = (each: vscode.Uri) => each.toString() === uri.toString();
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), '*'),
  );
  const typing = createPause(typed);
  const ends = [
    ...[watcher, typing],
    watcher.onDidChange((changed) => void (isOwn(changed) && void sendPage())),
    watcher.onDidCreate((created) => void (isOwn(created) && void sendPage())),
    watcher.onDidDelete((deleted) => void (isOwn(deleted) && void sendPage())),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document }, selections: [selection] }) => {
      if (panel.visible && selection && isOwn(document.uri)) port.notify('cursor', { line: selection.active.line });
    }),
  ];
  if (uri.scheme === editScheme) {
    ends.push(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && isOwn(document.uri)) typing.begin();
      }),
    );
  }
  return vscode.Disposable.from(...ends);

  async function sendPage(): Promise<void> {
    try {
      const page = await pageRead(parts, uri);
      port.notify('page', page);
      onSent(page.markdown);
    } catch (error) {
      parts.edge.note('Reader', error);
      const isGone = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
      port.notify('outdated', { isGone, reason: sentenceOf(error) });
    }
  }

  function typed(): void {
    const document = vscode.workspace.textDocuments.find((each) => isOwn(each.uri));
    if (!document) return;
    const markdown = document.getText();
    port.notify('text', { markdown });
    onSent(markdown);
  }
}

/** How long the text waits for the next key, in ms. */
const betweenKeys = 100;

/** Calls back once for all calls of `begin` in a short time. */
function createPause(listener: () => void): vscode.Disposable & { begin(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      timer ??= setTimeout(() => {
        timer = undefined;
        listener();
      }, betweenKeys);
    },
    dispose: () => clearTimeout(timer),
  };
}

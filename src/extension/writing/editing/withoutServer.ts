import * as vscode from 'vscode';
import { isDirtyAt } from '../../ground/services/openDocuments.ts';
import type { Uses } from '../../ground/services/services.ts';
import { holdsExplanation, signedOutText, unreachableText } from '../../ground/words/unreachablePage.ts';
import type { EditableFiles } from './editableFiles.ts';

/**
 * The files as VS Code gets them. A page that can't be read shows why in a read-only editor, as published pages do, until
 * the server answers or its account is signed in again. Text that was typed is never replaced.
 */
export function explainedFiles(
  { accounts, reachability }: Uses<'accounts' | 'reachability'>,
  files: EditableFiles,
  changed: vscode.EventEmitter<vscode.FileChangeEvent[]>,
): EditableFiles {
  /**
   * How often each page couldn't be read, which stands for the time of its last change: VS Code reads a file again only if
   * that is another one.
   */
  const times = new Map<string, number>();
  /** URIs of pages whose editors show the explanation. */
  const unread = new Set<string>();

  const readAgain = (key: string): void => {
    const uris = [...unread].map((uri) => vscode.Uri.parse(uri, true)).filter(({ authority }) => authority === key);
    if (uris.length > 0) changed.fire(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  };
  const following = vscode.Disposable.from(
    reachability.onDidRecover(readAgain),
    accounts.onDidChange(({ added, changed: replaced }) => {
      for (const { key } of [...added, ...replaced]) readAgain(key);
    }),
  );

  async function unlessUnreadable<Result>(
    uri: vscode.Uri,
    action: () => Promise<Result>,
    instead: (reason: string) => Result,
  ): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      const isUnavailable = error instanceof vscode.FileSystemError && error.code === 'Unavailable';
      if (!isUnavailable || isDirtyAt(uri) || !uri.path.endsWith('.md')) throw error;
      return instead(error.message);
    }
  }

  return {
    ...files,
    stat: (uri) =>
      unlessUnreadable(
        uri,
        () => files.stat(uri),
        () => ({
          ...{ type: vscode.FileType.File, ctime: 0, size: 0, permissions: vscode.FilePermission.Readonly },
          mtime: times.get(uri.toString()) ?? 0,
        }),
      ),
    async readFile(uri) {
      const key = uri.toString();
      return unlessUnreadable(
        uri,
        async () => {
          const content = await files.readFile(uri);
          // VS Code may have asked for the state before, so that the editor would stay read-only.
          if (unread.delete(key)) changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
          return content;
        },
        (reason) => {
          unread.add(key);
          times.set(key, (times.get(key) ?? 0) + 1);
          const { authority } = uri;
          return new TextEncoder().encode(
            accounts.byKey(authority) ? unreachableText(reason) : signedOutText(authority),
          );
        },
      );
    },
    async writeFile(uri, content) {
      // A command may have changed the text of the editor. What a user typed in a restored editor is another text.
      if (holdsExplanation(new TextDecoder().decode(content), uri.authority))
        throw vscode.FileSystemError.Unavailable(unreachableText('').trim());
      unread.delete(uri.toString());
      await files.writeFile(uri, content);
    },
    dispose() {
      following.dispose();
      files.dispose();
    },
  };
}

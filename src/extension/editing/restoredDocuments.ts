import * as vscode from 'vscode';
import { editAddressGiven } from './shared/sessions.ts';
import type { ConflictView } from './conflictView.ts';
import type { EditableFiles } from './editableFiles.ts';
import type { Uses } from '../services/services.ts';

/** Documents with text typed in an earlier session. VS Code shows it without requesting their files. */
export interface RestoredDocuments extends vscode.Disposable {
  /** Requests the files of all that are open. */
  know(): Promise<void>;
}

export function followRestoredDocuments(
  { edge }: Uses<'edge'>,
  files: Pick<EditableFiles, 'stat' | 'pages'>,
  conflictView: Pick<ConflictView, 'showRestored'>,
  onKnown: () => void,
): RestoredDocuments {
  async function know(): Promise<void> {
    const dirty = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && editAddressGiven(uri));
    const noted = (uri: vscode.Uri) => (error: unknown) => edge.note(`Writing ${uri.path}`, error);
    await Promise.all(dirty.map(({ uri }) => files.stat(uri).catch(noted(uri))));
    for (const document of dirty) conflictView.showRestored(document);
    onKnown();
  }

  function knowLater({ isDirty, uri }: vscode.TextDocument): void {
    if (isDirty && uri.scheme === 'docs-platform-edit' && !files.pages.has(uri.toString())) void know();
  }

  const following = vscode.Disposable.from(
    // After a reload, VS Code opens some of them later.
    vscode.workspace.onDidOpenTextDocument(knowLater),
    // This event also fires when a document becomes dirty.
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0) knowLater(document);
    }),
  );
  void know();
  return { know, dispose: () => void following.dispose() };
}

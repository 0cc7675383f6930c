import * as vscode from 'vscode';
import { registerFileSystem } from '../../ground/messages/fileSystem.ts';
import { laterCommands, type LaterCommands } from '../../ground/commands/laterCommands.ts';
import { onFirstUse } from '../../ground/commands/onFirstUse.ts';
import type { Editing } from './createEditing.ts';
import type { Services, Uses } from '../../ground/services/services.ts';

/** Pages of change requests as files that can be edited. Everything but the registration is loaded on first use. */
export function editingFeature(parts: Services): { commands: LaterCommands; register(): vscode.Disposable } {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let loaded: Editing | undefined;
  let isOver = false;

  const editing = onFirstUse(async () => {
    const { createEditing } = await import('./createEditing.ts');
    loaded = createEditing(parts, changed);
    if (isOver) loaded.dispose();
    return loaded;
  });

  return {
    commands: laterCommands(['editing.'], async () => (await import('./commands.ts')).editingCommands(editing)),
    register: () =>
      vscode.Disposable.from(
        changed,
        registerFiles(parts, editing, changed),
        new vscode.Disposable(() => {
          isOver = true;
          loaded?.dispose();
        }),
      ),
  };
}

/** The reason for a save is recorded from the start, before the rest is loaded. */
function registerFiles(
  { edge }: Uses<'edge'>,
  editing: () => Promise<Editing>,
  changed: vscode.EventEmitter<vscode.FileChangeEvent[]>,
): vscode.Disposable {
  const isOurs = ({ uri }: vscode.TextDocument): boolean => uri.scheme === 'docs-platform-edit';
  const begin = (): void => void editing().catch((error: unknown) => edge.note('Writing', error));
  if (vscode.workspace.textDocuments.some(isOurs)) begin();
  return vscode.Disposable.from(
    registerFileSystem(
      'docs-platform-edit',
      () => vscode.l10n.t('To create, rename, move, or delete pages, use the commands in the Change Requests view.'),
      {
        onDidChangeFile: changed.event,
        stat: async (uri) => (await editing()).files.stat(uri),
        // The list stays empty, or VS Code would complete links from it next to the suggestions of `completion.ts`.
        readDirectory: () => [],
        readFile: async (uri) => (await editing()).files.readFile(uri),
        writeFile: async (uri, content) => (await editing()).files.writeFile(uri, content),
        // VS Code calls this when `stat` failed before a save. It succeeds, so that the save goes on and reports the
        // real error.
        createDirectory: () => undefined,
      },
      { isCaseSensitive: true },
    ),
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (isOurs(document)) begin();
    }),
    vscode.workspace.onWillSaveTextDocument((event) => {
      if (isOurs(event.document)) event.waitUntil(editing().then(({ files }) => files.willSave(event)));
    }),
  );
}

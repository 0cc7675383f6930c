import * as vscode from 'vscode';
import { besideScheme } from '../../../model/shared/schemes.ts';
import { registerFileSystem } from '../../ground/messages/fileSystem.ts';
import { laterCommands, type LaterCommands } from '../../ground/commands/laterCommands.ts';
import { onFirstUse } from '../../ground/commands/onFirstUse.ts';
import type { ChangeRows } from '../../ground/changeRequests/changeRows.ts';
import type { Changes } from './createChanges.ts';
import type { Services } from '../../ground/services/services.ts';

/** The changes of change requests: rows for a tree, diffs and commands. All of it is loaded on first use. */
export function changesFeature(parts: Services): {
  commands: LaterCommands;
  rows: ChangeRows;
  register(): vscode.Disposable;
} {
  const changedRows = new vscode.EventEmitter<{ account: string; space: string; number: number }>();
  const changedDocument = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let loaded: Changes | undefined;
  let isOver = false;

  const load = onFirstUse(async () => {
    const { createChanges } = await import('./createChanges.ts');
    loaded = createChanges(parts, { changedRows, changedDocument });
    if (isOver) loaded.dispose();
    return loaded;
  });

  const rows: ChangeRows = {
    onDidChange: changedRows.event,
    childrenOf: async (at) => (await load()).rows.childrenOf(at),
    itemOf: (row) => loaded?.rows.itemOf(row) ?? new vscode.TreeItem(''),
    check: async (items) => (await load()).rows.check(items),
    dispose: () => undefined,
  };

  const commands = laterCommands(['changes.'], async () =>
    (await import('./commands.ts')).changesCommands(await load()),
  );

  /** Pages of change requests may still be open from an earlier session. */
  function followIfOpen({ uri }: vscode.TextDocument): void {
    if (uri.scheme !== 'docs-platform' || !/^\/[^/]+(?:\.change-request-| #)\d/.test(uri.path)) return;
    load().catch((error: unknown) => parts.edge.note('Changes', error));
  }

  return {
    commands,
    rows,
    register() {
      vscode.workspace.textDocuments.forEach(followIfOpen);
      return vscode.Disposable.from(
        changedRows,
        changedDocument,
        vscode.workspace.onDidOpenTextDocument(followIfOpen),
        // These documents are a file system, so that VS Code opens their diffs again after a restart.
        registerFileSystem(
          besideScheme,
          () => undefined,
          {
            onDidChangeFile: changedDocument.event,
            stat: async (uri) => (await load()).statOf(uri),
            readFile: async (uri) => (await load()).readFile(uri),
          },
          { isReadonly: true },
        ),
        new vscode.Disposable(() => {
          isOver = true;
          loaded?.dispose();
        }),
      );
    },
  };
}

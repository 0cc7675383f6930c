import * as vscode from 'vscode';
import { usedAccounts } from '../services/usedAccounts.ts';
import type { SelectedRow } from '../services/selectedRow.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import type { Manifest } from './manifest.ts';

/** Commands by id. A handler gets what VS Code passes: a tree element, a URI, or nothing from the palette. */
export type CommandTable = Readonly<Record<`docsPlatform.${string}`, (...given: unknown[]) => unknown>>;

interface Run {
  /** Called for each command that runs. */
  readonly onRun?: (id: string) => void;
  /** The selected row, for commands that run without an argument, as from the palette. */
  readonly selected?: Pick<SelectedRow, 'forCommand'>;
  readonly manifest: Manifest;
}

/** Registers every command. All their errors end here. */
export function registerCommands(table: CommandTable, edge: ErrorEdge, run: Run): vscode.Disposable {
  const registered = Object.entries(table).map(([id, handler]) =>
    vscode.commands.registerCommand(id, async (...all: unknown[]) => {
      // The title of a preview passes an address that says nothing about its page.
      const [first] = all;
      const given = first instanceof vscode.Uri && first.scheme === 'webview-panel' ? [undefined] : all;
      run.onRun?.(id);
      const start = (...given: unknown[]) => usedAccounts.storage!.run(new Set(), handler, ...given);
      try {
        const row = given.length === 0 ? run.selected?.forCommand() : undefined;
        const isAbout = row !== undefined && (await import('./aboutRows.ts')).aboutRows.has(id);
        try {
          return await start(...(isAbout ? [row] : given));
        } catch (error) {
          if (!isRowMissing(error) || isAbout || row === undefined) throw error;
          // With a key of the user's own, it is about the selected row.
          return await start(row);
        }
      } catch (error) {
        if (isRowMissing(error)) return (await import('./neededRow.ts')).sayWhereToFind(id, run.manifest);
        edge.explain(id, error, () => vscode.commands.executeCommand(id, ...given));
        return undefined;
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}

function isRowMissing(error: unknown): boolean {
  return error instanceof Error && error.name === 'RowMissing';
}

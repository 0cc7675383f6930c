import * as vscode from 'vscode';
import type { ErrorEdge } from './errorEdge.ts';

/** Commands by id. A handler gets what VS Code gives it (a tree element, a URI, nothing from the palette). */
export type CommandTable = Readonly<Record<`docsPlatform.${string}`, (...given: unknown[]) => unknown>>;

/** Registers every command, with the one place where its errors end. `onRun` is told of each that is run. */
export function registerCommands(
  table: CommandTable,
  edge: ErrorEdge,
  onRun: (id: string) => void = () => undefined,
): vscode.Disposable {
  const registered = Object.entries(table).map(([id, handler]) =>
    vscode.commands.registerCommand(id, async (...given: unknown[]) => {
      onRun(id);
      try {
        return await handler(...given);
      } catch (error) {
        edge.explain(id, error, () => vscode.commands.executeCommand(id, ...given));
        return undefined;
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}

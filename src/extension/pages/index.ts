import * as vscode from 'vscode';
import { registerFileSystem } from '../messages/fileSystem.ts';
import { laterCommands, type LaterCommands } from '../commands/laterCommands.ts';
import { pageFiles, readOnlyReason } from './files.ts';
import type { Services } from '../services/services.ts';

/** Pages as read-only Markdown files, and the commands on open pages. */
export function pageFeature(parts: Services): {
  commands: LaterCommands;
  register(): vscode.Disposable;
  /** Starts to follow the page in the active editor. */
  follow(): Promise<vscode.Disposable>;
} {
  const commands = laterCommands(['page.', 'file.download'], async () =>
    (await import('./commands.ts')).pageCommands(parts),
  );

  return {
    commands,
    register() {
      const files = pageFiles(parts);
      return vscode.Disposable.from(
        files,
        registerFileSystem('docs-platform', files, {
          isCaseSensitive: true,
          isReadonly: readOnlyReason(),
        }),
      );
    },
    follow: async () => (await import('./followActiveEditor.ts')).followActiveEditor(parts),
  };
}

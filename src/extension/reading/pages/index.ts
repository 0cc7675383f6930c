import type * as vscode from 'vscode';
import { laterCommands, type LaterCommands } from '../../ground/commands/laterCommands.ts';
import { registerPageFiles } from './files.ts';
import type { Services } from '../../ground/services/services.ts';

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
    register: () => registerPageFiles(parts),
    follow: async () => (await import('./followActiveEditor.ts')).followActiveEditor(parts),
  };
}

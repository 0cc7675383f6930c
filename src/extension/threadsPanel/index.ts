import * as vscode from 'vscode';
import type { CommandTable } from '../commands/commandTable.ts';
import type { ThreadsPanelParts, ThreadsPanels } from './panelParts.ts';

/** The comment threads of a space or a change request, in a panel beside the editors. */
export function threadsPanelFeature(parts: ThreadsPanelParts): {
  commands: CommandTable;
  register(): vscode.Disposable;
} {
  let loading: Promise<ThreadsPanels> | undefined;
  const panels = () =>
    (loading ??= import('./threadsPanels.ts').then(({ createThreadsPanels }) => createThreadsPanels(parts)));

  return {
    commands: {
      'docsPlatform.openThreads': async (given) =>
        (await import('./openThreads.ts')).openThreads({ ...parts, panels: await panels() }, given),
    },
    register: () =>
      vscode.window.registerWebviewPanelSerializer('docsPlatform.threads', {
        deserializeWebviewPanel: async (panel, state) => (await panels()).restore(panel, state),
      }),
  };
}

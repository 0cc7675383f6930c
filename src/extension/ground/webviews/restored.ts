import * as vscode from 'vscode';
import type { Panels } from './panels.ts';

/** Restores panels of a kind after a reload of the window, with their stored state. */
export function restored(viewType: string, panels: () => Promise<Pick<Panels<never>, 'restore'>>): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state) => (await panels()).restore(panel, state),
  });
}

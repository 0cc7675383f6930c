import * as vscode from 'vscode';
import type { CommandTable } from '../commands/commandTable.ts';
import type { CallEndpointParts } from './callEndpointParts.ts';

/** Any endpoint of the platform, for all that has no screen of its own. */
export function callEndpointFeature(parts: CallEndpointParts): {
  commands: CommandTable;
  register(): vscode.Disposable;
} {
  const loaded = () => import('./callEndpoint.ts');
  return {
    commands: {
      'docsPlatform.callEndpoint': async (given) => (await loaded()).writeRequest(parts, given),
      'docsPlatform.callEndpoint.send': async () => (await loaded()).sendRequest(parts),
      'docsPlatform.callEndpoint.copyAsCurl': async () => (await loaded()).copyAsCurl(parts),
    },
    register: () =>
      vscode.Disposable.from(
        vscode.workspace.registerTextDocumentContentProvider('docs-platform-endpoint', {
          provideTextDocumentContent: async (uri) => (await loaded()).contentOf(parts, uri),
        }),
        vscode.window.onDidChangeActiveTextEditor(tellMenus),
      ),
  };
}

/** A request is a new document that begins with the schema of its endpoint, also after a restart. */
function tellMenus(editor: vscode.TextEditor | undefined): void {
  const isRequest = editor?.document.isUntitled === true && editor.document.getText().includes(mark);
  void vscode.commands.executeCommand('setContext', 'docsPlatform.isRequest', isRequest);
}

const mark = '"$schema": "docs-platform-endpoint:';

import * as vscode from 'vscode';
import type { CommandTable } from '../../ground/commands/table.ts';
import { registerFileSystem, registerTextDocuments } from '../../ground/messages/fileSystem.ts';
import { disposeIfUsed, onFirstUse, type FirstUse } from '../../ground/commands/onFirstUse.ts';
import type { CallEndpointContext } from './context.ts';
import type { RequestFiles } from './requestFiles.ts';

/** Calls any endpoint of the platform, including those that no view uses. */
export function callEndpointFeature(given: Omit<CallEndpointContext, 'files'>): {
  commands: CommandTable;
  register(): vscode.Disposable;
} {
  const loaded = () => import('./call.ts');
  const files = onFirstUse(async () => (await import('./requestFiles.ts')).createRequestFiles(given));
  const parts: CallEndpointContext = { ...given, files };
  return {
    commands: {
      'docsPlatform.callEndpoint': async (row) => (await loaded()).writeRequest(parts, row),
      'docsPlatform.callEndpoint.send': async () => (await loaded()).sendRequest(parts),
      'docsPlatform.callEndpoint.copyAsCurl': async () => (await loaded()).copyAsCurl(parts),
    },
    register: () =>
      vscode.Disposable.from(
        registerTextDocuments('docs-platform-endpoint', {
          provideTextDocumentContent: async (uri) => (await loaded()).contentOf(parts, uri),
        }),
        registerRequests(files),
      ),
  };
}

function registerRequests(files: FirstUse<RequestFiles>): vscode.Disposable {
  const isRequest = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputText && input.uri.scheme === 'docs-platform-request';
  /** One that VS Code restores from its backup is saved while it is typed, although it is never read. */
  const begin = ({ uri }: vscode.TextDocument): void => void (uri.scheme === 'docs-platform-request' && files());
  vscode.workspace.textDocuments.forEach(begin);
  return vscode.Disposable.from(
    registerFileSystem('docs-platform-request', () => vscode.l10n.t('To make a request, run Call API Endpoint.'), {
      onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
      async stat(uri) {
        const { text, changedAt } = (await files()).get(uri);
        return { type: vscode.FileType.File, ctime: changedAt, mtime: changedAt, size: Buffer.byteLength(text) };
      },
      readFile: async (uri) => Buffer.from((await files()).get(uri).text),
      writeFile: async (uri, content) => (await files()).write(uri, content),
    }),
    { dispose: () => disposeIfUsed(files) },
    vscode.workspace.onDidOpenTextDocument(begin),
    vscode.window.tabGroups.onDidChangeTabs(async ({ opened, closed }) => {
      if ([...opened, ...closed].some(isRequest)) (await files()).keep();
    }),
  );
}

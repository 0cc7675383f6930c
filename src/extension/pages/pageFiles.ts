import * as vscode from 'vscode';
import type { PageFiles, PageFilesParts } from './fileSystem.ts';

/** The file system of pages, registered at once and loaded with the first file that is looked at. */
export function pageFiles(parts: Omit<PageFilesParts, 'changed'>): vscode.FileSystemProvider & vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let loading: Promise<PageFiles> | undefined;
  let isOver = false;

  function load(): Promise<PageFiles> {
    loading ??= import('./fileSystem.ts').then(({ createPageFiles }) => {
      const files = createPageFiles({ ...parts, changed });
      if (isOver) files.dispose();
      return files;
    });
    return loading;
  }

  return {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => (await load()).stat(uri),
    readDirectory: async (uri) => (await load()).readDirectory(uri),
    readFile: async (uri) => (await load()).readFile(uri),

    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,

    dispose() {
      isOver = true;
      loading?.then((files) => void files.dispose()).catch(() => undefined);
      changed.dispose();
    },
  };
}

/** Why pages cannot be edited, as VS Code shows it when someone types in one, and what leads to where they can. */
export function readOnlyReason(): vscode.MarkdownString {
  const edit = vscode.l10n.t('Edit in a Change Request…');
  const reason = new vscode.MarkdownString(`${readOnlyText()} [${edit}](command:docsPlatform.writing.edit)`);
  reason.isTrusted = { enabledCommands: ['docsPlatform.writing.edit'] };
  return reason;
}

function readOnlyText(): string {
  return vscode.l10n.t('Pages are read-only here. They are changed in change requests, which are reviewed and merged.');
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions(readOnlyText());
}

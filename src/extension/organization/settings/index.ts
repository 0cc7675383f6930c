import * as vscode from 'vscode';
import { registerFileSystem } from '../../ground/messages/fileSystem.ts';
import { laterCommands, type LaterCommands } from '../../ground/commands/laterCommands.ts';
import { disposeIfUsed, onFirstUse } from '../../ground/commands/onFirstUse.ts';
import { withJsonFeatures } from './jsonFeatures.ts';
import type { SettingsFiles } from './files.ts';
import type { Services } from '../../ground/services/services.ts';

/** Settings as JSON documents that apply on save, and every field of a resource as a read-only document. */
export function settingsFeature(parts: Services): { commands: LaterCommands; register(): vscode.Disposable } {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const files = onFirstUse(async () => (await import('./files.ts')).createSettingsFiles({ ...parts, changed }));
  const disposable = vscode.Disposable.from(changed, new vscode.Disposable(() => disposeIfUsed(files)));

  return {
    commands: laterCommands(['settings.', 'showDetails', 'openInRepository'], async () =>
      (await import('./commands.ts')).settingsCommands(parts, files),
    ),
    register: () => vscode.Disposable.from(disposable, registerFiles(files, changed)),
  };
}

/** The name that the manifest uses in `editor.codeActionsOnSave`. */
const beforeSave = vscode.CodeActionKind.Source.append('docsPlatform.apply');

/** The reason for a save is recorded from the start, before the rest is loaded. */
function registerFiles(
  files: () => Promise<SettingsFiles>,
  changed: vscode.EventEmitter<vscode.FileChangeEvent[]>,
): vscode.Disposable {
  return vscode.Disposable.from(
    withJsonFeatures(),
    registerFileSystem(
      'docs-platform-settings',
      () => vscode.l10n.t("Settings aren't files, so you can't create or delete them here."),
      {
        onDidChangeFile: changed.event,
        stat: async (uri) => (await files()).stat(uri),
        readFile: async (uri) => (await files()).readFile(uri),
        writeFile: async (uri, content) => (await files()).writeFile(uri, content),
        // VS Code calls this when `stat` failed before a save. It succeeds, so that the save goes on and reports the real
        // error.
        createDirectory: () => undefined,
      },
    ),
    vscode.workspace.onWillSaveTextDocument((event) => {
      if (event.document.uri.scheme !== 'docs-platform-settings') return;
      event.waitUntil(files().then((made) => made.willSave(event.document.uri, event.reason)));
    }),
    // VS Code runs code actions for each save by hand. This is the only way to give up a save without VS Code reporting
    // a failed one.
    vscode.languages.registerCodeActionsProvider(
      { scheme: 'docs-platform-settings' },
      {
        async provideCodeActions(document, _, { only }) {
          if (only?.value !== beforeSave.value || !document.isDirty) return [];
          if (await (await files()).isToBeSaved(document)) return [];
          throw new vscode.CancellationError();
        },
      },
      { providedCodeActionKinds: [beforeSave] },
    ),
  );
}

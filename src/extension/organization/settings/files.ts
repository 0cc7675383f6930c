import * as vscode from 'vscode';
import { settingsAddressOf, settingsScheme } from '../../../model/settings/address.ts';
import type { LoadedSettings } from '../../../store/settings/documents.ts';
import { fileSystemErrorOf } from '../../ground/messages/fileSystemError.ts';
import { showStatus } from '../../ground/messages/show.ts';
import { createApplySettings, notApplied } from './applySettings.ts';
import { createConfirmation, type Confirmation } from './confirmation.ts';
import { createOpenSettings, remember, subjectOf, type SettingsFilesContext } from './openSettings.ts';
import { removeSettledProblems } from './settledProblems.ts';
import { showApplied } from './showApplied.ts';
import { inTimeForSave, isDirtyAt } from '../../ground/services/openDocuments.ts';

export interface SettingsFiles extends vscode.Disposable {
  /** Takes the answers of the title buttons. */
  readonly confirmation: Pick<Confirmation, 'answer'>;
  stat(uri: vscode.Uri): Promise<vscode.FileStat>;
  readFile(uri: vscode.Uri): Promise<Uint8Array>;
  writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void>;
  /**
   * Applies a document, asking about far-reaching changes, and then saves it. So a declined question or a refusal isn't
   * a failed save, which VS Code would report with the whole URI. Resolves to false if it wasn't applied; the user has
   * seen the reason.
   */
  apply(document: vscode.TextDocument): Promise<boolean>;
  /** The same for a save that VS Code has started. Resolves to false if the save should be given up. */
  isToBeSaved(document: vscode.TextDocument): Promise<boolean>;
  /** Called before each save of a document. A save by hand is compared with the platform's current settings. */
  willSave(uri: vscode.Uri, reason: vscode.TextDocumentSaveReason): Promise<void>;
}

/**
 * The settings documents as files. Only a save by hand applies them. The manifest turns automatic saves off for these
 * documents' language; if a user turns them on for that language, each of them is refused and the editor stays dirty.
 * VS Code compares what `stat` returns before it writes: `stat` asks the server for each save by hand, so that VS
 * Code's own dialog reports changes by others.
 */
export function createSettingsFiles(given: Omit<SettingsFilesContext, 'problems'>): SettingsFiles {
  const { edge, changed } = given;
  const problems = vscode.languages.createDiagnosticCollection('docs-platform-settings');
  const parts: SettingsFilesContext = { ...given, problems };
  const confirmation = createConfirmation(parts.prompts);
  const open = createOpenSettings(parts);
  const applying = createApplySettings(parts, open, confirmation);

  async function cachedAt(uri: vscode.Uri): Promise<LoadedSettings> {
    const { address, documents } = await open.sourceOf(uri);
    if (!address.details) open.at(uri).subject = subjectOf(address);
    try {
      return await (address.details ? documents.details(address) : documents.read(address));
    } catch (error) {
      edge.note(`Reading ${uri.path}`, error);
      throw fileSystemErrorOf(error, uri);
    }
  }

  const notifying = vscode.Disposable.from(
    problems,
    reportUnapplied(),
    removeSettledProblems(problems),
    // A revert or an undo restores the text that was read.
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.isDirty || document.uri.scheme !== settingsScheme) return;
      const settings = open.at(document.uri);
      if (settings.lastRead?.text === document.getText()) remember(settings, settings.lastRead);
    }),
  );

  return {
    confirmation,

    async stat(uri) {
      const known = await cachedAt(uri);
      const { applied, given } = open.at(uri);
      // Settings applied just before the save are no change by others.
      const { modifiedAt, size } = (applied && given) || known;
      const details = settingsAddressOf(uri)?.details;
      return {
        type: vscode.FileType.File,
        ctime: 0,
        mtime: modifiedAt,
        size,
        ...(details && { permissions: vscode.FilePermission.Readonly }),
      };
    },

    async readFile(uri) {
      const known = await cachedAt(uri);
      const settings = open.at(uri);
      settings.lastRead = known;
      // Text that isn't applied keeps its base until it is reverted.
      if (!isDirtyAt(uri)) remember(settings, known);
      return new TextEncoder().encode(known.text);
    },

    async apply(document) {
      if (!(await applying.beforeSave(document))) return false;
      try {
        return await document.save();
      } finally {
        open.at(document.uri).applied = undefined;
      }
    },

    async isToBeSaved(document) {
      const { approved, applied } = open.at(document.uri);
      return approved !== undefined || applied?.text === document.getText() || applying.beforeSave(document);
    },

    async willSave(uri, reason) {
      open.at(uri).reason = reason;
      if (reason !== vscode.TextDocumentSaveReason.Manual) return;
      const asking = open.sourceOf(uri).then(({ address, documents }) => documents.refresh(address));
      const asked = asking.catch((error: unknown) => edge.note(`Reading ${uri.path}`, error));
      // If the server doesn't answer in time, changes by others are found when the text is applied.
      await inTimeForSave(asked, undefined);
    },

    async writeFile(uri, content) {
      const settings = open.at(uri);
      const { reason } = settings;
      settings.reason = undefined;
      if (reason !== vscode.TextDocumentSaveReason.Manual) {
        throw notApplied(vscode.l10n.t("Auto Save doesn't apply settings. Run Apply Settings instead."));
      }
      const source = await open.sourceOf(uri);
      const text = new TextDecoder().decode(content);
      const { applied } = settings;
      settings.applied = undefined;
      const done = applied?.text === text ? applied.outcome : await applying.inSave(settings, source, text);
      remember(settings, source.documents.cached(source.address));
      problems.delete(uri);
      showApplied(parts, source.address, done);
      // The platform may have changed the text.
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },

    dispose() {
      open.dispose();
      notifying.dispose();
      confirmation.dispose();
    },
  };
}

/** Tells users who rely on automatic saves that these documents aren't saved automatically. */
function reportUnapplied(): vscode.Disposable {
  const dirty = new Set<string>();
  return vscode.workspace.onDidChangeTextDocument(({ document }) => {
    const { uri, isDirty } = document;
    if (uri.scheme !== settingsScheme) return;
    const key = uri.toString();
    if (!isDirty) return void dirty.delete(key);
    if (dirty.has(key)) return;
    dirty.add(key);
    showStatus(vscode.l10n.t('Not applied yet. Save, or run Apply Settings.'), 5000);
  });
}

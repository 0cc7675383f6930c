import * as vscode from 'vscode';
import { settingsAddressOf, type SettingsAddress } from '../../../model/settings/address.ts';
import type { Applied, LoadedSettings, PlannedChange, SettingsDocuments } from '../../../store/settings/documents.ts';
import { neededAccount } from '../../ground/places/place.ts';
import type { Services } from '../../ground/services/services.ts';

export interface SettingsFilesContext extends Services {
  readonly changed: vscode.EventEmitter<vscode.FileChangeEvent[]>;
  readonly problems: vscode.DiagnosticCollection;
}

export type Done = Exclude<Applied, { readonly outcome: 'declined' }>;

/** One settings document. */
export interface OpenSettings {
  readonly uri: vscode.Uri;
  /** Which settings these are, once they were read. Details have none, because nobody changes them. */
  subject?: string;
  /** The settings that VS Code read last. */
  lastRead?: LoadedSettings;
  /** The settings in VS Code's editor, or those it had before the text was changed. */
  given?: LoadedSettings;
  /** Why VS Code is about to save it. */
  reason?: vscode.TextDocumentSaveReason;
  /** The text that is being applied, so that pressing Ctrl+S twice asks only once. */
  applying?: string;
  /** The change that was confirmed before the following save. */
  approved?: PlannedChange;
  /** The settings that were applied before the following save. */
  applied?: { readonly text: string; readonly outcome: Done };
}

export interface SettingsSource {
  readonly address: SettingsAddress;
  readonly documents: SettingsDocuments;
}

/** The settings documents that VS Code has requested, and the sources of their settings. */
export interface OpenSettingsDocuments extends vscode.Disposable {
  at(uri: vscode.Uri): OpenSettings;
  /** Rejects with a file system error if the document's account isn't signed in. */
  sourceOf(uri: vscode.Uri): Promise<SettingsSource>;
}

export function createOpenSettings({ accounts, stores, changed }: SettingsFilesContext): OpenSettingsDocuments {
  const open = new Map<string, OpenSettings>();
  const following = stores.onDidChange('settings', ({ key: account }, { kind, ids }) => {
    const subject = subjectOf({ account, kind, ids });
    const others = [...open.values()].filter((each) => each.subject === subject);
    if (others.length > 0) changed.fire(others.map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })));
  });

  return {
    at(uri) {
      const known = open.get(uri.toString());
      if (known) return known;
      const made: OpenSettings = { uri };
      open.set(uri.toString(), made);
      return made;
    },

    async sourceOf(uri) {
      const address = settingsAddressOf(uri);
      if (!address) throw vscode.FileSystemError.FileNotFound(uri);
      const account = neededAccount({ accounts }, address.account, (sentence) =>
        vscode.FileSystemError.Unavailable(sentence),
      );
      return { address, documents: await stores(account).settings() };
    },

    dispose: () => following.dispose(),
  };
}

/** The same for all documents of the same settings, which have a different URI for each title they had. */
export function subjectOf({ account, kind, ids }: Pick<SettingsAddress, 'account' | 'kind' | 'ids'>): string {
  return JSON.stringify([account, kind, Object.entries(ids).sort()]);
}

/** Called when the editor has the platform's settings. */
export function remember(settings: OpenSettings, known: LoadedSettings | undefined): void {
  if (known) Object.assign(settings, { lastRead: known, given: known });
}

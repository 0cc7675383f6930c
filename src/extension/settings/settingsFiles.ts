import * as vscode from 'vscode';
import { placeOfRefusal } from '../../model/placeOfRefusal.ts';
import { settingsAddressOf, settingsScheme, type SettingsAddress } from '../../model/settingsAddress.ts';
import type { KnownSettings, ProposedChange, SettingsDocuments } from '../../store/settings/settingsDocuments.ts';
import { sentenceOf } from '../commands/errorEdge.ts';
import { fileSystemErrorOf } from '../commands/fileSystemError.ts';
import { createConfirmation, type Confirmation } from './confirmation.ts';
import type { SettingsParts } from './settingsParts.ts';

export interface SettingsFiles extends vscode.Disposable {
  /** What title buttons answer. */
  readonly confirmation: Pick<Confirmation, 'answer'>;
  stat(uri: vscode.Uri): Promise<vscode.FileStat>;
  readFile(uri: vscode.Uri): Promise<Uint8Array>;
  writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void>;
  /**
   * Asks about a change that reaches far before the document is saved, so that what is declined is no save that failed. False
   * when it is declined; what is wrong otherwise is told by the save.
   */
  approve(document: vscode.TextDocument): Promise<boolean>;
  /** Told before each save of a document: a save by hand is compared with what the platform says by then. */
  willSave(uri: vscode.Uri, reason: vscode.TextDocumentSaveReason): Promise<void>;
}

interface Parts extends SettingsParts {
  readonly changed: vscode.EventEmitter<vscode.FileChangeEvent[]>;
  readonly problems: vscode.DiagnosticCollection;
}

/**
 * The settings documents as files. Only a save by hand applies. The manifest turns automatic saves off for the language of these
 * documents; who turns them on for that very language has each of them refused, and the editor stays dirty. VS Code compares what `stat` says before it writes: that is asked anew for each save by hand, so that its own dialog tells of a
 * change by somebody else.
 */
export function createSettingsFiles(parts: Parts): SettingsFiles {
  const { accounts, platforms, prompts, edge, changed, problems } = parts;
  const confirmation = createConfirmation(prompts);
  const reasons = new Map<string, vscode.TextDocumentSaveReason>();
  /** What was confirmed before the save that follows. */
  const approved = new Map<string, ProposedChange>();
  /** The text of each document that is being asked about: who presses Ctrl+S twice is asked once. */
  const asking = new Map<string, string>();
  const followed = new Map<SettingsDocuments, vscode.Disposable>();
  /** Documents that were read, by what they are the settings of: one for each title that it had. */
  const read = new Map<string, Map<string, vscode.Uri>>();

  async function documentsOf(uri: vscode.Uri): Promise<{ address: SettingsAddress; documents: SettingsDocuments }> {
    const address = settingsAddressOf(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    const account = accounts.byKey(address.account);
    if (!account) {
      throw vscode.FileSystemError.Unavailable(
        vscode.l10n.t(
          'These settings belong to an account that is not signed in on this machine ({0}).',
          uri.authority,
        ),
      );
    }
    const documents = await platforms.settings(account);
    if (!followed.has(documents)) {
      followed.set(
        documents,
        documents.onDidChange(({ kind, ids }) => {
          const known = [...(read.get(keyOf(address.account, kind, ids))?.values() ?? [])];
          if (known.length > 0) changed.fire(known.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
        }),
      );
    }
    return { address, documents };
  }

  async function knownAt(uri: vscode.Uri): Promise<KnownSettings> {
    const { address, documents } = await documentsOf(uri);
    if (!address.details) {
      const key = keyOf(address.account, address.kind, address.ids);
      read.set(key, (read.get(key) ?? new Map<string, vscode.Uri>()).set(uri.toString(), uri));
    }
    try {
      return await (address.details ? documents.details(address) : documents.read(address));
    } catch (error) {
      edge.note(`Reading ${uri.path}`, error);
      throw fileSystemErrorOf(error, uri);
    }
  }

  function refused(uri: vscode.Uri, error: unknown, text: string): Error {
    const { start, end } = placeOfRefusal(sentenceOf(error), text);
    const range = new vscode.Range(positionAt(text, start), positionAt(text, end));
    const problem = new vscode.Diagnostic(range, sentenceOf(error), vscode.DiagnosticSeverity.Error);
    problem.source = vscode.l10n.t('Docs Platform');
    problems.set(uri, [problem]);
    return refusal(sentenceOf(error));
  }

  /** What the trees show of it. */
  async function showElsewhere(address: SettingsAddress): Promise<void> {
    const account = accounts.byKey(address.account);
    if (!account) return;
    const { spaceId, siteId, organizationId = '' } = address.ids;
    if (siteId !== undefined) {
      const sites = await platforms.sites(account);
      return sites.reread({ organizationId, siteId });
    }
    switch (address.kind) {
      case 'member':
      case 'team':
      case 'translation':
      case 'openApiSource':
      case 'integration':
        return (await platforms.organizations(account)).refresh();
    }
    const library = await platforms.library(account);
    if (address.kind === 'space' && spaceId) await library.refresh(await library.placeOf(spaceId));
    else if (address.kind === 'organization' || address.kind === 'collection') await library.refresh();
    // The names of organizations stand there, too.
    if (address.kind === 'organization') await vscode.commands.executeCommand('docsPlatform.sites.refresh');
  }

  /** Once: the next save is asked about anew. */
  function isApproved(uri: vscode.Uri, { before, after }: ProposedChange): boolean {
    const change = approved.get(uri.toString());
    approved.delete(uri.toString());
    return change?.before === before && change.after === after;
  }

  const telling = tellOfUnapplied();

  return {
    confirmation,

    async stat(uri) {
      const { modifiedAt, size } = await knownAt(uri);
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
      return new TextEncoder().encode((await knownAt(uri)).text);
    },

    async approve(document) {
      const { uri } = document;
      const text = document.getText();
      if (asking.get(uri.toString()) === text) {
        vscode.window.setStatusBarMessage(vscode.l10n.t('These changes are being asked about already.'), 5000);
        return false;
      }
      asking.set(uri.toString(), text);
      try {
        const { address, documents } = await documentsOf(uri);
        const change = await documents.proposed(address, text).catch((error: unknown) => {
          edge.note(`Comparing ${uri.path}`, error);
          return undefined;
        });
        if (!change) return true;
        if (await confirmation.confirm(address.title, change)) {
          approved.set(uri.toString(), change);
          return true;
        }
      } finally {
        if (asking.get(uri.toString()) === text) asking.delete(uri.toString());
      }
      vscode.window.setStatusBarMessage(
        vscode.l10n.t('Nothing was applied. The changes are still in the editor.'),
        5000,
      );
      return false;
    },

    async willSave(uri, reason) {
      reasons.set(uri.toString(), reason);
      if (reason !== vscode.TextDocumentSaveReason.Manual) return;
      const asking = documentsOf(uri).then(({ address, documents }) => documents.refresh(address));
      // VS Code asks a listener no more that failed or took 1.5 seconds some times: then no save could be told from an automatic
      // one. What cannot be asked now is found out when it is applied.
      await Promise.race([
        asking.then(undefined, (error: unknown) => edge.note(`Reading ${uri.path}`, error)),
        new Promise<void>((resolve) => setTimeout(resolve, longest)),
      ]);
    },

    async writeFile(uri, content) {
      const reason = reasons.get(uri.toString());
      reasons.delete(uri.toString());
      if (reason !== vscode.TextDocumentSaveReason.Manual) {
        throw refusal(
          vscode.l10n.t('Settings are applied when you save by hand, or by Apply in the title of the editor.'),
        );
      }
      const { address, documents } = await documentsOf(uri);
      const text = new TextDecoder().decode(content);
      const applied = await documents
        .apply(address, text, async (change) => isApproved(uri, change) || confirmation.confirm(address.title, change))
        .catch((error: unknown) => {
          edge.note(`Applying ${uri.path}`, error);
          throw refused(uri, error, text);
        });
      if (applied.outcome === 'declined') {
        throw refusal(vscode.l10n.t('You have not confirmed the changes. They are still in the editor.'));
      }
      problems.delete(uri);
      if (applied.outcome === 'applied') {
        vscode.window.setStatusBarMessage(vscode.l10n.t('Applied: {0}.', applied.changed.join(', ')), 5000);
        showElsewhere(address).catch((error: unknown) => edge.note('Refresh after settings', error));
      }
      if (applied.leftOut.length > 0) {
        const fields = applied.leftOut.join(', ');
        void vscode.window.showInformationMessage(
          vscode.l10n.t('{0} stays as it is: what is taken out of the document is not changed.', fields),
        );
      }
      // What the platform made of it may read otherwise.
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },

    dispose() {
      for (const subscription of followed.values()) subscription.dispose();
      telling.dispose();
      confirmation.dispose();
    },
  };
}

/** So long a save waits for what the platform says, in ms. */
const longest = 1000;

/** Whoever is used to automatic saves waits for one in vain. */
function tellOfUnapplied(): vscode.Disposable {
  const dirty = new Set<string>();
  return vscode.workspace.onDidChangeTextDocument(({ document }) => {
    const { uri, isDirty } = document;
    if (uri.scheme !== settingsScheme) return;
    const key = uri.toString();
    if (!isDirty) return void dirty.delete(key);
    if (dirty.has(key)) return;
    dirty.add(key);
    vscode.window.setStatusBarMessage(vscode.l10n.t('Not applied yet: save by hand, or press Apply.'), 5000);
  });
}

function positionAt(text: string, offset: number): vscode.Position {
  const before = text.slice(0, offset).split('\n');
  return new vscode.Position(before.length - 1, before.at(-1)?.length ?? 0);
}

/** VS Code shows the name of an error beside its message. */
function refusal(message: string): Error {
  const error = new Error(message);
  error.name = vscode.l10n.t('Not applied');
  return error;
}

function keyOf(account: string, kind: string, ids: Readonly<Record<string, string>>): string {
  return JSON.stringify([account, kind, Object.entries(ids).sort()]);
}

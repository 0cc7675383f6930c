import * as vscode from 'vscode';
import { placeOfRefusal } from '../../model/settings/placeOfRefusal.ts';
import { settingsAddressOf, settingsScheme, type SettingsAddress } from '../../model/settings/address.ts';
import type { Applied, KnownSettings, ProposedChange, SettingsDocuments } from '../../store/settings/documents.ts';
import { sentenceOf } from '../messages/errorEdge.ts';
import { failedSave, fileSystemErrorOf } from '../messages/fileSystemError.ts';
import { showError, showInformation, showStatus } from '../messages/show.ts';
import { createConfirmation, type Confirmation } from './confirmation.ts';
import type { SettingsParts } from './parts.ts';

export interface SettingsFiles extends vscode.Disposable {
  /** What title buttons answer. */
  readonly confirmation: Pick<Confirmation, 'answer'>;
  stat(uri: vscode.Uri): Promise<vscode.FileStat>;
  readFile(uri: vscode.Uri): Promise<Uint8Array>;
  writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void>;
  /**
   * Applies a document, asking about what reaches far, and saves it then, so that what is declined or refused is no save that
   * failed: VS Code tells of one with the whole address. False when it was told why not.
   */
  apply(document: vscode.TextDocument): Promise<boolean>;
  /** The same for a save that VS Code has begun: false when it is to be given up. */
  isToBeSaved(document: vscode.TextDocument): Promise<boolean>;
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
  /** What was applied before the save that follows. */
  const applied = new Map<string, { readonly text: string; readonly outcome: Done }>();
  /** What VS Code has read of each document last; and what it has in its editor, or had before the text was changed. */
  const lastRead = new Map<string, KnownSettings>();
  const given = new Map<string, KnownSettings>();
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

  /** Marks what is refused. What is no JSON is marked by VS Code's own service. */
  function mark(uri: vscode.Uri, error: unknown, text: string): void {
    if (isBroken(error)) return;
    const { start, end } = placeOfRefusal(sentenceOf(error), text);
    const range = new vscode.Range(positionAt(text, start), positionAt(text, end));
    const problem = new vscode.Diagnostic(range, sentenceOf(error), vscode.DiagnosticSeverity.Error);
    problem.source = vscode.l10n.t('Docs Platform');
    problems.set(uri, [problem]);
  }

  /** Whether what VS Code has stands over what the platform says, as far as is known: else it asks by itself when it saves. */
  function isUpToDate(uri: vscode.Uri, known: KnownSettings | undefined): boolean {
    const { size } = given.get(uri.toString()) ?? {};
    return known !== undefined && known.size === size;
  }

  function remember(uri: vscode.Uri, known: KnownSettings | undefined): void {
    if (!known) return;
    lastRead.set(uri.toString(), known);
    given.set(uri.toString(), known);
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

  /** True when the document is to be saved now; else it was told why not. */
  async function applyFirst(document: vscode.TextDocument): Promise<boolean> {
    const { uri } = document;
    const text = document.getText();
    if (asking.get(uri.toString()) === text) {
      showStatus(vscode.l10n.t('These changes are being applied already.'), 5000);
      return false;
    }
    asking.set(uri.toString(), text);
    try {
      const { address, documents } = await documentsOf(uri);
      if (!isUpToDate(uri, documents.known(address))) return await approve(uri, address, documents, text);
      const outcome = await documents.apply(address, text, async (change) =>
        confirmation.confirm(address.title, change),
      );
      if (outcome.outcome !== 'declined') {
        applied.set(uri.toString(), { text, outcome });
        return true;
      }
    } catch (error) {
      edge.note(`Applying ${uri.path}`, error);
      // VS Code's own dialog tells.
      if (error instanceof Error && error.name === 'OvertakenError') return true;
      mark(uri, error, text);
      const message = vscode.l10n.t('Not applied: {0}', sentenceOf(error).replace(/^Nothing was sent: /, ''));
      void showError(message);
      return false;
    } finally {
      if (asking.get(uri.toString()) === text) asking.delete(uri.toString());
    }
    tellDeclined();
    return false;
  }

  /** Where VS Code has to compare first: what is wrong is told by the save. */
  async function approve(uri: vscode.Uri, address: SettingsAddress, documents: SettingsDocuments, text: string) {
    const change = await documents.proposed(address, text).catch((error: unknown) => {
      edge.note(`Comparing ${uri.path}`, error);
      return undefined;
    });
    if (!change) return true;
    if (!(await confirmation.confirm(address.title, change))) {
      tellDeclined();
      return false;
    }
    approved.set(uri.toString(), change);
    return true;
  }

  /** For a save that VS Code makes by itself, such as that of all documents. */
  async function send(uri: vscode.Uri, address: SettingsAddress, documents: SettingsDocuments, text: string) {
    const outcome = await documents
      .apply(address, text, async (change) => isApproved(uri, change) || confirmation.confirm(address.title, change))
      .catch((error: unknown) => {
        edge.note(`Applying ${uri.path}`, error);
        mark(uri, error, text);
        throw refusal(sentenceOf(error));
      });
    if (outcome.outcome !== 'declined') return outcome;
    throw refusal(vscode.l10n.t('You have not confirmed the changes. They are still in the editor.'));
  }

  const telling = vscode.Disposable.from(
    tellOfUnapplied(),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.isDirty || document.uri.scheme !== settingsScheme) return;
      const known = lastRead.get(document.uri.toString());
      if (known?.text === document.getText()) remember(document.uri, known);
    }),
  );

  return {
    confirmation,

    async stat(uri) {
      const known = await knownAt(uri);
      // What was applied before the save is no change by somebody else.
      const { modifiedAt, size } = (applied.has(uri.toString()) && given.get(uri.toString())) || known;
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
      const known = await knownAt(uri);
      lastRead.set(uri.toString(), known);
      // Text that is not applied stays over what it was written over, until it is reverted.
      if (!isDirty(uri)) remember(uri, known);
      return new TextEncoder().encode(known.text);
    },

    async apply(document) {
      if (!(await applyFirst(document))) return false;
      try {
        return await document.save();
      } finally {
        applied.delete(document.uri.toString());
      }
    },

    async isToBeSaved(document) {
      const key = document.uri.toString();
      if (approved.has(key) || applied.get(key)?.text === document.getText()) return true;
      return applyFirst(document);
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
      const before = applied.get(uri.toString());
      applied.delete(uri.toString());
      const done = before?.text === text ? before.outcome : await send(uri, address, documents, text);
      remember(uri, documents.known(address));
      problems.delete(uri);
      if (done.outcome === 'applied') {
        showStatus(vscode.l10n.t('Applied: {0}.', done.changed.join(', ')), 5000);
        showElsewhere(address).catch((error: unknown) => edge.note('Refresh after settings', error));
      }
      if (done.leftOut.length > 0) {
        const fields = done.leftOut.join(', ');
        void showInformation(
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

type Done = Exclude<Applied, { readonly outcome: 'declined' }>;

/** Whether the text is no JSON at all. */
function isBroken(error: unknown): boolean {
  return error instanceof Error && error.name === 'SettingsTextError' && error.cause !== undefined;
}

function isDirty(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((each) => each.isDirty && each.uri.toString() === uri.toString());
}

function tellDeclined(): void {
  showStatus(vscode.l10n.t('Nothing was applied. The changes are still in the editor.'), 5000);
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
    showStatus(vscode.l10n.t('Not applied yet: save by hand, or press Apply.'), 5000);
  });
}

function positionAt(text: string, offset: number): vscode.Position {
  const before = text.slice(0, offset).split('\n');
  return new vscode.Position(before.length - 1, before.at(-1)?.length ?? 0);
}

function refusal(message: string): Error {
  return failedSave(vscode.l10n.t('Not applied'), message);
}

function keyOf(account: string, kind: string, ids: Readonly<Record<string, string>>): string {
  return JSON.stringify([account, kind, Object.entries(ids).sort()]);
}

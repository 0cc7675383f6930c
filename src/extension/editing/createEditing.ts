import * as vscode from 'vscode';
import { createComparison } from './comparison.ts';
import { createConflictView } from './conflictView.ts';
import { activeUri, sessionAt, editAddressGiven } from './shared/sessions.ts';
import { discardDraftOf } from './discard.ts';
import { editPage, takeElsewhere, type Elsewhere } from './edit.ts';
import { createEditableFiles, type EditableFiles } from './editableFiles.ts';
import { closeGoneTabs } from './goneTabs.ts';
import { pickNextStep } from './nextSteps.ts';
import { sameTarget, type EditSession, type OpenPage } from './shared/openPages.ts';
import { resolveConflicts } from './resolveConflicts.ts';
import { saveAllOf } from './saveAll.ts';
import { createSaving } from './saving.ts';
import { showStatus } from './status.ts';
import { pickUnsent } from './unsentList.ts';
import { unsentOf, type Unsent } from './shared/unsentPages.ts';
import type { Services } from '../services/services.ts';

/** The implementation behind `editingFeature`, loaded on first use. */
export interface Editing extends vscode.Disposable {
  readonly files: EditableFiles;
  edit(given: unknown): Promise<void>;
  saveAll(given: unknown): Promise<void>;
  discardDraft(given: unknown): Promise<void>;
  showDiff(given: unknown): Promise<void>;
  nextSteps(given: unknown): Promise<void>;
  resolveConflicts(given: unknown): Promise<void>;
  unsent(): Promise<void>;
}

export function createEditing(parts: Services, changed: vscode.EventEmitter<vscode.FileChangeEvent[]>): Editing {
  const comparison = createComparison();
  const savingContext = { ...parts, comparison, files: () => files, conflictView: () => conflictView };
  const saving = createSaving(savingContext);
  const files = createEditableFiles(parts, changed, (page, text) => saving.save(page, text));
  const conflictView = createConflictView(savingContext);
  const status = showStatus(parts, files.pages);

  /** The URI of the given or active editable page. If there is none, throws an error that says what to do. */
  function uriGiven(given: unknown): vscode.Uri {
    const meant = linked(given);
    const uri = meant instanceof vscode.Uri ? meant : activeUri();
    if (uri && editAddressGiven(uri)) return uri;
    throw new Error(vscode.l10n.t('Open an editable page first: run Edit in Change Request.'));
  }

  /** Editors with text typed in an earlier session haven't requested their file yet, so it is requested here. */
  async function knowRestored(): Promise<void> {
    const dirty = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && editAddressGiven(uri));
    await Promise.all(
      dirty.map(({ uri }) => files.stat(uri).catch((error: unknown) => parts.edge.note(`Writing ${uri.path}`, error))),
    );
    for (const document of dirty) conflictView.showRestored(document);
    status.update();
  }

  async function pageGiven(given: unknown): Promise<OpenPage> {
    const uri = uriGiven(given);
    const page = files.pages.get(uri.toString());
    if (page) return page;
    // Its editor was opened in an earlier session and hasn't been shown since.
    await files.stat(uri);
    return files.pages.get(uri.toString())!;
  }

  async function sessionGiven(given: unknown) {
    const uri = uriGiven(given);
    return { uri, session: await sessionAt(parts, editAddressGiven(uri)!) };
  }

  /** The unsent changes of a page that can no longer be sent, for another change request. */
  async function leftBehind(given: unknown): Promise<Elsewhere | undefined> {
    const uri = given === undefined ? activeUri() : given;
    const page = uri instanceof vscode.Uri ? files.pages.get(uri.toString()) : undefined;
    if (!page) return undefined;
    const { session, target } = page;
    const unsent = (await unsentOf(session, files.pages)).find((each) => sameTarget(each.target, target));
    if (!unsent) return undefined;
    const { status } = await session.content.changeRequest(session.space, session.number);
    return status === 'merged' || status === 'archived'
      ? { elsewhere: page.uri, text: unsent.text, base: unsent.base, markers: unsent.markers }
      : undefined;
  }

  /** Lets go of a page whose unsent changes are now in another change request. */
  async function letGo(uri: vscode.Uri): Promise<void> {
    await files.letGo(uri, () => closeEditor(uri));
  }

  async function edit(given: unknown): Promise<void> {
    const meant = linked(given);
    await editPage(parts, (await leftBehind(meant)) ?? meant, letGo);
  }

  void knowRestored();

  const renewing = parts.accounts.onDidChange(({ changed: renewed }) => {
    for (const { key } of renewed) {
      closeGoneTabs(parts, key).catch((error: unknown) => parts.edge.note('Closing pages', error));
    }
  });

  return {
    files,
    edit,
    async saveAll(given) {
      const { session } = await sessionGiven(given);
      await knowRestored();
      const elsewhere = (from: EditSession, unsent: readonly Unsent[]) =>
        takeElsewhere(parts, from, unsent, ({ page, target }) =>
          page ? letGo(page.uri) : from.edits.drafts.discard(target),
        );
      await saveAllOf({ ...savingContext, saving, pages: files.pages, takeElsewhere: elsewhere }, session);
      status.update();
    },
    discardDraft: async (given) => discardDraftOf(parts, files, await pageGiven(given)),
    showDiff: async (given) => comparison.show(uriGiven(given)),
    async nextSteps(given) {
      const { uri, session } = await sessionGiven(given);
      await pickNextStep(parts, session, uri, files.pages);
    },
    async resolveConflicts(given) {
      await resolveConflicts({ ...parts, conflictView, pages: files.pages, pageAt: pageGiven }, linked(given));
      status.update();
    },
    async unsent() {
      await knowRestored();
      await pickUnsent(parts, files.pages);
      status.update();
    },
    dispose() {
      for (const each of [renewing, status, files, saving, conflictView, comparison]) each.dispose();
    },
  };
}

/** A link in a message passes its URI as text. */
function linked(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const { scheme, authority, path, fragment } = vscode.Uri.parse(given, true);
  // VS Code decodes the arguments of command links twice, so the number of a change request arrives as a fragment.
  return vscode.Uri.from({ scheme, authority, path: fragment ? `${path}#${fragment}` : path });
}

/** Closes the editor and drops its unsaved text. */
async function closeEditor(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const name = uri.toString();
  const tab = tabs.find(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === name);
  if (!tab) return;
  const { activeTextEditor } = vscode.window;
  if (tab.isDirty) {
    await vscode.window.showTextDocument(uri, { preview: false });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    if (activeTextEditor) await vscode.window.showTextDocument(activeTextEditor.document, { preview: false });
  } else await vscode.window.tabGroups.close(tab);
}

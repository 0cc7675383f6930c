import * as vscode from 'vscode';
import { textTabsOf } from '../../ground/services/openDocuments.ts';
import { activeUri } from '../../ground/places/openPageUri.ts';
import { has, shaped } from '../../ground/contributions/given.ts';
import { run } from '../../ground/contributions/run.ts';
import { compareWithSaved } from './saving/comparison.ts';
import { createConflictView } from './conflictView.ts';
import { sessionAt, editAddressGiven } from '../../ground/sessions/sessions.ts';
import { discardDrafts } from './discard.ts';
import { editPage, takeElsewhere, type Elsewhere } from './edit.ts';
import { createEditableFiles, type EditableFiles } from './editableFiles.ts';
import { closeGoneTabs } from './goneTabs.ts';
import { changeRequestOf, pickNextStep } from './nextSteps.ts';
import {
  isAbout,
  sameTarget,
  type EditSession,
  type OpenPage,
  type OpenPages,
} from '../../ground/sessions/openPages.ts';
import { createPageChanges } from './pageChanges.ts';
import { createRestoredTexts, followRestoredDocuments } from './restoredTexts.ts';
import { resolveConflicts } from './resolveConflicts.ts';
import { createSaving } from './saving/createSaving.ts';
import { showStatus } from './status.ts';
import { pickUnsent } from './unsentList.ts';
import { cachedUnsent, unsentOf, type Unsent } from '../../ground/sessions/unsentPages.ts';
import { originalOf } from './sourceControl/originals.ts';
import { revertChange, revertSelectedLines } from './sourceControl/revert.ts';
import { createSourceControls } from './sourceControl/sourceControls.ts';
import { explainedFiles } from './withoutServer.ts';
import type { Services } from '../../ground/services/services.ts';

/** The implementation behind `editingFeature`, loaded on first use. */
export interface Editing extends vscode.Disposable {
  readonly files: EditableFiles;
  edit(given: unknown): Promise<void>;
  /** Saves all pages of the change request of a page or source control, or of each of several groups. */
  saveAll(...given: readonly unknown[]): Promise<void>;
  /** Discards unsent changes of one page, or of rows and groups of source controls. */
  discardDraft(...given: readonly unknown[]): Promise<void>;
  showDiff(given: unknown): Promise<void>;
  nextSteps(given: unknown): Promise<void>;
  resolveConflicts(given: unknown): Promise<void>;
  unsent(): Promise<void>;
  /** Saves these pages of a source control. */
  save(...rows: readonly unknown[]): Promise<void>;
  openForReview(control: unknown): Promise<void>;
  openChanges(control: unknown): Promise<void>;
  merge(control: unknown): Promise<void>;
  revertChange(...given: readonly unknown[]): Promise<void>;
  revertLines(given: unknown): Promise<void>;
}

export function createEditing(parts: Services, changed: vscode.EventEmitter<vscode.FileChangeEvent[]>): Editing {
  const pages: OpenPages = new Map();
  const noted = (error: unknown) => parts.edge.note('Storing the base of a page', error);
  const restoredTexts = createRestoredTexts(parts.state, noted);
  const changes = createPageChanges(parts, pages, changed);
  const noteBase = (page: OpenPage) => restoredTexts.note(page);
  const conflictView = createConflictView({ edge: parts.edge, pages, noteBase });
  const saving = createSaving({ ...parts, conflictView, pages, show: changes.show });
  const files = createEditableFiles(parts, { pages, changes, restoredTexts }, saving.save);
  const explained = explainedFiles(parts, files, changed);
  const status = showStatus(parts, pages);
  const sourceControls = createSourceControls(parts, pages);
  const restored = followRestoredDocuments(parts, files, conflictView, () => {
    status.update();
    sourceControls.update();
  });

  /** The URI of the given or active editable page. If there is none, throws an error that says what to do. */
  function uriGiven(given: unknown): vscode.Uri {
    const meant = linked(given);
    const uri = meant instanceof vscode.Uri ? meant : activeUri();
    if (uri && editAddressGiven(uri)) return uri;
    throw new Error(vscode.l10n.t('Open an editable page first: run Edit in Change Request.'));
  }

  async function pageGiven(given: unknown): Promise<OpenPage> {
    const uri = uriGiven(given);
    const page = pages.get(uri.toString());
    if (page) return page;
    // Its editor was opened in an earlier session and hasn't been shown since.
    await files.stat(uri);
    return pages.get(uri.toString())!;
  }

  /** The change request of a page, or of a source control or its group, which may have been replaced in the meantime. */
  async function sessionGiven(given: unknown): Promise<EditSession> {
    const root = has(given, { rootUri: 'object' }) ? (given['rootUri'] as vscode.Uri) : undefined;
    const uri = root?.with({ path: `${root.path}/page.md` }) ?? uriGiven(given);
    return sessionAt(parts, editAddressGiven(uri)!);
  }

  async function saveOf(session: EditSession, only?: ReadonlySet<string>): Promise<void> {
    await restored.request();
    const take = (from: EditSession, unsent: readonly Unsent[]) =>
      takeElsewhere(parts, from, unsent, ({ page, target }) =>
        page ? letGo(page.uri) : from.edits.drafts.discard(target),
      );
    await saving.saveAll(session, { only, takeElsewhere: take });
    status.update();
  }

  async function original(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
    return originalOf(parts, pages, await sessionGiven(uri), uri);
  }

  /** The unsent changes of a page that can no longer be sent, for another change request. */
  async function leftBehind(given: unknown): Promise<Elsewhere | undefined> {
    const uri = given === undefined ? activeUri() : given;
    const page = uri instanceof vscode.Uri ? pages.get(uri.toString()) : undefined;
    if (!page) return undefined;
    const { session, target } = page;
    const unsent = (await unsentOf(session, pages)).find((each) => sameTarget(each.target, target));
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
    // Unsent changes of a closed change request are moved to another one.
    if (isRow(given) && given.contextValue === 'unsent') await pageGiven(meant);
    await editPage(parts, (await leftBehind(meant)) ?? meant, letGo);
  }

  const renewing = parts.accounts.onDidChange(({ changed: renewed }) => {
    for (const { key } of renewed) {
      closeGoneTabs(parts, key).catch((error: unknown) => parts.edge.note('Closing pages', error));
    }
  });

  return {
    files: explained,
    edit,
    async saveAll(...given) {
      const groups = given.filter((each) => has(each, { rootUri: 'object', id: ['unsent'] }));
      for (const each of groups.length > 0 ? groups : [given[0]]) await saveOf(await sessionGiven(each));
    },
    async save(...rows) {
      const all = await Promise.all((unsentPagesIn(rows) ?? rows).map(pageGiven));
      const firsts = all.filter(({ session }, index) => all.findIndex((page) => isAbout(session, page)) === index);
      for (const { session } of firsts) {
        const own = all.filter((page) => isAbout(session, page));
        await saveOf(session, new Set(own.map(({ target }) => target.page)));
      }
    },
    async openForReview(control) {
      const session = await sessionGiven(control);
      if (cachedUnsent(session, pages).length > 0) await saveOf(session);
      // What couldn't be saved has been explained.
      if (cachedUnsent(session, pages).length > 0) return;
      await run('changeRequest.openForReview', (await changeRequestOf(parts, session)).known);
    },
    async openChanges(control) {
      const { account, space, number, content } = await sessionGiven(control);
      await run('changes.open', { account, space, changeRequest: await content.changeRequest(space, number) });
    },
    async merge(control) {
      await run('changeRequest.merge', (await changeRequestOf(parts, await sessionGiven(control))).known);
    },
    revertChange: async (...given) => revertChange(pages, original, given),
    revertLines: async (given) => revertSelectedLines(pages, original, given),
    async discardDraft(...given) {
      const unsent = unsentPagesIn(given);
      // What is left are pages that are gone, whose texts the list can keep.
      if (unsent?.length === 0) return this.unsent();
      await discardDrafts(parts, changes, await Promise.all((unsent ?? [given[0]]).map(pageGiven)));
    },
    showDiff: async (given) => compareWithSaved(uriGiven(given)),
    async nextSteps(given) {
      const uri = uriGiven(given);
      await pickNextStep(parts, await sessionGiven(uri), uri, pages);
    },
    async resolveConflicts(given) {
      await resolveConflicts({ ...parts, conflictView, pages: pages, pageAt: pageGiven }, linked(given));
      status.update();
    },
    async unsent() {
      await restored.request();
      await pickUnsent(parts, pages);
      status.update();
    },
    dispose() {
      for (const each of [renewing, restored, sourceControls, status, explained, changes, saving, conflictView])
        each.dispose();
    },
  };
}

const isGroup = shaped<vscode.SourceControlResourceGroup>({ resourceStates: 'object' });
const isRow = shaped<vscode.SourceControlResourceState>({ resourceUri: 'object', contextValue: 'string' });

/**
 * The pages with unsent changes among the rows and groups that are selected in source controls: VS Code passes all of
 * them, also those that the command isn't for. Undefined if it was run elsewhere.
 */
function unsentPagesIn(given: readonly unknown[]): readonly vscode.Uri[] | undefined {
  if (!isGroup(given[0]) && !isRow(given[0])) return undefined;
  const rows = given.flatMap((each) => (isGroup(each) ? each.resourceStates : isRow(each) ? [each] : []));
  const unsent = rows.filter(({ contextValue }) => contextValue === 'unsent');
  return [...new Map(unsent.map(({ resourceUri }) => [resourceUri.toString(), resourceUri])).values()];
}

/** A link in a message passes its URI as text, an unsent row of a source control contains it. */
function linked(given: unknown): unknown {
  if (has(given, { resourceUri: 'object', kind: 'missing' })) return given['resourceUri'];
  if (typeof given !== 'string') return given;
  const { scheme, authority, path, fragment } = vscode.Uri.parse(given, true);
  // VS Code decodes the arguments of command links twice, so the number of a change request arrives as a fragment.
  return vscode.Uri.from({ scheme, authority, path: fragment ? `${path}#${fragment}` : path });
}

/** Closes the editor and drops its unsaved text. */
async function closeEditor(uri: vscode.Uri): Promise<void> {
  const [tab] = textTabsOf(uri);
  if (!tab) return;
  const { activeTextEditor } = vscode.window;
  if (tab.isDirty) {
    await vscode.window.showTextDocument(uri, { preview: false });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    if (activeTextEditor) await vscode.window.showTextDocument(activeTextEditor.document, { preview: false });
  } else await vscode.window.tabGroups.close(tab);
}

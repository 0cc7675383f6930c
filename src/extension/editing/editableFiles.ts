import * as vscode from 'vscode';
import { editAddressOf } from '../addresses/pageUri.ts';
import { unresolvedIn } from '../../model/merge/conflictMarkers.ts';
import { isSameText, mergingEdits } from '../../model/merge/lineEdits.ts';
import {
  followed,
  isDraft,
  isSameSource,
  kept,
  opened,
  replaced,
  seenStat,
  standsOver,
  taken,
  type WrittenPage,
} from '../../model/editing/editablePage.ts';
import type { ChangeRequestContentChange } from '../../store/changeRequestContent/content.ts';
import type { EditDraft } from '../../store/editing/edits.ts';
import type { Entry, LibraryChange } from '../../store/library/library.ts';
import { asApiError } from '../messages/errorEdge.ts';
import { fileSystemErrorOf } from '../messages/fileSystemError.ts';
import { explainLock, isKnownToBeLocked } from '../prompts/ensureUnlocked.ts';
import { textEditOf } from './shared/applyEdits.ts';
import { combined } from './combination.ts';
import { deskAt } from './shared/sessions.ts';
import { sameTarget, standAsBefore, type Desk, type OpenPage, type OpenPages } from './shared/openPages.ts';
import { createRestoredTexts, restoredOver, type RestoredText } from './restoredTexts.ts';
import type { WritingParts } from './shared/parts.ts';

export interface EditableFiles extends vscode.Disposable {
  readonly pages: OpenPages;
  stat(uri: vscode.Uri): Promise<vscode.FileStat>;
  readFile(uri: vscode.Uri): Promise<Uint8Array>;
  writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void>;
  /**
   * Told before each save of a document: before one by hand the platform is asked what it has. What others changed there in other
   * lines is put into the document. Never rejects.
   */
  willSave(event: Pick<vscode.TextDocumentWillSaveEvent, 'document' | 'reason'>): Promise<vscode.TextEdit[]>;
  /** Puts another state of a page before its editor. */
  show(page: OpenPage, written: WrittenPage): void;
  /** Remembers beyond this window what the text of a page's editor stands over. */
  noteBase(page: OpenPage): void;
  /** Keeps as a draft what an editor has. */
  keepDraft(page: OpenPage, text: string): Promise<void>;
}

/**
 * The pages of change requests as files to be written. A save by hand is sent; any other is kept as a draft, which is then what the
 * file says. What is sent is `save`'s, which rejects with what to tell.
 */
export function createEditableFiles(
  parts: WritingParts,
  changed: vscode.EventEmitter<vscode.FileChangeEvent[]>,
  save: (page: OpenPage, text: string) => Promise<void>,
): EditableFiles {
  const { edge } = parts;
  const restoredTexts = createRestoredTexts(parts.state, (error) =>
    edge.note('Keeping what a page stands over', error),
  );
  const pages: OpenPages = new Map();
  const opening = new Map<string, Promise<OpenPage | undefined>>();
  const reasons = new Map<string, vscode.TextDocumentSaveReason>();
  const followedDesks = new Map<string, { edits: Desk['edits']; end: vscode.Disposable }>();
  const noted = (uri: vscode.Uri) => (error: unknown) => edge.note(`Writing ${uri.path}`, error);

  async function follow(desk: Desk): Promise<void> {
    const { account, edits, content } = desk;
    const known = followedDesks.get(account.key);
    if (known?.edits === edits) return;
    known?.end.dispose();
    const library = await parts.platforms.library(account);
    if (followedDesks.get(account.key)?.edits === edits) return;
    const end = vscode.Disposable.from(
      content.onDidChange((change) => hear(account.key, change)),
      edits.drafts.onDidChange(() => hearDrafts(account.key)),
      library.onDidChange((change) => hearLock(account.key, change)),
    );
    followedDesks.set(account.key, { edits, end });
  }

  /** VS Code asks for the state of the files again, and with that whether they can be written. */
  function hearLock(account: string, change: LibraryChange): void {
    if (change.kind !== 'lock') return;
    const { space, isLocked } = change;
    const others = of(account).filter((page) => page.target.space === space && page.isLocked !== isLocked);
    for (const page of others) page.isLocked = isLocked;
    changed.fire(others.map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  function of(account: string): OpenPage[] {
    return [...pages.values()].filter(({ desk, isSaving }) => desk.account.key === account && !isSaving);
  }

  function hear(account: string, change: ChangeRequestContentChange): void {
    if (change.kind === 'viewed') return;
    const number = change.kind === 'gone' ? change.number : change.after.number;
    for (const page of of(account)) {
      if (page.target.space === change.space && page.target.number === number) look(page).catch(noted(page.uri));
    }
  }

  /** A page that was deleted is marked so by VS Code, and what was written in it stays. */
  async function look(page: OpenPage): Promise<void> {
    try {
      const present = await page.desk.edits.page(page.target);
      if (page.isSaving) return;
      // Only its links read otherwise: whoever writes in it is not to be asked about that.
      if (isDirty(page.uri) && isSameSource(present, page.written.base)) return;
      const hadDraft = isDraft(page.written);
      show(page, followed(page.written, present));
      if (!hadDraft || isDraft(page.written)) return;
      page.keptText = undefined;
      await page.desk.edits.drafts.discard(page.target);
    } catch (error) {
      if (asApiError(error)?.kind !== 'missing') throw error;
      changed.fire([{ type: vscode.FileChangeType.Deleted, uri: page.uri }]);
    }
  }

  async function lookAnew(page: OpenPage): Promise<void> {
    page.desk = await deskOf(page.uri);
    await look(page);
  }

  /** Another window may have kept, sent or discarded some. */
  function hearDrafts(account: string): void {
    for (const page of of(account)) if (hasOtherDraft(page)) takeDraft(page).catch(noted(page.uri));
  }

  function draftOf({ desk, target }: OpenPage): EditDraft | undefined {
    return desk.edits.drafts.known().find((draft) => sameTarget(draft.target, target));
  }

  function hasOtherDraft(page: OpenPage): boolean {
    const draft = draftOf(page);
    return draft ? draft.text !== page.keptText && draft.text !== page.written.text : isDraft(page.written);
  }

  async function takeDraft(page: OpenPage): Promise<void> {
    const present = await page.desk.edits.refresh(page.target);
    if (page.isSaving || !hasOtherDraft(page)) return;
    const draft = draftOf(page);
    page.keptText = draft?.text;
    // What is typed keeps those that are in its text.
    if (!isDirty(page.uri)) page.markers = draft?.markers;
    const text = draft?.text ?? present.text;
    show(page, replaced(page.written, { text, modifiedAt: Date.now() }, draft?.base));
  }

  function show(page: OpenPage, written: WrittenPage): void {
    if (written === page.written) return;
    const isSame = written.text === page.written.text && written.modifiedAt === page.written.modifiedAt;
    page.written = written;
    if (!isSame) changed.fire([{ type: vscode.FileChangeType.Changed, uri: page.uri }]);
  }

  async function deskOf(uri: vscode.Uri): Promise<Desk> {
    const address = editAddressOf(uri);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    const desk = await deskAt(parts, address);
    await follow(desk);
    return desk;
  }

  async function entryAt(uri: vscode.Uri): Promise<{ desk: Desk; entry: Entry }> {
    const desk = await deskOf(uri);
    const { space, version, path } = editAddressOf(uri)!;
    const entry = await translated(uri, () => desk.content.entry(space, version, path));
    if (!entry) throw vscode.FileSystemError.FileNotFound(uri);
    return { desk, entry };
  }

  /** The page at an address as its editor has it; undefined when something else is there. */
  async function pageAt(uri: vscode.Uri): Promise<OpenPage | undefined> {
    const key = uri.toString();
    const known = pages.get(key) ?? (await opening.get(key));
    if (known) {
      // Who signed out and in again has other stores. What is written while nobody is signed in is kept by those of before.
      if (parts.accounts.byKey(known.desk.account.key)) known.desk = await deskOf(uri);
      return known;
    }
    // VS Code asks for the state and the text of a file at the same time: both have to be told of the same page.
    const made = found(uri);
    opening.set(key, made);
    try {
      return await made;
    } finally {
      opening.delete(key);
    }
  }

  async function found(uri: vscode.Uri): Promise<OpenPage | undefined> {
    const restored = isDirty(uri) ? restoredTexts.at(uri) : undefined;
    const desk = await deskOf(uri);
    const entry = restored ? undefined : (await entryAt(uri)).entry;
    if (entry && entry.kind !== 'page') return undefined;
    return open(uri, desk, restored?.page ?? entry!.node.id, restored);
  }

  async function open(uri: vscode.Uri, desk: Desk, id: string, restored?: RestoredText): Promise<OpenPage> {
    const target = { space: desk.space, number: desk.number, page: id };
    const [present, draft, isLockedNow] = await translated(uri, () =>
      Promise.all([
        desk.edits.page(target),
        desk.edits.drafts.get(target),
        isKnownToBeLocked(parts, desk.account, desk.space),
      ]),
    );
    const asOpened = taken(opened(present, draft));
    const base = restored && (await desk.edits.drafts.base(target));
    const written = restored ? restoredOver(asOpened, present, restored, base) : asOpened;
    if (draft && !isDraft(written)) desk.edits.drafts.discard(target).catch(noted(uri));
    const page: OpenPage = {
      uri,
      desk,
      target,
      written,
      keptText: isDraft(written) ? draft?.text : undefined,
      markers: restored?.markers ?? (isDraft(written) ? draft?.markers : undefined),
      standings: [],
      isLocked: isLockedNow,
      isSaving: false,
    };
    pages.set(uri.toString(), page);
    // A file says that it is read-only, and not why.
    if (isLockedNow) explainLock(parts, desk.account, desk.space).catch(noted(uri));
    return page;
  }

  async function translated<Result>(uri: vscode.Uri, act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      noted(uri)(error);
      throw fileSystemErrorOf(error, uri);
    }
  }

  async function keepDraft(page: OpenPage, text: string): Promise<void> {
    page.keptText = text;
    page.written = kept(page.written, text, Date.now());
    await page.desk.edits.drafts.keep(page.target, text, page.written.base, page.markers);
  }

  /** Once the editor has what the file says, by Revert or Undo, nothing else is kept. */
  function settle(document: vscode.TextDocument): void {
    const page = pages.get(document.uri.toString());
    if (!page || page.isSaving || document.isDirty) return;
    const { written, keptText, target, desk } = page;
    if (!isSameText(document.getText(), written.text)) return;
    page.written = taken(written);
    const draft = draftOf(page);
    if (draft?.markers && draft.text === written.text) page.markers = draft.markers;
    // What was kept by itself is not given up: the next save ends the conflict.
    else if (keptText !== written.text && page.markers && unresolvedIn(written.text, page.markers) === 0)
      page.markers = undefined;
    restoredTexts.forget(page);
    if (keptText === undefined || keptText === written.text) return;
    page.keptText = isDraft(written) ? written.text : undefined;
    // What is as its base is no draft.
    desk.edits.drafts.keep(target, written.text, written.base, page.markers).catch(noted(page.uri));
  }

  const following = vscode.Disposable.from(
    // The sample workspace starts over with other change requests.
    parts.accounts.onDidChange(({ changed: renewed }) => {
      for (const page of renewed.flatMap(({ key }) => of(key))) lookAnew(page).catch(noted(page.uri));
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, reason }) => {
      const page = pages.get(document.uri.toString());
      // Undo of what was saved is heard of before the document is dirty.
      if (page && reason !== undefined) standAsBefore(page, document.getText());
      if (page && document.isDirty) restoredTexts.note(page);
      settle(document);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri, isDirty: isOpenAgain }) => {
      const page = pages.get(uri.toString());
      // One that gets another language is closed and opened, with what is typed in it.
      if (page && !isOpenAgain) restoredTexts.forget(page);
      pages.delete(uri.toString());
    }),
  );

  return {
    pages,
    show,
    noteBase: (page) => restoredTexts.note(page),
    keepDraft,

    async stat(uri) {
      const page = await pageAt(uri);
      if (page) {
        const { size, modifiedAt } = isDirty(uri) ? seenStat(page.written) : page.written;
        return {
          type: vscode.FileType.File,
          ctime: 0,
          mtime: modifiedAt,
          size,
          // What is typed already has to be kept as a draft: VS Code writes nothing to a file that is read-only.
          ...(page.isLocked && !isDirty(uri) && { permissions: vscode.FilePermission.Readonly }),
        };
      }
      const { entry } = await entryAt(uri);
      if (entry.kind !== 'file') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      const { size } = entry.file;
      return {
        type: vscode.FileType.File,
        ctime: 0,
        mtime: 0,
        size: size ?? 0,
        permissions: vscode.FilePermission.Readonly,
      };
    },

    async readFile(uri) {
      const page = await pageAt(uri);
      if (page) {
        // An open editor takes what it shows, see `settle`: others read the file, too.
        if (!documentAt(uri)) page.written = taken(page.written);
        return new TextEncoder().encode(page.written.text);
      }
      const { desk, entry } = await entryAt(uri);
      if (entry.kind !== 'file') throw vscode.FileSystemError.FileIsADirectory(uri);
      return translated(uri, () => desk.content.bytes(desk.space, entry.file));
    },

    async willSave({ document, reason }) {
      const { uri } = document;
      reasons.set(uri.toString(), reason);
      const known = pages.get(uri.toString());
      if (reason !== vscode.TextDocumentSaveReason.Manual) return [];
      // What was sent together with others is only told to its editor.
      if (known?.isSaving) return [];
      // There is nothing to be sent.
      if (!document.isDirty && (!known || !isDraft(known.written))) return [];
      const combine = async (): Promise<vscode.TextEdit[]> => {
        const page = await pageAt(uri);
        if (!page) return [];
        const present = await page.desk.edits.refresh(page.target);
        if (page.markers) return [];
        const before = document.getText();
        const { merged, text, isCombined } = combined(standsOver(page.written), before, present);
        if (!merged || !isCombined || merged.conflicts.length > 0) return [];
        page.combined = { before, after: text, over: present.text };
        return mergingEdits(merged).map((each) => textEditOf(document, each));
      };
      const combining = combine().catch((error: unknown) => {
        noted(uri)(error);
        return [];
      });
      // VS Code asks a listener no more that failed or took 1.5 seconds some times: then no save could be told from an automatic
      // one. What cannot be asked now is found out when it is sent.
      return Promise.race([combining, new Promise<[]>((resolve) => setTimeout(() => resolve([]), longest))]);
    },

    async writeFile(uri, content) {
      const reason = reasons.get(uri.toString());
      reasons.delete(uri.toString());
      const page = await pageAt(uri);
      if (!page) throw vscode.FileSystemError.NoPermissions(vscode.l10n.t('Only pages can be written here, no files.'));
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
      if (reason !== vscode.TextDocumentSaveReason.Manual) return keepDraft(page, text);
      page.isSaving = true;
      try {
        await save(page, text);
      } finally {
        page.isSaving = false;
      }
    },

    dispose() {
      following.dispose();
      for (const { end } of followedDesks.values()) end.dispose();
    },
  };
}

function isDirty(uri: vscode.Uri): boolean {
  return documentAt(uri)?.isDirty === true;
}

function documentAt(uri: vscode.Uri): vscode.TextDocument | undefined {
  const name = uri.toString();
  return vscode.workspace.textDocuments.find((each) => each.uri.toString() === name);
}

/** So long a save waits for what the platform says, in ms. */
const longest = 1000;

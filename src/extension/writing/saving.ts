import * as vscode from 'vscode';
import type { Space } from '../../contract/spaces.ts';
import { mergePageTexts, mergingEdits } from '../../model/lineEdits.ts';
import { explainsRefusal, unlockFirst } from '../../model/lockedSpace.ts';
import {
  contested,
  followed,
  isSameSource,
  mayReplace,
  platformText,
  sent,
  standsOver,
} from '../../model/writtenPage.ts';
import type { Sent } from '../../store/changeRequestEdits.ts';
import { asApiError, sentenceOf } from '../commands/errorEdge.ts';
import { failedSave } from '../commands/fileSystemError.ts';
import { showStatus } from '../prompts/messages.ts';
import { isClosed, waysOut, wayToUnlock } from './closed.ts';
import { applyLineEdits } from './applyEdits.ts';
import { nameOf, type Comparison, type Received } from './comparison.ts';
import { isSameText, type EditableFiles } from './editableFiles.ts';
import { wayPast } from './failures.ts';
import type { Desk, OpenPage } from './openPages.ts';
import { warnOfOverwritten } from './overwritten.ts';
import { uriOfPage } from './unsentPages.ts';
import type { WritingParts } from './writingParts.ts';

export interface SavingParts extends WritingParts {
  readonly comparison: Comparison;
  readonly files: () => Pick<EditableFiles, 'keepDraft' | 'show' | 'pages'>;
}

/** Sends pages to their change requests. */
export interface Saving extends vscode.Disposable {
  /**
   * A page that was saved by hand, as one revision. Rejects with why it could not be sent: then the editor stays dirty, and the text is
   * kept as a draft.
   */
  save(page: OpenPage, text: string): Promise<void>;
  /** The platform has this text of the page: whoever shows it is told, and the draft is let go. */
  arrived(page: OpenPage, text: string): Promise<void>;
  /** Says once which pages came back different, with a diff and a way back to the text that was sent. */
  tellDifferent(desk: Desk, different: Sent['different']): void;
}

export function createSaving(parts: SavingParts): Saving {
  const { edge, prompts, comparison } = parts;
  /** Of which the platform has made something else than the editor has. */
  const changedByPlatform = new Set<OpenPage>();

  async function save(page: OpenPage, text: string): Promise<void> {
    const { desk, target, written } = page;
    const known = desk.edits.knownPage(target) ?? { text: written.base, modifiedAt: written.modifiedAt };
    // A page that was overtaken and is saved as it was read takes nothing back.
    if (isSameText(text, known.text) || isSameText(text, written.base)) return arrived(page, text);
    const isKnown = isSameSource(known, written.base) || known.text === written.rival;
    if (!isKnown || !mayReplace(written, known)) {
      // As a draft over what was read, so that VS Code compares the two at the next save.
      page.written = contested({ ...written, text, base: standsOver(written), rival: undefined }, known);
      page.keptText = text;
      await desk.edits.drafts.keep(target, text, page.written.base);
      throw notSent(
        vscode.l10n.t('Somebody else has changed the page meanwhile. Save again to compare it with what you wrote.'),
      );
    }
    await keep(page, text);
    await send(page, text, isSameSource(known, written.base) ? written.base : known.text);
  }

  async function send(page: OpenPage, text: string, base: string): Promise<void> {
    const { desk, target } = page;
    const { space, number } = desk;
    let result: Sent;
    try {
      result = await desk.edits.send({ space, number }, [{ kind: 'write', page: target.page, text, base }], {
        onOverwritten: warnOfOverwritten(parts, desk),
      });
    } catch (error) {
      edge.note(`Sending ${page.uri.path}`, error);
      // What the platform has instead is compared at the next save.
      if (asApiError(error)?.kind === 'conflict') await desk.edits.refresh(target).catch(() => undefined);
      const changeRequest = await desk.content.changeRequest(space, number).catch(() => undefined);
      if (changeRequest && isClosed(changeRequest)) throw notSent(sentenceOf(error), waysOut(page, changeRequest));
      const locked = mayBeLock(error) ? await lockedSpace(desk).catch(() => undefined) : undefined;
      if (locked) throw notSent(unlockFirst, wayToUnlock(locked));
      throw notSent(sentenceOf(error), wayPast(desk, changeRequest, error));
    }
    await arrived(page, text);
    showStatus(vscode.l10n.t('Saved to #{0}.', number), 4000);
    tellDifferent(desk, result.different);
  }

  /** The space, if it is locked now, whatever was known of it. */
  async function lockedSpace({ account, space }: Desk): Promise<Space | undefined> {
    const library = await parts.platforms.library(account);
    await library.refresh(await library.placeOf(space));
    const present = await library.space(space);
    return explainsRefusal(present) ? present : undefined;
  }

  /** Kept before it is sent, so that it outlives whatever happens then. */
  async function keep(page: OpenPage, text: string): Promise<void> {
    page.keptText = text;
    await page.desk.edits.drafts.keep(page.target, text, platformText(page.written));
  }

  async function arrived(page: OpenPage, text: string): Promise<void> {
    const { edits } = page.desk;
    const before = platformText(page.written);
    page.keptText = undefined;
    page.written = sent(page.written, text, Date.now());
    const present = edits.knownPage(page.target);
    // What it had before says that nobody could look at what it has now.
    if (present && present.text !== text && present.text !== before) changedByPlatform.add(page);
    await edits.drafts.discard(page.target);
  }

  /** Once the editor knows that it is saved, it is given what the platform has made of it, unless one types on. */
  function follow(document: vscode.TextDocument): void {
    const page = parts.files().pages.get(document.uri.toString());
    if (!page || !changedByPlatform.delete(page)) return;
    const present = page.desk.edits.knownPage(page.target);
    if (!present) return;
    if (document.isDirty)
      page.written = { ...page.written, text: present.text, base: present.text, seen: present.text };
    else parts.files().show(page, followed(page.written, present));
  }

  function tellDifferent(desk: Desk, different: Sent['different']): void {
    tell(desk, different).catch((error: unknown) => edge.explain('docsPlatform.writing.showDiff', error));
  }

  async function tell(desk: Desk, different: Sent['different']): Promise<void> {
    const pages = await Promise.all(
      different.map(async (each) => ({ ...each, uri: await uriOfPage(desk, each.page) })),
    );
    const found = pages.flatMap(({ uri, ...each }) => (uri ? [{ ...each, uri }] : []));
    const [first] = found;
    if (!first) return;
    const showDiff = vscode.l10n.t('Show Diff');
    const restoreMine = vscode.l10n.t('Restore Mine');
    const answer = await prompts.choose({
      message:
        found.length === 1
          ? vscode.l10n.t('The server saved a different version of “{0}” than you sent.', nameOf(first.uri))
          : vscode.l10n.t('The server saved different versions of {0} pages than you sent.', found.length),
      severity: 'warning',
      actions: [showDiff, restoreMine],
    });
    if (answer === showDiff) await comparison.showReceived(found);
    if (answer === restoreMine) for (const each of found) await restore(each);
  }

  /** Puts the sent text back into the editor, unsent; what was typed since stays. */
  async function restore({ uri, sent, received }: Received): Promise<void> {
    const { document } = await vscode.window.showTextDocument(uri, { preview: false });
    const merged = mergePageTexts({ base: received, ours: document.getText(), theirs: sent });
    await applyLineEdits(document, mergingEdits(merged));
  }

  const following = vscode.workspace.onDidSaveTextDocument(follow);
  return {
    save,
    arrived,
    tellDifferent,
    dispose() {
      following.dispose();
    },
  };
}

/** The API document names no status for edits of a locked space: a server may find them forbidden, too. */
function mayBeLock(error: unknown): boolean {
  const kind = asApiError(error)?.kind;
  return kind === 'conflict' || kind === 'forbidden';
}

export function notSent(message: string, links = ''): Error {
  return failedSave(vscode.l10n.t('Not sent, kept as a draft'), message, links);
}

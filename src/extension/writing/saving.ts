import * as vscode from 'vscode';
import type { Space } from '../../contract/spaces.ts';
import { explainsRefusal, unlockFirst } from '../../model/lockedSpace.ts';
import {
  contested,
  followed,
  isSameSource,
  kept,
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
import type { Compared } from './compared.ts';
import { nameOf, type Comparison } from './comparison.ts';
import { isSameText, type EditableFiles } from './editableFiles.ts';
import { explainFailure } from './failures.ts';
import type { Desk, OpenPage } from './openPages.ts';
import { warnOfOverwritten } from './overwritten.ts';
import { uriOfPage } from './unsentPages.ts';
import type { WritingParts } from './writingParts.ts';

export interface SavingParts extends WritingParts {
  readonly comparison: Comparison;
  readonly compared: Compared;
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
  /** Tells what the platform has made other than it was sent, by the name that the page has since. */
  tellDifferent(desk: Desk, different: Sent['different'][number]): void;
}

export function createSaving(parts: SavingParts): Saving {
  const { edge, prompts, comparison, compared } = parts;
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
    const fragile = await desk.edits.fragileIn(text, platformText(written));
    if (fragile.length > 0 && !compared.has(page)) {
      compared.add(page);
      const base = platformText(written);
      page.written = kept({ ...written, base, seen: base }, text, Date.now());
      void compareFirst(page, fragile).catch((error: unknown) => edge.explain('docsPlatform.writing.showDiff', error));
      return;
    }
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
      explainFailure(parts, page, text, error);
      throw notSent(sentenceOf(error));
    }
    await arrived(page, text);
    showStatus(vscode.l10n.t('Saved to #{0}.', number), 4000);
    for (const different of result.different) tellDifferent(desk, different);
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

  async function compareFirst(page: OpenPage, fragile: readonly string[]): Promise<void> {
    const { number } = page.desk;
    await comparison.show(page.uri);
    const send = vscode.l10n.t('Send to #{0}', number);
    const answer = await prompts.choose({
      message: vscode.l10n.t(
        '“{0}” is kept here and not in #{1} yet: it holds what a platform may take otherwise than it is written ({2}). Look at the changes, then save again.',
        nameOf(page.uri),
        number,
        fragile.join(', '),
      ),
      actions: [send],
    });
    if (answer === send) await vscode.commands.executeCommand('docsPlatform.writing.saveAll', page.uri);
  }

  function tellDifferent(desk: Desk, different: Sent['different'][number]): void {
    tell(desk, different).catch((error: unknown) => edge.explain('docsPlatform.writing.showDiff', error));
  }

  async function tell(desk: Desk, different: Sent['different'][number]): Promise<void> {
    const uri = await uriOfPage(desk, different.page);
    if (!uri) return;
    const showDiff = vscode.l10n.t('Show Diff');
    const answer = await prompts.choose({
      message: vscode.l10n.t('The platform keeps “{0}” otherwise than it was sent.', nameOf(uri)),
      severity: 'warning',
      actions: [showDiff],
    });
    if (answer === showDiff) await comparison.showReceived(uri, different);
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

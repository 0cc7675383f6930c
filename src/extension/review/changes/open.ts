import * as vscode from 'vscode';
import type { PageChange } from '../../../model/changeRequests/changes.ts';
import { lastSegmentOf } from '../../../model/shared/segment.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { completeStep } from '../../ground/services/walkthrough.ts';
import { otherChangesUri } from '../../ground/changeRequests/besideDocuments.ts';
import { sidesOf, uriOfChange } from '../../ground/changeRequests/changeAddresses.ts';
import { has } from '../../ground/contributions/given.ts';
import { nothingUri } from '../../ground/places/pageUri.ts';
import type { ChangesContext } from './context.ts';
import { titleOf, type CachedChanges, type ChangedPage } from './target.ts';
import { changeMarks } from '../../ground/changeRequests/changeWords.ts';
import { closeTitled } from '../../ground/services/openDocuments.ts';
import { diffSidesIn } from './diffSides.ts';
import { hasOtherChanges } from '../../ground/changeRequests/otherChanges.ts';
import { pickPortion } from './pickPortion.ts';
import { readTexts } from './readTexts.ts';
import { nameOf } from '../../ground/changeRequests/wording.ts';

/** How many pages one diff shows at most: VS Code reads all of them at once. */
export const atOnce = 50;

/** Opens all changes of a change request as one diff. If there are many pages, the user picks some. */
export async function openChanges(parts: ChangesContext, known: CachedChanges): Promise<void> {
  const { at, set } = known;
  if (!set.isComparable) {
    throw new Error(
      vscode.l10n.t(
        "This server doesn't provide the base of #{0}, so there is nothing to compare with. Open its pages one by one to read them.",
        at.changeRequest.number,
      ),
    );
  }
  if (set.pages.length === 0) {
    await showInformation(vscode.l10n.t("#{0} doesn't change any pages.", at.changeRequest.number));
    return;
  }
  const portion = set.pages.length > atOnce ? await pickPortion(known, atOnce) : { pages: set.pages, name: undefined };
  if (portion) await openSeveral(parts, known, portion.pages, portion.name);
}

/** Opens the diff of one page against its base, at the line that is passed with it. */
export async function openPageChanges(parts: ChangesContext, known: ChangedPage, given: unknown): Promise<void> {
  const line = has(given, { line: 'present' }) ? given['line'] : undefined;
  await openOne(parts, known, known.change, Number.isSafeInteger(line) ? (line as number) : undefined);
}

/** Opens the diff of the next or previous changed page that has text. */
export async function stepToPage(parts: ChangesContext, known: ChangedPage, step: 1 | -1): Promise<void> {
  const { set, at, change } = known;
  const pages = set.pages.filter((each) => each.id === change.id || isReadable(each));
  const next = pages[pages.findIndex(({ id }) => id === change.id) + step];
  if (next) return openOne(parts, known, next);
  const { number } = at.changeRequest;
  await showInformation(
    step > 0
      ? vscode.l10n.t('This is the last changed page of #{0}.', number)
      : vscode.l10n.t('This is the first changed page of #{0}.', number),
  );
}

/** Opens the head of a page, without a diff. */
export async function openHeadPage(known: ChangedPage): Promise<void> {
  const { after } = sidesOf(known.at, known.change);
  if (!after) throw new Error(deletedText(known));
  await vscode.commands.executeCommand('vscode.open', after);
}

async function openOne(parts: ChangesContext, known: CachedChanges, change: PageChange, line?: number): Promise<void> {
  const { at, set } = known;
  const { before, after } = sidesOf(at, change);
  if (!before && !after) {
    await vscode.commands.executeCommand('vscode.open', otherChangesUri(at));
    return;
  }
  if (!set.isComparable) {
    if (!after) throw new Error(deletedText({ ...known, change }));
    await vscode.commands.executeCommand('vscode.open', after);
    return;
  }
  const sides = (await diffSidesIn(parts, at))(change);
  const one = before ?? nothingUri(after!);
  const other = sides.after ?? nothingUri(before!);
  await vscode.commands.executeCommand('vscode.diff', one, other, titleOfDiff(known, change), {
    preview: true,
    ...(line !== undefined && { selection: new vscode.Range(line, 0, line, 0) }),
  });
  completeStep('changeRequest');
}

async function openSeveral(
  parts: ChangesContext,
  known: CachedChanges,
  pages: readonly PageChange[],
  portion: string | undefined,
): Promise<void> {
  const { at, set } = known;
  const isRead = await readTexts(known, pages);
  if (!isRead) return;
  const sidesIn = await diffSidesIn(parts, at);
  const diffs = pages.flatMap((change): Diff[] => {
    const { before, after } = sidesIn(change);
    const uri = after ?? uriOfChange(at, change);
    return uri && (before || after) ? [[uri, before, after]] : [];
  });
  const words = otherChangesUri(at);
  const all: Diff[] = pages.some(hasOtherChanges) ? [[words, undefined, words], ...diffs] : diffs;
  const title = portion === undefined ? nameOf(at.changeRequest) : `${nameOf(at.changeRequest)} (${portion})`;
  await closeTitled(title);
  await vscode.commands.executeCommand('vscode.changes', title, all);
  parts.opened({ at, title, set });
  completeStep('changeRequest');
}

type Diff = [label: vscode.Uri, original: vscode.Uri | undefined, modified: vscode.Uri | undefined];

function titleOfDiff({ at }: CachedChanges, change: PageChange): string {
  const path = (change.after ?? change.before)?.path ?? '';
  const name = `${lastSegmentOf(path)} (#${at.changeRequest.number})`;
  return [name, ...changeMarks(change)].join(' · ');
}

function isReadable({ before, after }: PageChange): boolean {
  return !!(before?.isReadable || after?.isReadable);
}

function deletedText({ at, change }: ChangedPage): string {
  return vscode.l10n.t('#{0} deletes “{1}”, so there is no text to open.', at.changeRequest.number, titleOf(change));
}

import * as vscode from 'vscode';
import type { ChangeRequest } from '../../contract/changeRequests.ts';
import { titleText } from '../../model/titleText.ts';
import { titledText } from '../../model/titleHeading.ts';
import { isSameSource } from '../../model/writtenPage.ts';
import { ensureUnlocked } from '../prompts/ensureUnlocked.ts';
import { showInformation, showStatus } from '../prompts/messages.ts';
import { mostAtOnceInWords } from './batches.ts';
import { isClosed, offerWaysOut } from './closed.ts';
import { nameOf } from './comparison.ts';
import { isSameText } from './editableFiles.ts';
import { presentOf, type Desk, type OpenPages } from './openPages.ts';
import { warnOfOverwritten } from './overwritten.ts';
import type { Saving, SavingParts } from './saving.ts';
import { isIn, titleOfPage, unsentOf, type Unsent } from './unsentPages.ts';

interface Parts extends SavingParts {
  readonly saving: Saving;
  readonly pages: OpenPages;
  /** Takes what was written in a change request to another one. */
  readonly takeElsewhere: (from: Desk, unsent: readonly Unsent[]) => Promise<void>;
}

/** Sends all that was written in a change request as one revision; more than the platform takes at once only if the person agrees. */
export async function saveAllOf(parts: Parts, desk: Desk): Promise<void> {
  const { number } = desk;
  const unsent = await unsentOf(desk, parts.pages);
  if (unsent.length === 0) {
    // Of a page that is gone, or cannot be read now, since a window was opened again.
    const left = vscode.workspace.textDocuments.find(({ isDirty, uri }) => isDirty && isIn(desk, uri));
    if (left) {
      throw new Error(
        vscode.l10n.t(
          '“{0}” cannot be found in #{1} now, so it was not sent. What you wrote stays in its editor: copy it from there if the page was deleted.',
          nameOf(left.uri),
          number,
        ),
      );
    }
    await showInformation(vscode.l10n.t('All that you wrote is in #{0}.', number));
    return;
  }
  const inMotion = unsent.flatMap(({ page }) => page ?? []);
  for (const page of inMotion) page.isSaving = true;
  try {
    const changeRequest = await desk.content.refresh(desk.space, number);
    if (isClosed(changeRequest)) return await keepForOthers(parts, desk, changeRequest, unsent);
    if (!(await ensureUnlocked(parts, desk.account, desk.space))) {
      await Promise.all(unsent.map((each) => keep(desk, each)));
      return;
    }
    const { ready, overtaken, gone } = await sortOut(desk, unsent);
    if (!(await agreesToBatches(parts, ready))) return;
    if (ready.length > 0) await sendAll(parts, desk, ready);
    await clean(ready);
    if (gone.length > 0) tellGone(parts, desk, gone);
    await tell(desk, ready, overtaken);
  } finally {
    for (const page of inMotion) page.isSaving = false;
  }
}

/** The change request takes nothing more: what was written is kept, and may go to another. */
async function keepForOthers(parts: Parts, desk: Desk, changeRequest: ChangeRequest, unsent: readonly Unsent[]) {
  await Promise.all(unsent.map((each) => keep(desk, each)));
  const takeElsewhere = async () => parts.takeElsewhere(desk, await unsentOf(desk, parts.pages));
  offerWaysOut(parts, desk, changeRequest, unsent.length, takeElsewhere).catch((error: unknown) =>
    parts.edge.explain('docsPlatform.writing.saveAll', error),
  );
}

/** Before it is sent, so that it outlives whatever happens then. */
async function keep({ edits }: Desk, { target, text, base, page }: Unsent): Promise<void> {
  if (page) page.keptText = text;
  await edits.drafts.keep(target, text, base);
}

interface Sorted {
  readonly ready: Unsent[];
  /** Somebody else has written meanwhile: left for a save by hand, which compares. */
  readonly overtaken: Unsent[];
  /** Of pages that were deleted meanwhile. */
  readonly gone: Unsent[];
}

async function sortOut(desk: Desk, unsent: readonly Unsent[]): Promise<Sorted> {
  const present = await Promise.all(unsent.map(({ target }) => presentOf(desk, target)));
  const fateOf = ({ text, base }: Unsent, index: number): keyof Sorted => {
    const now = present[index];
    if (!now) return 'gone';
    const isAsKnown = isSameSource(now, base) || isSameText(now.text, base) || isSameText(now.text, text);
    return isAsKnown ? 'ready' : 'overtaken';
  };
  const { ready = [], overtaken = [], gone = [] } = Object.groupBy(unsent, fateOf);
  return { ready, overtaken, gone };
}

async function agreesToBatches({ prompts }: Parts, ready: readonly Unsent[]): Promise<boolean> {
  const words = mostAtOnceInWords(ready.length);
  if (!words) return true;
  const answer = await prompts.choose({ ...words, modal: true, severity: 'warning' });
  return answer !== undefined;
}

async function sendAll(parts: Parts, desk: Desk, ready: readonly Unsent[]): Promise<void> {
  const { saving, edge } = parts;
  const { space, number, edits } = desk;
  await Promise.all(ready.map((each) => keep(desk, each)));
  try {
    const changes = ready.map(({ target, text, base }) => ({ kind: 'write', page: target.page, text, base }) as const);
    const { different } = await edits.send({ space, number }, changes, {
      inBatches: true,
      onOverwritten: warnOfOverwritten(parts, desk),
    });
    saving.tellDifferent(desk, different);
    await Promise.all(ready.map((each) => letGo(saving, desk, each)));
  } catch (error) {
    // Of several revisions some may have arrived.
    const arrived = ready.filter(({ target, text }) => isSameText(edits.knownPage(target)?.text ?? '', text));
    await Promise.all(arrived.map((each) => letGo(saving, desk, each)));
    edge.note('docsPlatform.writing.saveAll', error);
    throw error;
  }
}

async function letGo(saving: Saving, { edits }: Desk, { target, text, page }: Unsent): Promise<void> {
  if (page) await saving.arrived(page, text);
  else await edits.drafts.discard(target);
}

/** What is sent already is saved by its editor without being sent again. */
async function clean(ready: readonly Unsent[]): Promise<void> {
  for (const { dirty, text } of ready) if (dirty?.isDirty && dirty.getText() === text) await dirty.save();
}

/** Nothing takes it any more: it would wait for ever, and nobody could look at it. */
function tellGone({ prompts, edge }: Parts, desk: Desk, gone: readonly Unsent[]): void {
  offerGone(prompts, desk, gone).catch((error: unknown) => edge.explain('docsPlatform.writing.saveAll', error));
}

async function offerGone(prompts: Parts['prompts'], desk: Desk, gone: readonly Unsent[]): Promise<void> {
  const { number } = desk;
  const open = vscode.l10n.t('Open as Untitled');
  const names = gone.map(({ text }) => `“${titleText(titledText(text).heading)}”`).join(', ');
  const answer = await prompts.choose({
    message: vscode.l10n.t(
      'What you wrote in {0} was not sent: it was deleted in #{1} meanwhile. Open the text as an untitled document to keep it.',
      names,
      number,
    ),
    severity: 'warning',
    actions: [open],
  });
  if (answer !== open) return;
  for (const { target, text } of gone) {
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: text });
    await vscode.window.showTextDocument(document, { preview: false });
    await desk.edits.drafts.discard(target);
  }
}

async function tell(desk: Desk, sent: readonly Unsent[], overtaken: readonly Unsent[]): Promise<void> {
  const { number } = desk;
  if (sent.length === 1) showStatus(vscode.l10n.t('Saved 1 page to #{0}.', number), 4000);
  // A status bar message is easily missed, and several pages at once are seldom saved.
  if (sent.length > 1) void showInformation(vscode.l10n.t('{0} pages saved to #{1}.', sent.length, number));
  if (overtaken.length === 0) return;
  const names = await Promise.all(
    overtaken.map(async ({ target, page }) => (page ? nameOf(page.uri) : titleOfPage(desk, target.page))),
  );
  throw new Error(
    vscode.l10n.t(
      'Somebody else has changed {0} in #{1} meanwhile, so it was not sent. Open it and save it by itself: then both are compared.',
      names.join(', '),
      number,
    ),
  );
}

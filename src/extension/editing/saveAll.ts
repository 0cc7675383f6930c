import * as vscode from 'vscode';
import { run } from '../contributions/run.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { unresolvedIn } from '../../model/merge/conflictMarkers.ts';
import { isSameText } from '../../model/merge/lineEdits.ts';
import { isKind } from '../../model/shared/failure.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { titledText } from '../../model/text/titleHeading.ts';
import { ensureUnlocked } from '../prompts/ensureUnlocked.ts';
import { showInformation, showStatus } from '../messages/show.ts';
import { mostAtOnceInWords } from './shared/batches.ts';
import { isClosed, offerWaysOut } from './closed.ts';
import { combined } from './combination.ts';
import { nameOf } from './comparison.ts';
import { combinedInWords } from './conflictWording.ts';
import { nameOfLastEditor } from './lastEditor.ts';
import { plural } from '../words/plural.ts';
import { presentOf, type EditSession, type OpenPages } from './shared/openPages.ts';
import { warnOfOverwritten } from './shared/overwritten.ts';
import { reportDifferent } from './differentText.ts';
import { endConflict, type Saving } from './saving.ts';
import type { SavingContext } from './savingContext.ts';
import { isIn, titleOfPage, unsentOf, uriOfPage, type Unsent } from './shared/unsentPages.ts';

interface Parts extends SavingContext {
  readonly saving: Saving;
  readonly pages: OpenPages;
  /** Moves the unsent changes of a change request to another one. */
  readonly takeElsewhere: (from: EditSession, unsent: readonly Unsent[]) => Promise<void>;
}

/**
 * Sends all unsent changes of a change request as one revision, or only those of some pages. If there are more than the
 * platform accepts at once, the user is asked first.
 */
export async function saveAllOf(parts: Parts, session: EditSession, only?: ReadonlySet<string>): Promise<void> {
  const { number } = session;
  const all = await unsentOf(session, parts.pages);
  const unsent = only ? all.filter(({ target }) => only.has(target.page)) : all;
  if (unsent.length === 0 && only) {
    await showInformation(
      plural(
        vscode.l10n.t('This page is already saved to #{1}.|These pages are already saved to #{1}.'),
        only.size,
        number,
      ),
    );
    return;
  }
  if (unsent.length === 0) {
    // A page restored by VS Code that is gone, or can't be read now.
    const left = vscode.workspace.textDocuments.find(({ isDirty, uri }) => isDirty && isIn(session, uri));
    if (left) {
      throw new Error(
        vscode.l10n.t(
          "Couldn't save “{0}”: it no longer exists in #{1}. Your text is still in the editor, so you can copy it from there.",
          nameOf(left.uri),
          number,
        ),
      );
    }
    await showInformation(vscode.l10n.t('Everything is saved to #{0}.', number));
    return;
  }
  const inMotion = unsent.flatMap(({ page }) => page ?? []);
  for (const page of inMotion) page.isSaving = true;
  try {
    const changeRequest = await session.content.refresh(session.space, number);
    if (isClosed(changeRequest)) return await keepForOthers(parts, session, changeRequest, unsent);
    if (!(await ensureUnlocked(parts, session.account, session.space))) {
      await Promise.all(unsent.map((each) => keep(session, each)));
      return;
    }
    const sorted = await sortOut(session, unsent);
    if (!(await agreesToBatches(parts, sorted.ready))) return;
    const isCombined = sorted.ready.some((each) => each.isCombined);
    // Loaded before sending, because afterwards the current user made the last revision.
    const name = isCombined || sorted.overtaken.length > 0 ? await nameOfLastEditor(parts, session) : undefined;
    const { ready, overtaken, gone } = await sendAll(parts, session, sorted);
    await clean(ready);
    if (gone.length > 0) reportGone(parts, session, gone);
    reportSaved(session, ready, name);
    if (overtaken.length > 0) reportConflicts(parts, session, overtaken, name);
  } finally {
    for (const page of inMotion) page.isSaving = false;
  }
}

/** The change request is closed: unsent changes are stored, and can be moved to another one. */
async function keepForOthers(
  parts: Parts,
  session: EditSession,
  changeRequest: ChangeRequest,
  unsent: readonly Unsent[],
) {
  await Promise.all(unsent.map((each) => keep(session, each)));
  const takeElsewhere = async () => parts.takeElsewhere(session, await unsentOf(session, parts.pages));
  offerWaysOut(parts, session, changeRequest, unsent.length, takeElsewhere).catch((error: unknown) =>
    parts.edge.explain('docsPlatform.editing.saveAll', error),
  );
}

/** Stores the text before it is sent, so that it isn't lost whatever happens. */
async function keep({ edits }: EditSession, { target, text, base, markers, page }: Unsent): Promise<void> {
  if (page) page.storedText = text;
  await edits.drafts.keep(target, text, base, markers);
}

/** A page that is ready to send: the typed text merged with other people's changes. */
interface Ready extends Unsent {
  readonly whole: string;
  readonly over: string;
  /** The platform's current text. */
  readonly before: string;
  readonly isCombined: boolean;
}

interface Sorted {
  readonly ready: readonly Ready[];
  /** Pages with conflicts, found now or still unresolved. */
  readonly overtaken: readonly Unsent[];
  /** Pages that have been deleted in the meantime. */
  readonly gone: readonly Unsent[];
}

async function sortOut(session: EditSession, unsent: readonly Unsent[]): Promise<Sorted> {
  const sorted = { ready: [] as Ready[], overtaken: [] as Unsent[], gone: [] as Unsent[] };
  const present = await Promise.all(unsent.map(({ target }) => presentOf(session, target)));
  for (const [index, each] of unsent.entries()) {
    const now = present[index];
    const whole = now && combined(each.base, each.text, now);
    if (!whole) sorted.gone.push(each);
    else if ((each.markers && unresolvedIn(each.text, each.markers) > 0) || whole.merged?.conflicts.length)
      sorted.overtaken.push(each);
    else {
      const { text, over, isCombined } = whole;
      sorted.ready.push({ ...each, whole: text, over, before: now.text, isCombined });
    }
  }
  return sorted;
}

async function agreesToBatches({ prompts }: Parts, ready: readonly Unsent[]): Promise<boolean> {
  const words = mostAtOnceInWords(ready.length);
  if (!words) return true;
  const answer = await prompts.choose({ ...words, modal: true, severity: 'warning' });
  return answer !== undefined;
}

/** Sends the pages that are ready. If one turns out to have changed during that, all are sorted again once. */
async function sendAll(parts: Parts, session: EditSession, sorted: Sorted, isAgain = false): Promise<Sorted> {
  const { edge } = parts;
  const { space, number, edits } = session;
  const { ready } = sorted;
  if (ready.length === 0) return sorted;
  await Promise.all(ready.map((each) => keep(session, each)));
  try {
    const changes = ready.map(
      ({ target, whole, over }) => ({ kind: 'write', page: target.page, text: whole, base: over }) as const,
    );
    const { different } = await edits.send({ space, number }, changes, {
      inBatches: true,
      onOverwritten: warnOfOverwritten(parts, session),
    });
    reportDifferent(parts, session, different);
    await Promise.all(ready.map((each) => letGo(parts, session, each)));
    return sorted;
  } catch (error) {
    // If there are several revisions, some may have arrived.
    const isConfirmed = ({ target, whole }: Ready) => isSameText(edits.cachedPage(target)?.text ?? '', whole);
    const confirmed = ready.filter(isConfirmed);
    await Promise.all(confirmed.map((each) => letGo(parts, session, each)));
    edge.note('docsPlatform.editing.saveAll', error);
    if (isAgain || !isKind(error, 'conflict')) throw error;
    await session.content.refresh(space, number);
    const again = await sortOut(
      session,
      ready.filter((each) => !isConfirmed(each)),
    );
    const before = new Map(ready.map((each) => [each.target.page, each.before]));
    const isOther = again.ready.some((each) => each.before !== before.get(each.target.page));
    if (!isOther && again.overtaken.length + again.gone.length === 0) throw error;
    const rest = await sendAll(parts, session, again, true);
    return {
      ready: [...confirmed, ...rest.ready],
      overtaken: [...sorted.overtaken, ...rest.overtaken],
      gone: [...sorted.gone, ...rest.gone],
    };
  }
}

async function letGo(parts: Parts, session: EditSession, each: Ready): Promise<void> {
  const { target, text, page, markers, whole, before } = each;
  if (page) return parts.saving.sentTogether(page, text, { text: whole, before });
  await session.edits.drafts.discard(target);
  if (markers?.withMain) await endConflict(parts, session, target);
}

/** A page that was sent is saved by its editor without sending it again. */
async function clean(ready: readonly Unsent[]): Promise<void> {
  for (const { dirty, text } of ready) if (dirty?.isDirty && dirty.getText() === text) await dirty.save();
}

/** No page can take this text any more, so it is offered for viewing instead of staying unsent forever. */
function reportGone({ prompts, edge }: Parts, session: EditSession, gone: readonly Unsent[]): void {
  offerGone(prompts, session, gone).catch((error: unknown) => edge.explain('docsPlatform.editing.saveAll', error));
}

async function offerGone(prompts: Parts['prompts'], session: EditSession, gone: readonly Unsent[]): Promise<void> {
  const { number } = session;
  const open = vscode.l10n.t('Open as Untitled');
  const names = gone.map(({ text }) => `“${titleText(titledText(text).heading)}”`).join(', ');
  const answer = await prompts.choose({
    message: vscode.l10n.t(
      "Your changes to {0} weren't saved: it was deleted in #{1}. Open the text as an untitled document to keep it.",
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
    await session.edits.drafts.discard(target);
  }
}

function reportSaved(session: EditSession, sent: readonly Ready[], name: string | undefined): void {
  const { number } = session;
  if (sent.length === 0) return;
  const both = sent.filter(({ isCombined }) => isCombined);
  if (both.length > 0) {
    const titles = both.slice(0, mostNamed).map(({ text }) => titleText(titledText(text).heading));
    return showStatus(combinedInWords(name, titles, number), 10_000);
  }
  const saved = plural(vscode.l10n.t('Saved {0} page to #{1}.|Saved {0} pages to #{1}.'), sent.length, number);
  if (sent.length === 1) showStatus(saved, 4000);
  // A status bar message is easy to miss, and saving several pages at once is rare.
  else void showInformation(saved);
}

const mostNamed = 3;

function reportConflicts(
  parts: Parts,
  session: EditSession,
  overtaken: readonly Unsent[],
  name: string | undefined,
): void {
  offerConflicts(parts, session, overtaken, name).catch((error: unknown) =>
    parts.edge.explain('docsPlatform.editing.saveAll', error),
  );
}

async function offerConflicts(
  { prompts }: Parts,
  session: EditSession,
  overtaken: readonly Unsent[],
  name: string | undefined,
): Promise<void> {
  const { number } = session;
  const resolve = vscode.l10n.t('Resolve Conflicts');
  const names = await Promise.all(
    overtaken.map(async ({ target, page }) => (page ? nameOf(page.uri) : titleOfPage(session, target.page))),
  );
  const who = name ?? vscode.l10n.t('Someone else');
  const answer = await prompts.choose({
    message: vscode.l10n.t(
      '{0} changed the same lines of {1} in #{2}. Your text is kept as a draft. Resolve the conflicts to save it.',
      who,
      names.map((each) => `“${each}”`).join(', '),
      number,
    ),
    severity: 'warning',
    actions: [resolve],
  });
  if (answer !== resolve) return;
  const [first] = overtaken;
  const uri = first && (first.page?.uri ?? (await uriOfPage(session, first.target.page)));
  if (uri) await run('editing.resolveConflicts', uri);
}

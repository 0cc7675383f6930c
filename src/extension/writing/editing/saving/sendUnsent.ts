import { unresolvedIn } from '../../../../model/merge/conflictMarkers.ts';
import { isSameText } from '../../../../model/merge/lineEdits.ts';
import { isKind } from '../../../../model/shared/failure.ts';
import type { Overwritten, Sent } from '../../../../store/editing/edits.ts';
import type { Uses } from '../../../ground/services/services.ts';
import { combined } from './combination.ts';
import { lastEditor, type Contributor } from './lastEditor.ts';
import { presentOf, type EditSession } from '../../../ground/sessions/openPages.ts';
import type { Unsent } from '../../../ground/sessions/unsentPages.ts';

/** What became of unsent pages of a change request. */
export interface Outcome {
  /** The server has these texts. */
  readonly saved: readonly SavedPage[];
  /** Their conflicts are still to be resolved. */
  readonly unresolved: readonly Unsent[];
  /** Others changed the same lines. */
  readonly conflicts: readonly Conflict[];
  /** They were deleted in the meantime. */
  readonly gone: readonly Unsent[];
  /** Why the remaining pages weren't sent. */
  readonly error: Error | undefined;
  /** Who changed pages in the meantime, if any were changed. */
  readonly by: Contributor;
  readonly different: Sent['different'];
  readonly overwritten: readonly Overwritten[];
}

/** A saved page: the typed text merged with changes by others. */
export interface SavedPage extends Unsent {
  readonly whole: string;
  /** The server's text that was compared with. */
  readonly over: string;
  /** The server's text before the save. */
  readonly before: string;
  readonly isCombined: boolean;
  /** Whether the server had this text already. */
  readonly isNothingNew: boolean;
  /** Whether the server's present text is known to be its answer to this one. */
  readonly isAnswered?: boolean;
}

export interface Conflict extends Unsent {
  readonly theirs: string;
}

interface Sorted extends Pick<Outcome, 'unresolved' | 'conflicts' | 'gone'> {
  readonly ready: readonly SavedPage[];
}

/**
 * Sends unsent pages of a change request, each merged with what others have saved: as one revision, or as several if
 * there are more than the platform accepts at once. They are stored as drafts already. If one turns out to have changed
 * during that, all are compared again once. `agrees` is asked before anything is sent.
 */
export async function sendUnsent(
  parts: Uses<'edge' | 'stores'>,
  session: EditSession,
  unsent: readonly Unsent[],
  agrees?: (ready: readonly SavedPage[]) => Promise<boolean>,
): Promise<Outcome> {
  let sorted = await sortOut(session, unsent);
  const saved: SavedPage[] = [];
  const overwritten: Overwritten[] = [];
  let different: Sent['different'] = [];
  let by: Contributor | undefined;
  let error: Error | undefined;
  if (agrees && !(await agrees(sorted.ready))) sorted = { ready: [], unresolved: [], conflicts: [], gone: [] };
  const rounds: Sorted[] = [sorted];
  for (let isAgain = false; ; isAgain = true) {
    const { ready, conflicts } = sorted;
    // Loaded before sending, because afterwards the current user made the last revision.
    if (conflicts.length > 0 || ready.some((each) => each.isCombined && !each.isNothingNew))
      by ??= await lastEditor(parts, session);
    try {
      const sent = await send(session, ready, (pages) => overwritten.push(...pages));
      ({ different } = sent);
      const answered = new Set([...(sent.unchanged ?? []), ...different.map(({ page }) => page)]);
      saved.push(...ready.map((each) => ({ ...each, isAnswered: answered.has(each.target.page) })));
      break;
    } catch (thrown) {
      parts.edge.note(`Sending to #${session.number}`, thrown);
      error = thrown instanceof Error ? thrown : new Error(String(thrown));
    }
    // If there are several revisions, some may have arrived.
    const isSaved = (each: SavedPage) => each.isNothingNew || isConfirmed(session, each);
    saved.push(...ready.filter(isSaved));
    const left = ready.filter((each) => !isSaved(each));
    const fresh = isAgain || !isKind(error, 'conflict') ? undefined : await sortedAgain(session, left);
    if (!fresh) break;
    error = undefined;
    rounds.push((sorted = fresh));
  }
  return {
    saved,
    unresolved: rounds.flatMap((each) => each.unresolved),
    conflicts: rounds.flatMap((each) => each.conflicts),
    gone: rounds.flatMap((each) => each.gone),
    error,
    by: by ?? {},
    different,
    overwritten,
  };
}

/** Stores the text before it is sent, so that it isn't lost whatever happens. */
export async function keepUnsent({ edits }: EditSession, { target, text, base, markers, page }: Unsent): Promise<void> {
  if (page) page.storedText = text;
  await edits.drafts.keep(target, text, base, markers);
}

async function sortOut(session: EditSession, unsent: readonly Unsent[]): Promise<Sorted> {
  const sorted = {
    ready: [] as SavedPage[],
    unresolved: [] as Unsent[],
    conflicts: [] as Conflict[],
    gone: [] as Unsent[],
  };
  const present = await Promise.all(
    unsent.map(async ({ target }) => session.edits.cachedPage(target) ?? presentOf(session, target)),
  );
  for (const [index, each] of unsent.entries()) {
    const now = present[index];
    const whole = now && combined(each.base, each.text, now);
    if (!whole) sorted.gone.push(each);
    else if (each.markers && unresolvedIn(each.text, each.markers) > 0) sorted.unresolved.push(each);
    else if (whole.merged?.conflicts.length) sorted.conflicts.push({ ...each, theirs: now.text });
    else {
      const { text, over, isCombined, isNothingNew } = whole;
      const isAnyCombined = isCombined || each.isFilled === true;
      sorted.ready.push({ ...each, whole: text, over, before: now.text, isCombined: isAnyCombined, isNothingNew });
    }
  }
  return sorted;
}

/** The pages compared with the server's present ones; undefined if these are the same as before, or can't be read. */
async function sortedAgain(session: EditSession, left: readonly SavedPage[]): Promise<Sorted | undefined> {
  const before = new Map(left.map((each) => [each.target.page, each.before]));
  try {
    await session.content.refresh(session.space, session.number);
    const again = await sortOut(session, left);
    const isOther = again.ready.some((each) => each.before !== before.get(each.target.page));
    return isOther || again.ready.length < left.length ? again : undefined;
  } catch {
    // The first failure says more.
    return undefined;
  }
}

async function send(
  { edits, space, number }: EditSession,
  ready: readonly SavedPage[],
  onOverwritten: (pages: readonly Overwritten[]) => void,
): Promise<Pick<Sent, 'different' | 'unchanged'>> {
  const changes = ready
    .filter(({ isNothingNew }) => !isNothingNew)
    .map(({ target, whole, over }) => ({ kind: 'write', page: target.page, text: whole, base: over }) as const);
  if (changes.length === 0) return { different: [] };
  return edits.send({ space, number }, changes, { inBatches: true, onOverwritten });
}

function isConfirmed({ edits }: EditSession, { target, whole }: SavedPage): boolean {
  return isSameText(edits.cachedPage(target)?.text ?? '', whole);
}

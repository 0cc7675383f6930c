import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { instead } from '../../model/shared/failure.ts';
import { baseOf } from '../content/heads.ts';
import type { Read } from '../library/library.ts';
import { keyOf, type CachedConflict, type ConflictsAt } from './cachedConflicts.ts';
import type { PageConflict } from './conflicts.ts';
import { loadConflicts, unresolvedAt, type ConflictsState } from './unresolvedConflicts.ts';
import { missingFromMain } from './missingFromMain.ts';

/**
 * Keeps the cached conflicts that still miss changes of main, including changes that main got later if someone else
 * updated the change request.
 */
export function compareAgain(state: ConflictsState, at: ConflictsAt, after: ChangeRequest): Promise<void> {
  return state.laneOf(keyOf(at)).queue(async () => {
    const left = unresolvedAt(state, at);
    if (left.length === 0) return;
    const found = await stillMissing(state, at, left, baseOf(after));
    const isAmong = ({ page, isResolved }: CachedConflict) => !isResolved && left.some((each) => each.page === page);
    await state.cache.change(at, (all) => all.flatMap((each) => (isAmong(each) ? (found.get(each.page) ?? []) : each)));
  });
}

/** See `Conflicts.compareUpdate`. */
export async function compareUpdate(
  state: ConflictsState,
  at: ConflictsAt,
  before: ChangeRequest,
  read: Read,
): Promise<readonly PageConflict[] | undefined> {
  const { laneOf, uncompared } = state;
  const key = keyOf(at);
  // After several updates, compare with the state before the first one: changes that any of them left out are missing.
  const first = uncompared.get(key) ?? before;
  uncompared.set(key, first);
  const result = await laneOf(key).queue(() => comparedUpdate(state, at, first, read));
  uncompared.delete(key);
  return result;
}

async function comparedUpdate(
  state: ConflictsState,
  at: ConflictsAt,
  before: ChangeRequest,
  read: Read,
): Promise<readonly PageConflict[] | undefined> {
  const { cache, content } = state;
  await cache.load();
  const main = baseOf(await content.changeRequest(at.space, at.number, read));
  const left = unresolvedAt(state, at);
  const compared = { ...at, base: baseOf(before), main, own: before.revision, isUpdated: true };
  const found = await missingFromMain(content, compared, read).catch(incomparable);
  if (found) {
    const earlier = await stillMissing(state, at, left, main);
    // Another window may have compared and resolved it already.
    const isDecided = (id: string) =>
      cache.of(at).some((each) => each.page === id && each.isResolved && each.main === main);
    const fresh = found.filter(({ page }) => !earlier.has(page) && !isDecided(page));
    await cache.change(at, (all) => [
      ...all.filter((each) => each.isResolved && !fresh.some(({ page }) => page === each.page)),
      ...earlier.values(),
      ...fresh.map((conflict) => ({ ...at, ...conflict, isResolved: false })),
    ]);
  }
  const all = await loadConflicts(state, at, read).catch(incomparable);
  return found || (all && all.length > 0) ? (all ?? found) : undefined;
}

async function stillMissing(
  { content }: ConflictsState,
  at: ConflictsAt,
  left: readonly CachedConflict[],
  present: string,
): Promise<ReadonlyMap<string, CachedConflict>> {
  const found = new Map<string, CachedConflict>();
  const { byId } = await content.pages(at.space, { kind: 'changeRequest', number: at.number });
  const bases = Map.groupBy(left, ({ base, main }) => JSON.stringify([base, main]));
  for (const group of bases.values()) {
    const { base, own } = group[0]!;
    const only = new Set(group.map(({ page }) => page));
    const missing = await missingFromMain(content, { ...at, base, main: present, own, isUpdated: true, only });
    for (const each of group) {
      const conflict = missing.find(({ page }) => page === each.page);
      // Deleting the page resolves its conflict.
      const isDeleted = !byId.has(each.page) && !each.lost.includes('page');
      if (conflict && !isDeleted) found.set(each.page, { ...each, ...conflict, own: each.own });
    }
  }
  return found;
}

/** Undefined if the server doesn't keep the revisions to compare. */
export const incomparable = instead(undefined, 'unsupported', 'missing');

import { baseOf } from '../content/heads.ts';
import type { Contents, ContentChange } from '../content/content.ts';
import type { Library } from '../library/library.ts';
import { createEmitter } from '../shared/emitter.ts';
import { createLanes } from '../shared/lane.ts';
import type { Storage } from '../shared/storage.ts';
import { createConflictCache, keyOf, type ConflictsAt } from './cachedConflicts.ts';
import { compareAgain, compareUpdate, incomparable } from './compareConflicts.ts';
import type { Conflicts } from './conflicts.ts';
import type { ChangeRequestEdits } from './edits.ts';
import { cachedConflicts, loadConflicts, sidesOf, unresolvedAt, type ConflictsState } from './unresolvedConflicts.ts';
import { missingFromMain } from './missingFromMain.ts';

export interface ConflictsOptions {
  readonly content: Contents;
  readonly library: Pick<Library, 'refresh' | 'space'>;
  readonly send: ChangeRequestEdits['send'];
  /** The account's key, from `accountKey`. */
  readonly account: string;
  readonly storage: Storage;
  readonly log: { warn(message: string): void };
}

export function createConflicts(options: ConflictsOptions): Conflicts {
  const { content, library, send, account, storage, log } = options;
  const warn = (message: string): void => log.warn(message);
  const changed = createEmitter<ConflictsAt>((error) => warn(`A listener of conflicts failed: ${String(error)}`));
  const onDidChange = (at: ConflictsAt): void => changed.emit(at);
  const cache = createConflictCache({ account, storage, warn, onDidChange });
  const state: ConflictsState = { content, cache, laneOf: createLanes(), uncompared: new Map() };
  void cache.load();
  content.onDidChange((change) => follow(state, change, warn));

  return {
    load: () => cache.load(),
    cached: (space, number) => cachedConflicts(state, { space, number }, content.cachedChanges(space, number)),
    of: (space, number, read) => loadConflicts(state, { space, number }, read),
    compareUpdate: (space, before, read = {}) => compareUpdate(state, { space, number: before.number }, before, read),
    sidesOf: (space, number, page, read = {}) => sidesOf(state, { space, number }, page, read),

    async lossesOfMerge({ space, changeRequest }, read = {}) {
      const { number, revision: own, outdated } = changeRequest;
      const at = { space: space.id, number };
      content.learn(space.id, [changeRequest]);
      await cache.load();
      const before = state.uncompared.get(keyOf(at));
      if (before) await compareUpdate(state, at, before, read);
      else await compareAgain(state, at, changeRequest).catch(incomparable);
      const unresolved =
        (await loadConflicts(state, at, read).catch(incomparable)) ?? cachedConflicts(state, at, undefined);
      if (!outdated) return { pages: unresolved, isComplete: true };
      await library.refresh({ kind: 'space', key: space.id, space }, read);
      const { revision: main } = await library.space(space.id, read);
      const compared = { ...at, base: baseOf(changeRequest), main, own, isUpdated: false };
      const found = await missingFromMain(content, compared, read).catch(incomparable);
      const fresh = (found ?? []).filter(({ page }) => !unresolved.some((each) => each.page === page));
      return { pages: [...unresolved, ...fresh], isComplete: found !== undefined };
    },

    async resolve(space, number, page) {
      const at = { space, number };
      await cache.load();
      const set = await content.changes(space, number).catch(incomparable);
      const conflict = cachedConflicts(state, at, set).find((each) => each.page === page);
      const attributes = (set?.conflicts ?? []).flatMap((each) => (each.page === page ? each.attributes : []));
      if (attributes.length > 0) await send(at, [{ kind: 'keep', page, attributes }]);
      await cache.change(at, (all) => {
        const decided = all.find((each) => each.page === page) ?? (conflict && { ...at, ...conflict });
        return [...all.filter((each) => each.page !== page), ...(decided ? [{ ...decided, isResolved: true }] : [])];
      });
    },

    onDidChange: (listener) => changed.listen(listener),
  };
}

function follow(state: ConflictsState, change: ContentChange, warn: (message: string) => void): void {
  const { cache, uncompared } = state;
  if (change.kind === 'viewed' || change.kind === 'pages') return;
  const at = { space: change.space, number: change.kind === 'gone' ? change.number : change.after.number };
  const key = keyOf(at);
  if (change.kind === 'gone' || change.after.status === 'merged') {
    uncompared.delete(key);
    void cache.change(at, () => []);
    return;
  }
  const { before, after } = change;
  // An update from this window is compared at once. Any other update is compared before the merge.
  if (baseOf(before) !== baseOf(after) && !uncompared.has(key)) uncompared.set(key, before);
  if (unresolvedAt(state, at).length === 0) return;
  compareAgain(state, at, after).catch((error: unknown) => warn(`Conflicts could not be compared: ${String(error)}`));
}

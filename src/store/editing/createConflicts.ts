import type { PageConflict as ToldConflict } from '../../contract/changeRequests/changeRequestContent.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { isReadable } from '../../model/pages/readable.ts';
import type { ChangeRequestContent, ChangeSet } from '../changeRequestContent/content.ts';
import type { ChangeRequestEdits } from './edits.ts';
import { baseOf } from '../changeRequestContent/heads.ts';
import type { Conflicts, ConflictSides, PageConflict } from './conflicts.ts';
import { createEmitter } from '../shared/emitter.ts';
import { isKind } from '../shared/failure.ts';
import { keptConflicts, type KeptConflict } from './cachedConflicts.ts';
import type { Library, Read } from '../library/library.ts';
import { missingFromMain } from './missingFromMain.ts';
import type { Storage } from '../shared/storage.ts';
import type { ParseAhead } from '../shared/parseAhead.ts';
import { readAs } from './readAs.ts';

export interface ConflictsOptions {
  readonly content: ChangeRequestContent;
  readonly library: Pick<Library, 'refresh' | 'space'>;
  readonly send: ChangeRequestEdits['send'];
  /** As `accountKey` gives it. */
  readonly account: string;
  readonly storage: Storage;
  readonly log: { warn(message: string): void };
  readonly parseAhead?: ParseAhead | undefined;
}

type At = Pick<KeptConflict, 'space' | 'number'>;

export function createConflicts(options: ConflictsOptions): Conflicts {
  const { content, library, send, account, storage, log, parseAhead } = options;
  const changed = createEmitter<At>((error) => log.warn(`A listener of conflicts failed: ${String(error)}`));
  const kept = keptConflicts({
    account,
    storage,
    warn: (message) => log.warn(message),
    onDidChange: (at) => changed.emit(at),
  });
  /** Comparisons of one change request, one after the other: an update is followed by its own. */
  const working = new Map<string, Promise<unknown>>();
  /** Change requests as they were before updates that are not compared yet: someone else made them, or the server failed. */
  const uncompared = new Map<string, ChangeRequest>();
  void kept.load();

  content.onDidChange((change) => {
    if (change.kind === 'viewed') return;
    const { space } = change;
    const number = change.kind === 'gone' ? change.number : change.after.number;
    if (change.kind === 'gone' || change.after.status === 'merged') {
      uncompared.delete(keyOf({ space, number }));
      void kept.change({ space, number }, () => []);
      return;
    }
    // Whoever updates here compares at once; else it is done before the merge.
    const key = keyOf({ space, number });
    if (baseOf(change.before) !== baseOf(change.after) && !uncompared.has(key)) uncompared.set(key, change.before);
    if (unresolvedAt({ space, number }).length > 0) {
      inTurn({ space, number }, () => compareAgain({ space, number }, change.after)).catch(noted);
    }
  });

  function noted(error: unknown): void {
    log.warn(`Conflicts could not be compared: ${String(error)}`);
  }

  function inTurn<Result>(at: At, next: () => Promise<Result>): Promise<Result> {
    const key = keyOf(at);
    const result = (working.get(key) ?? Promise.resolve()).then(next, next);
    working.set(key, result);
    const end = () => void (working.get(key) === result && working.delete(key));
    result.then(end, end);
    return result;
  }

  function unresolvedAt(at: At): readonly KeptConflict[] {
    return kept.of(at).filter(({ isResolved }) => !isResolved);
  }

  /** What is kept, and what the platform remembers besides. */
  function joined(at: At, set: ChangeSet | undefined): readonly PageConflict[] {
    const own = kept.of(at);
    const others = (set?.conflicts ?? []).filter(
      ({ page, main }) => !own.some((each) => each.page === page && (!each.isResolved || each.main === main)),
    );
    const told = [...Map.groupBy(others, ({ page }) => page).values()].map((each) => conflictTold(each, set));
    return [...own.filter(({ isResolved }) => !isResolved).map(plain), ...told];
  }

  async function of(spaceId: string, number: number, read: Read = {}): Promise<readonly PageConflict[]> {
    const at = { space: spaceId, number };
    const [set] = await Promise.all([content.changes(spaceId, number, read), kept.load()]);
    // Merged while no one looked.
    if (set.changeRequest.status === 'merged' && kept.of(at).length > 0) await kept.change(at, () => []);
    return joined(at, set);
  }

  /** What is still missing of the conflicts that are kept; also what main has changed since, where someone else made an update. */
  async function compareAgain(at: At, after: ChangeRequest): Promise<void> {
    const left = unresolvedAt(at);
    if (left.length === 0) return;
    const found = await stillMissing(at, left, baseOf(after));
    await kept.change(at, (all) => all.flatMap((each) => (isAmong(left, each) ? (found.get(each.page) ?? []) : each)));
  }

  async function stillMissing(
    at: At,
    left: readonly KeptConflict[],
    present: string,
  ): Promise<ReadonlyMap<string, KeptConflict>> {
    const found = new Map<string, KeptConflict>();
    const { byId } = await content.pages(at.space, { kind: 'changeRequest', number: at.number });
    const bases = Map.groupBy(left, ({ base, main }) => JSON.stringify([base, main]));
    for (const group of bases.values()) {
      const { base, own } = group[0]!;
      const only = new Set(group.map(({ page }) => page));
      const missing = await missingFromMain(content, { ...at, base, main: present, own, isUpdated: true, only });
      for (const each of group) {
        const conflict = missing.find(({ page }) => page === each.page);
        // Whoever deletes the page decides.
        const isDeleted = !byId.has(each.page) && !each.lost.includes('page');
        if (conflict && !isDeleted) found.set(each.page, { ...each, ...conflict, own: each.own });
      }
    }
    return found;
  }

  async function compareUpdate(
    spaceId: string,
    before: ChangeRequest,
    read: Read = {},
  ): Promise<readonly PageConflict[] | undefined> {
    const { number } = before;
    const at = { space: spaceId, number };
    const key = keyOf(at);
    // The first of several: what any of them left out is missing.
    const first = uncompared.get(key) ?? before;
    uncompared.set(key, first);
    const result = await inTurn(at, () => comparedUpdate(at, first, read));
    uncompared.delete(key);
    return result;
  }

  async function comparedUpdate(
    at: At,
    before: ChangeRequest,
    read: Read,
  ): Promise<readonly PageConflict[] | undefined> {
    const { space: spaceId, number } = at;
    await kept.load();
    const main = baseOf(await content.changeRequest(spaceId, number, read));
    const left = unresolvedAt(at);
    const compared = { ...at, base: baseOf(before), main, own: before.revision, isUpdated: true };
    const found = await orIncomparable(missingFromMain(content, compared, read));
    if (found) {
      const earlier = await stillMissing(at, left, main);
      // Another window may have asked already.
      const isDecided = (id: string) =>
        kept.of(at).some((each) => each.page === id && each.isResolved && each.main === main);
      const fresh = found.filter(({ page }) => !earlier.has(page) && !isDecided(page));
      const keep = (conflict: PageConflict): KeptConflict => ({ ...at, ...conflict, isResolved: false });
      await kept.change(at, (all) => [
        ...all.filter((each) => each.isResolved && !fresh.some(({ page }) => page === each.page)),
        ...earlier.values(),
        ...fresh.map(keep),
      ]);
    }
    const all = await orIncomparable(of(spaceId, number, read));
    return found || (all && all.length > 0) ? (all ?? found) : undefined;
  }

  return {
    load: () => kept.load(),
    known: (spaceId, number) => joined({ space: spaceId, number }, content.knownChanges(spaceId, number)),
    of,
    compareUpdate,

    async lossesOfMerge({ space, changeRequest }, read = {}) {
      const { number, revision: own, outdated } = changeRequest;
      const at = { space: space.id, number };
      content.learn(space.id, [changeRequest]);
      await kept.load();
      const before = uncompared.get(keyOf(at));
      if (before) await compareUpdate(space.id, before, read);
      else await orIncomparable(inTurn(at, () => compareAgain(at, changeRequest)));
      const unresolved = (await orIncomparable(of(space.id, number, read))) ?? joined(at, undefined);
      if (!outdated) return { pages: unresolved, isComplete: true };
      await library.refresh({ kind: 'space', key: space.id, space }, read);
      const { revision: main } = await library.space(space.id, read);
      const compared = { ...at, base: baseOf(changeRequest), main, own, isUpdated: false };
      const found = await orIncomparable(missingFromMain(content, compared, read));
      const fresh = (found ?? []).filter(({ page }) => !unresolved.some((each) => each.page === page));
      return { pages: [...unresolved, ...fresh], isComplete: found !== undefined };
    },

    async sidesOf(space, number, page, read = {}): Promise<ConflictSides | undefined> {
      const conflict = (await of(space, number, read)).find((each) => each.page === page);
      if (!conflict) return undefined;
      const node = (await content.pages(space, { kind: 'changeRequest', number }, read)).byId.get(page);
      const textAt = async (revision: string): Promise<string | undefined> => {
        const version = { kind: 'revision', revision } as const;
        const there = (await content.pages(space, version, read)).byId.get(page);
        if (!there || !isReadable(there)) return undefined;
        if (!node) return (await content.text(space, version, page, read)).text;
        const markdown = await content.markdown(space, version, page, read);
        return (await readAs({ content, parseAhead }, { space, number, node }, markdown, read)).text;
      };
      const [base, main, own] = await Promise.all([
        textAt(conflict.base),
        textAt(conflict.main),
        node && isReadable(node) ? content.reading(space, number, page, read) : undefined,
      ]);
      return { conflict, base, main, own: own?.reading.text };
    },

    async resolve(space, number, page) {
      const at = { space, number };
      await kept.load();
      const set = await orIncomparable(content.changes(space, number));
      const conflict = joined(at, set).find((each) => each.page === page);
      const attributes = (set?.conflicts ?? []).flatMap((each) => (each.page === page ? each.attributes : []));
      if (attributes.length > 0) await send(at, [{ kind: 'keep', page, attributes }]);
      await kept.change(at, (all) => {
        const decided = all.find((each) => each.page === page) ?? (conflict && { ...at, ...conflict });
        return [...all.filter((each) => each.page !== page), ...(decided ? [{ ...decided, isResolved: true }] : [])];
      });
    },

    onDidChange: (listener) => changed.listen(listener),
  };
}

function keyOf({ space, number }: At): string {
  return JSON.stringify([space, number]);
}

function plain({ page, title, base, main, own, lost }: KeptConflict): PageConflict {
  return { page, title, base, main, own, lost };
}

/** Of several updates: from the first one's base to the last one's main. */
function conflictTold(told: readonly ToldConflict[], set: ChangeSet | undefined): PageConflict {
  const { page, base, own } = told[0]!;
  const change = set?.pages.find(({ id }) => id === page);
  const title = (change?.after ?? change?.before)?.title ?? '';
  const lost = [...new Set(told.flatMap(({ attributes }) => attributes))];
  return { page, title, base, main: told.at(-1)!.main, own, lost };
}

function isAmong(conflicts: readonly KeptConflict[], { page, isResolved }: KeptConflict): boolean {
  return !isResolved && conflicts.some((each) => each.page === page);
}

/** Undefined where the server keeps no revisions to compare. */
async function orIncomparable<Result>(compared: Promise<Result>): Promise<Result | undefined> {
  try {
    return await compared;
  } catch (error) {
    if (isKind(error, 'unsupported', 'missing')) return undefined;
    throw error;
  }
}

import type { PageConflict as ServerConflict } from '../../contract/changeRequests/changeRequestContent.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { isReadable } from '../../model/pages/readable.ts';
import type { Contents, ChangeSet } from '../content/content.ts';
import type { Read } from '../library/library.ts';
import type { Lane } from '../shared/lane.ts';
import type { CachedConflict, ConflictCache, ConflictsAt } from './cachedConflicts.ts';
import type { ConflictSides, PageConflict } from './conflicts.ts';

export interface ConflictsState {
  readonly content: Contents;
  readonly cache: ConflictCache;
  /**
   * Runs the comparisons of one change request one after the other, so that each update is compared after the last one.
   */
  readonly laneOf: (key: string) => Lane;
  /**
   * Change requests before updates that aren't compared yet, because someone else updated them or the server failed.
   */
  readonly uncompared: Map<string, ChangeRequest>;
}

export function unresolvedAt({ cache }: ConflictsState, at: ConflictsAt): readonly CachedConflict[] {
  return cache.of(at).filter(({ isResolved }) => !isResolved);
}

/** Cached conflicts, and others that the server reports. */
export function cachedConflicts(
  { cache }: ConflictsState,
  at: ConflictsAt,
  set: ChangeSet | undefined,
): readonly PageConflict[] {
  const own = cache.of(at);
  const others = (set?.conflicts ?? []).filter(
    ({ page, main }) => !own.some((each) => each.page === page && (!each.isResolved || each.main === main)),
  );
  const remembered = [...Map.groupBy(others, ({ page }) => page).values()].map((each) => asOne(each, set));
  return [...own.filter(({ isResolved }) => !isResolved).map(plain), ...remembered];
}

export async function loadConflicts(
  state: ConflictsState,
  at: ConflictsAt,
  read: Read = {},
): Promise<readonly PageConflict[]> {
  const { cache, content } = state;
  const [set] = await Promise.all([content.changes(at.space, at.number, read), cache.load()]);
  // The change request may have been merged elsewhere.
  if (set.changeRequest.status === 'merged' && cache.of(at).length > 0) await cache.change(at, () => []);
  return cachedConflicts(state, at, set);
}

/** See `Conflicts.sidesOf`. */
export async function sidesOf(
  state: ConflictsState,
  at: ConflictsAt,
  page: string,
  read: Read,
): Promise<ConflictSides | undefined> {
  const { content } = state;
  const { space, number } = at;
  const conflict = (await loadConflicts(state, at, read)).find((each) => each.page === page);
  if (!conflict) return undefined;
  const node = (await content.pages(space, { kind: 'changeRequest', number }, read)).byId.get(page);
  const textAt = async (revision: string): Promise<string | undefined> => {
    const version = { kind: 'revision', revision } as const;
    const there = (await content.pages(space, version, read)).byId.get(page);
    if (!there || !isReadable(there)) return undefined;
    if (!node) return (await content.text(space, version, page, read)).text;
    const markdown = await content.markdown(space, version, page, read);
    return (await content.readingAs(space, number, node, markdown, read)).text;
  };
  const [base, main, own] = await Promise.all([
    textAt(conflict.base),
    textAt(conflict.main),
    node && isReadable(node) ? content.reading(space, number, page, read) : undefined,
  ]);
  return { conflict, base, main, own: own?.reading.text };
}

function plain({ page, title, base, main, own, lost }: CachedConflict): PageConflict {
  return { page, title, base, main, own, lost };
}

/** Joins the conflicts of several updates: from the base of the first to main of the last. */
function asOne(conflicts: readonly ServerConflict[], set: ChangeSet | undefined): PageConflict {
  const { page, base, own } = conflicts[0]!;
  const change = set?.pages.find(({ id }) => id === page);
  const title = (change?.after ?? change?.before)?.title ?? '';
  const lost = [...new Set(conflicts.flatMap(({ attributes }) => attributes))];
  return { page, title, base, main: conflicts.at(-1)!.main, own, lost };
}

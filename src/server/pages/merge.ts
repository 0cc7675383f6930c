import { freeSlug } from '../../model/shared/slug.ts';
import { forgetConflicts, rememberConflicts, unresolvedConflicts, type ConflictRow } from './conflicts.ts';
import type { Database } from '../database/database.ts';
import { fitsInto } from './depth.ts';
import { changeRequestAndSpace, reviseChangeRequest, reviseSpace, slugsOf, type Editing } from './edits.ts';
import { pageMerger, type MergedPage, type OwnPage, type Sides } from './mergePage.ts';
import type { PageWriter } from './writer.ts';
import { roomAt } from '../database/ranks.ts';
import {
  childrenAt,
  documentText,
  fileAt,
  forever,
  mainView,
  pageAt,
  revisionAt,
  revisionId,
  viewOf,
  type View,
} from './revisions.ts';
import type { ChangeRequestRow, FileRow, PageRow, SpaceRow } from '../database/rows.ts';

export interface Outcome {
  /** The public id of the resulting revision. */
  readonly revision: string;
  /** True if both sides had changed the same, now or at an earlier update: the change request's version was taken. */
  readonly hadConflicts: boolean;
}

/**
 * Merges a change request into main, in one new revision (the current one if there is nothing to merge). The change
 * request is final afterwards.
 */
export function mergeChangeRequest(database: Database, changeRequestId: string, by: string, at: number): Outcome {
  return database.write(() => {
    const { changeRequest, space, view } = changeRequestAndSpace(database, changeRequestId);
    const sides: Sides = { base: baseOf(view), main: mainView(space), own: view };
    const merged = mergedPages(database, changeRequest, space, sides);
    const changed = merged.filter((each) => !isAsInMain(database, each));
    const files = ownFiles(database, changeRequest).filter(({ id }) => !fileAt(database, sides.main, id));
    const editing: Editing = {
      by,
      at,
      type: 'merge',
      parents: [revisionId(database, space.head), revisionId(database, changeRequest.head)],
    };
    // Without changes there is no new revision, so that no other change request becomes outdated.
    const revision =
      changed.length === 0 && files.length === 0
        ? revisionAt(database, space.head)
        : reviseSpace(database, space.id, editing, (writer) => {
            for (const file of files) writer.putFile(file);
            const removed: string[] = [];
            for (const { own, result } of changed) {
              if (result.page) put(writer, result, at);
              else removed.push(own.id);
            }
            for (const id of removed) writer.remove(id);
            mend(database, writer, sides, removed);
          });
    forgetConflicts(database, changeRequest.id);
    database.run(
      `UPDATE change_requests SET status = 'merged', merged = ?, updated_at = ? WHERE id = ?`,
      revision.number,
      at,
      changeRequest.id,
    );
    return { revision: revision.id, hadConflicts: merged.some(({ result }) => result.conflicts.length > 0) };
  });
}

/**
 * Rebases a change request onto the current main content, in a new revision of it; without one if it isn't outdated.
 */
export function updateChangeRequest(database: Database, changeRequestId: string, by: string, at: number): Outcome {
  return database.write(() => {
    const { changeRequest, space, view } = changeRequestAndSpace(database, changeRequestId);
    const sides: Sides = { base: baseOf(view), main: mainView(space), own: view };
    database.run('UPDATE change_requests SET ancestor = ? WHERE id = ?', space.head, changeRequest.id);
    if (sides.base.at === space.head) {
      const hadConflicts = unresolvedConflicts(database, changeRequest.id).size > 0;
      return { revision: revisionId(database, changeRequest.head), hadConflicts };
    }
    const merged = mergedPages(database, changeRequest, space, sides);
    const parents = [revisionId(database, changeRequest.head), revisionId(database, space.head)];
    const editing: Editing = { by, at, type: 'update', parents };
    const revision = reviseChangeRequest(database, changeRequest.id, editing, space.head, (writer) => {
      const removed: string[] = [];
      for (const each of merged) {
        const { own, result } = each;
        if (isAsInMain(database, each)) writer.forget(own.id);
        else if (!result.page) removed.push(own.id);
        else if (result.text !== undefined || !same(database, own, result.page)) put(writer, result, at);
      }
      mend(database, writer, sides, removed);
    });
    const conflicts = merged.flatMap((each) => conflictsIn(each, sides));
    rememberConflicts(database, changeRequest.id, conflicts);
    return { revision: revision.id, hadConflicts: conflicts.length > 0 };
  });
}

interface MergedOwnPage {
  readonly own: OwnPage;
  readonly there: PageRow | undefined;
  /** Conflicts from before. */
  readonly known: readonly ConflictRow[];
  readonly result: MergedPage;
}

function mergedPages(database: Database, changeRequest: ChangeRequestRow, space: SpaceRow, sides: Sides) {
  const conflicts = unresolvedConflicts(database, changeRequest.id);
  const merge = pageMerger(database, sides, (number) => viewOf(space, revisionAt(database, number)));
  return ownPages(database, changeRequest).map((own): MergedOwnPage => {
    const known = conflicts.get(own.id) ?? [];
    return { own, known, there: pageAt(database, sides.main, own.id), result: merge(own, known) };
  });
}

function isAsInMain(database: Database, { there, result }: MergedOwnPage): boolean {
  if (!there || !result.page) return there === result.page;
  return result.text === undefined && same(database, there, result.page);
}

function put(writer: PageWriter, { page, text }: MergedPage, at: number): void {
  if (!page) return;
  if (text === undefined) writer.put(page);
  else writer.put({ ...page, document_id: writer.document(text), updated_at: at });
}

/** Conflicts that remain from an earlier update keep their base. */
function conflictsIn({ own, known, result }: MergedOwnPage, sides: Sides): ConflictRow[] {
  return result.conflicts.map((attribute) => {
    const before = known.find((row) => row.attribute === attribute);
    return {
      page_id: own.id,
      attribute,
      base: before?.base ?? sides.base.at,
      main: sides.main.at,
      own: before?.own ?? sides.own.at,
      seen: (attribute === 'document' ? result.seen : undefined) ?? before?.seen ?? null,
    };
  });
}

/** True if main has changed since the revision that the change request is based on. */
export function isOutdated(database: Database, changeRequest: ChangeRequestRow, mainHead: number): boolean {
  return changeRequest.status !== 'merged' && revisionAt(database, changeRequest.head).base !== mainHead;
}

/** The change request's own rows: pages that differ from main, and marks of deleted ones. */
export function ownPages(database: Database, { line }: ChangeRequestRow): OwnPage[] {
  return database.all<OwnPage>('SELECT * FROM pages WHERE line = ? AND until = ? ORDER BY rank, id', line, forever);
}

/** The files that the change request adds. */
export function ownFiles(database: Database, { line }: ChangeRequestRow): FileRow[] {
  return database.all<FileRow>('SELECT * FROM files WHERE line = ? AND until = ? ORDER BY name, id', line, forever);
}

const compare = [
  'parent_id',
  'rank',
  'type',
  'title',
  'slug',
  'emoji',
  'icon',
  'description',
  'hidden',
  'href',
  'more',
] as const;

/** True if the pages are equal, including their texts. */
export function same(database: Database, one: PageRow, other: PageRow): boolean {
  if (compare.some((field) => one[field] !== other[field])) return false;
  if (one.document_id === other.document_id) return true;
  if (one.document_id === null || other.document_id === null) return false;
  return documentText(database, one.document_id) === documentText(database, other.document_id);
}

/** No page may be lost: pages below a deleted page, or in a cycle, move up to the nearest valid parent. */
export function mend(database: Database, writer: PageWriter, sides: Sides, removed: readonly string[]): void {
  const orphans = removed.flatMap((id) => childrenAt(database, writer.view, id).map((child) => child.id));
  const ids = new Set([...writer.touched, ...ownIds(database, writer.view), ...orphans]);
  const places = createPlaces(database, writer);
  for (const id of ids) {
    const page = pageAt(database, writer.view, id);
    if (!page) continue;
    const parent = ground(database, writer.view, sides, page);
    const slug = places.isTaken('slug', page, parent) ? freeSlugIn(database, writer.view, page, parent) : page.slug;
    if (parent !== page.parent_id || slug !== page.slug) places.put(page, { ...page, parent_id: parent, slug });
  }
  giveWay(database, writer, places, ids);
}

/**
 * Both sides may have put pages at the same place: the given pages go after those that main has there, in their order.
 */
function giveWay(database: Database, writer: PageWriter, places: Places, ids: ReadonlySet<string>): void {
  const pages = [...ids].flatMap((id) => pageAt(database, writer.view, id) ?? []);
  for (const page of pages.sort(byPlace).reverse()) {
    if (!places.isTaken('rank', page, page.parent_id)) continue;
    const siblings = childrenAt(database, writer.view, page.parent_id).filter((sibling) => sibling.id !== page.id);
    const place = siblings.findLastIndex((sibling) => sibling.rank === page.rank) + 1;
    places.put(page, { ...page, rank: roomAt(siblings, place).rank });
  }
}

type Places = ReturnType<typeof createPlaces>;

/** Slugs and ranks by parent, each read once: with thousands of siblings, reading them for every page takes minutes. */
function createPlaces(database: Database, writer: PageWriter) {
  type Counts = Record<'slug' | 'rank', Map<string | null, number>>;
  const parents = new Map<string | null, Counts>();

  function countsBelow(parent: string | null): Counts {
    let counts = parents.get(parent);
    if (!counts) {
      counts = { slug: new Map(), rank: new Map() };
      for (const child of childrenAt(database, writer.view, parent)) count(counts, child, 1);
      parents.set(parent, counts);
    }
    return counts;
  }

  function count(counts: Counts, page: PageRow, by: 1 | -1): void {
    for (const name of ['slug', 'rank'] as const)
      counts[name].set(page[name], (counts[name].get(page[name]) ?? 0) + by);
  }

  return {
    /** Whether another child of this parent has the same. */
    isTaken(name: 'slug' | 'rank', page: PageRow, parent: string | null): boolean {
      const others = (countsBelow(parent)[name].get(page[name]) ?? 0) - (page.parent_id === parent ? 1 : 0);
      return page[name] !== null && others > 0;
    },
    put(before: PageRow, page: PageRow): void {
      count(countsBelow(before.parent_id), before, -1);
      count(countsBelow(page.parent_id), page, 1);
      writer.put(page);
    },
  };
}

function byPlace(one: PageRow, other: PageRow): number {
  if (one.rank !== other.rank) return one.rank < other.rank ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

function ownIds(database: Database, view: View): string[] {
  if (!view.base) return [];
  const rows = database.all<{ id: string }>(
    'SELECT id FROM pages WHERE line = ? AND until = ? AND deleted = 0',
    view.line,
    forever,
  );
  return rows.map((row) => row.id);
}

/** The nearest parent that exists, isn't a descendant of the page, and isn't too deep for it. */
function ground(database: Database, view: View, sides: Sides, page: PageRow): string | null {
  const seen = new Set<string>();
  for (let parent = page.parent_id; parent !== null && !seen.has(parent);) {
    seen.add(parent);
    if (pageAt(database, view, parent)) {
      if (leadsTo(database, view, parent, page.id)) return null;
      // Two moves that are both valid may together exceed the depth limit.
      const isMoved = pageAt(database, sides.main, page.id)?.parent_id !== parent;
      return !isMoved || fitsInto(database, view, parent, page.id) ? parent : null;
    }
    parent = formerParent(database, sides, parent);
  }
  return null;
}

function formerParent(database: Database, sides: Sides, id: string): string | null {
  for (const view of [sides.own, sides.main, sides.base]) {
    const page = pageAt(database, view, id);
    if (page) return page.parent_id;
  }
  return null;
}

function leadsTo(database: Database, view: View, from: string, to: string): boolean {
  const seen = new Set<string>();
  for (let at: string | null = from; at !== null && !seen.has(at);) {
    if (at === to) return true;
    seen.add(at);
    at = pageAt(database, view, at)?.parent_id ?? null;
  }
  return false;
}

function freeSlugIn(database: Database, view: View, page: PageRow, parent: string | null): string {
  const siblings = childrenAt(database, view, parent).filter((sibling) => sibling.id !== page.id);
  return freeSlug(page.slug ?? '', slugsOf(siblings));
}

/** The base of a change request. */
export function baseOf(view: View): View {
  if (!view.base) throw new Error('The base of a change request is a revision of main');
  return view.base;
}

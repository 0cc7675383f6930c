import type { Database } from './database.ts';
import { fitsInto } from './depth.ts';
import { changeRequestAndSpace, reviseChangeRequest, reviseSpace, slugsOf, type Editing } from './edits.ts';
import type { PageWriter } from './pageWriter.ts';
import { roomAt } from './ranks.ts';
import { childrenAt, documentText, forever, mainView, pageAt, revisionAt, revisionId, type View } from './revisions.ts';
import type { ChangeRequestRow, PageRow } from './rows.ts';
import { freeSlug } from './slugs.ts';

export interface Outcome {
  /** The public id of the revision that came of it. */
  readonly revision: string;
  /** True when both sides had changed a page: the change request's version was taken. */
  readonly hadConflicts: boolean;
}

/**
 * Brings the pages that a change request changed into main, page by page, in one new revision (the present one if there is
 * nothing to bring); the change request is then final.
 */
export function mergeChangeRequest(database: Database, changeRequestId: string, by: string, at: number): Outcome {
  return database.write(() => {
    const { changeRequest, space, view } = changeRequestAndSpace(database, changeRequestId);
    const sides: Sides = { base: baseOf(view), main: mainView(space), own: view };
    const changed = ownPages(database, changeRequest)
      .map((page) => ({ page, verdict: compared(database, sides, page) }))
      .filter(({ verdict }) => verdict !== 'none');
    const editing: Editing = {
      by,
      at,
      type: 'merge',
      parents: [revisionId(database, space.head), revisionId(database, changeRequest.head)],
    };
    // With nothing to bring in there is no new revision, and nobody else falls behind.
    const revision =
      changed.length === 0
        ? revisionAt(database, space.head)
        : reviseSpace(database, space.id, editing, (writer) => {
            const removed: string[] = [];
            for (const { page } of changed) {
              if (!page.deleted) writer.put(withoutMark(page));
              else if (pageAt(database, writer.view, page.id)) removed.push(page.id);
            }
            for (const id of removed) writer.remove(id);
            mend(database, writer, sides, removed);
          });
    database.run(
      `UPDATE change_requests SET status = 'merged', merged = ?, updated_at = ? WHERE id = ?`,
      revision.number,
      at,
      changeRequest.id,
    );
    return { revision: revision.id, hadConflicts: changed.some(({ verdict }) => verdict === 'both') };
  });
}

/** Lays a change request over the present main content, in a new revision of it; without one when it is not behind. */
export function updateChangeRequest(database: Database, changeRequestId: string, by: string, at: number): Outcome {
  return database.write(() => {
    const { changeRequest, space, view } = changeRequestAndSpace(database, changeRequestId);
    const sides: Sides = { base: baseOf(view), main: mainView(space), own: view };
    database.run('UPDATE change_requests SET ancestor = ? WHERE id = ?', space.head, changeRequest.id);
    if (sides.base.at === space.head)
      return { revision: revisionId(database, changeRequest.head), hadConflicts: false };
    let hadConflicts = false;
    const parents = [revisionId(database, changeRequest.head), revisionId(database, space.head)];
    const editing: Editing = { by, at, type: 'update', parents };
    const revision = reviseChangeRequest(database, changeRequest.id, editing, space.head, (writer) => {
      const removed: string[] = [];
      for (const page of ownPages(database, changeRequest)) {
        const verdict = compared(database, sides, page);
        hadConflicts ||= verdict === 'both';
        if (verdict === 'none') writer.forget(page.id);
        else if (page.deleted) removed.push(page.id);
      }
      mend(database, writer, sides, removed);
    });
    return { revision: revision.id, hadConflicts };
  });
}

/** True when main has moved on since the change request was laid over it. */
export function isOutdated(database: Database, changeRequest: ChangeRequestRow, mainHead: number): boolean {
  return changeRequest.status !== 'merged' && revisionAt(database, changeRequest.head).base !== mainHead;
}

export interface Sides {
  readonly base: View;
  readonly main: View;
  readonly own: View;
}

export type OwnPage = PageRow & { readonly deleted: number };

/** What the change request itself holds: pages it has differently, and marks of those it deleted. */
export function ownPages(database: Database, { line }: ChangeRequestRow): OwnPage[] {
  return database.all<OwnPage>('SELECT * FROM pages WHERE line = ? AND until = ? ORDER BY rank, id', line, forever);
}

/** Who changed the page since the base: only the change request, both (differently), or nobody that matters. */
function compared(database: Database, { base, main }: Sides, page: OwnPage): 'own' | 'both' | 'none' {
  const before = pageAt(database, base, page.id);
  const there = pageAt(database, main, page.id);
  if (page.deleted) {
    if (!there) return 'none';
    return before && same(database, before, there) ? 'own' : 'both';
  }
  if (before && same(database, before, page)) return 'none';
  if (!before) return there && same(database, there, page) ? 'none' : 'own';
  if (!there) return 'both';
  if (same(database, before, there)) return 'own';
  return same(database, there, page) ? 'none' : 'both';
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

/** True when nothing of the pages differs, their texts included. */
export function same(database: Database, one: PageRow, other: PageRow): boolean {
  if (compare.some((field) => one[field] !== other[field])) return false;
  if (one.document_id === other.document_id) return true;
  if (one.document_id === null || other.document_id === null) return false;
  return documentText(database, one.document_id) === documentText(database, other.document_id);
}

function withoutMark({ deleted: _, ...page }: OwnPage): PageRow {
  return page;
}

/** No page may be lost: what stands below a page that is gone, or in a circle, moves up to where there is ground. */
export function mend(database: Database, writer: PageWriter, sides: Sides, removed: readonly string[]): void {
  const pages = [...writer.touched, ...ownIds(database, writer.view)].flatMap(
    (id) => pageAt(database, writer.view, id) ?? [],
  );
  const orphans = removed.flatMap((id) => childrenAt(database, writer.view, id));
  for (const page of [...pages, ...orphans]) {
    const parent = ground(database, writer.view, sides, page);
    const slug = freeSlugIn(database, writer.view, page, parent);
    if (parent !== page.parent_id || slug !== page.slug) writer.put({ ...page, parent_id: parent, slug });
  }
  giveWay(database, writer, new Set([...pages, ...orphans].map((page) => page.id)));
}

/** Both sides may have put pages at the same place: those given here go behind those that main has there, in their order. */
function giveWay(database: Database, writer: PageWriter, ids: ReadonlySet<string>): void {
  const pages = [...ids].flatMap((id) => pageAt(database, writer.view, id) ?? []);
  for (const page of pages.sort(byPlace).reverse()) {
    const siblings = childrenAt(database, writer.view, page.parent_id).filter((sibling) => sibling.id !== page.id);
    if (!siblings.some((sibling) => sibling.rank === page.rank)) continue;
    const place = siblings.findLastIndex((sibling) => sibling.rank === page.rank) + 1;
    writer.put({ ...page, rank: roomAt(siblings, place).rank });
  }
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

/** The nearest parent that exists, does not lead back to the page, and is not too deep for it. */
function ground(database: Database, view: View, sides: Sides, page: PageRow): string | null {
  const seen = new Set<string>();
  for (let parent = page.parent_id; parent !== null && !seen.has(parent);) {
    seen.add(parent);
    if (pageAt(database, view, parent)) {
      if (leadsTo(database, view, parent, page.id)) return null;
      // Two moves, each of them good, may together lead too deep.
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

function freeSlugIn(database: Database, view: View, page: PageRow, parent: string | null): string | null {
  if (page.slug === null) return null;
  const siblings = childrenAt(database, view, parent).filter((sibling) => sibling.id !== page.id);
  return freeSlug(page.slug, slugsOf(siblings));
}

/** What a change request is laid over. */
export function baseOf(view: View): View {
  if (!view.base) throw new Error('A change request stands over a revision of main');
  return view.base;
}

import { withoutSlashes } from '../../model/shared/trimmed.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../../formats/ids.ts';
import type { ChangeRequestRow, FileRow, PageRow, RevisionRow, SpaceRow } from '../database/rows.ts';

/** The content at one revision: a line up to a revision; for a change request, on top of its base. */
export interface View {
  readonly line: number;
  readonly at: number;
  readonly base?: { readonly line: number; readonly at: number } | undefined;
}

/** The `until` of rows that are still valid. */
export const forever = Number.MAX_SAFE_INTEGER;

const pageFields =
  'id, parent_id, rank, type, title, slug, emoji, icon, description, hidden, href, document_id, more, created_at, updated_at';
const fileFields = 'id, name, content_type, size, width, height, path, blob_id';

export function mainView(space: SpaceRow): View {
  return { line: space.line, at: space.head };
}

/** The view of any revision of a space: of main, or of a change request. */
export function viewOf(space: SpaceRow, revision: RevisionRow): View {
  if (revision.base === null) return { line: revision.line, at: revision.number };
  return { line: revision.line, at: revision.number, base: { line: space.line, at: revision.base } };
}

export function changeRequestView(database: Database, space: SpaceRow, changeRequest: ChangeRequestRow): View {
  return viewOf(space, revisionAt(database, changeRequest.head));
}

export function revisionAt(database: Database, number: number): RevisionRow {
  const row = database.get<RevisionRow>('SELECT * FROM revisions WHERE number = ?', number);
  if (!row) throw new Error(`No revision ${number}`);
  return row;
}

/** The public id of a revision. */
export function revisionId(database: Database, number: number): string {
  const row = database.get<{ id: string }>('SELECT id FROM revisions WHERE number = ?', number);
  if (!row) throw new Error(`No revision ${number}`);
  return row.id;
}

/** Every page of the view, in order among siblings. */
export function pagesAt(database: Database, view: View): PageRow[] {
  return database.all<PageRow>(`${selected('pages', pageFields, view)} ORDER BY rank, id`, ...valuesOf(view));
}

export function pageAt(database: Database, view: View, id: string): PageRow | undefined {
  return database.get<PageRow>(pageById(view), ...valuesOf(view, id));
}

/** The children of a page (of the top of the space for null), in order. */
export function childrenAt(database: Database, view: View, parent: string | null): PageRow[] {
  return database.all<PageRow>(pagesByParent(view), ...valuesOf(view, parent));
}

export function fileAt(database: Database, view: View, id: string): FileRow | undefined {
  return database.get<FileRow>(selected('files', fileFields, view, 'AND id = ?'), ...valuesOf(view, id));
}

/** Files sorted by name, after the given name and id. */
export function filesAt(database: Database, view: View, after?: readonly [string, string], limit = -1): FileRow[] {
  const [name, id] = after ?? ['', ''];
  const sql = selected('files', fileFields, view, 'AND (name, id) > (?, ?)');
  return database.all<FileRow>(`${sql} ORDER BY name, id LIMIT ?`, ...valuesOf(view, name, id), limit);
}

export function countFiles(database: Database, view: View): number {
  const sql = `SELECT count(*) AS count FROM (${selected('files', 'id', view)})`;
  return database.get<{ count: number }>(sql, ...valuesOf(view))?.count ?? 0;
}

/** Pages of a main view whose links contain a text, and those whose links aren't stored: a few candidates to check. */
export function pagesNaming(database: Database, view: View, text: string): PageRow[] {
  return database.all<PageRow>(
    `SELECT * FROM (${selected('pages', pageFields, view)}) AS page WHERE EXISTS (
       SELECT 1 FROM documents WHERE documents.id = page.document_id AND (links IS NULL OR instr(links, ?) > 0))`,
    ...valuesOf(view),
    text,
  );
}

/** Slugs from the top of the space down to the page, joined by `/`. */
export function pathOf(database: Database, view: View, page: PageRow): string {
  const slugs: string[] = [];
  for (
    let at: Pick<PageRow, 'parent_id' | 'slug'> | undefined = page;
    at;
    at = at.parent_id === null ? undefined : database.get(placeById(view), ...valuesOf(view, at.parent_id))
  ) {
    slugs.unshift(at.slug ?? '');
  }
  return slugs.join('/');
}

/** The page at a path: slugs from the top of the space, joined by `/`. */
export function pageAtPath(database: Database, view: View, path: string): PageRow | undefined {
  const sql = selected('pages', pageFields, view, 'AND parent_id IS ? AND slug = ?');
  let page: PageRow | undefined;
  for (const slug of withoutSlashes(path).split('/')) {
    page = database.get<PageRow>(sql, ...valuesOf(view, page?.id ?? null, slug));
    if (!page) return undefined;
  }
  return page;
}

/** A revision of the space, of its main content or of one of its change requests, by its public id. */
export function revisionOf(database: Database, spaceId: string, id: string): RevisionRow | undefined {
  return database.get<RevisionRow>(
    'SELECT revisions.* FROM revisions JOIN lines ON lines.number = line WHERE id = ? AND space_id = ?',
    id,
    spaceId,
  );
}

/** The text of a document, without the page's title. */
export function documentText(database: Database, id: string): string {
  return database.get<{ markdown: string }>('SELECT markdown FROM documents WHERE id = ?', id)?.markdown ?? '';
}

/** Creates a line; its first revision is still to be created. */
export function newLine(database: Database, spaceId: string): number {
  const row = database.get<{ number: number }>('INSERT INTO lines (space_id) VALUES (?) RETURNING number', spaceId);
  return row?.number ?? 0;
}

export interface NewRevision {
  readonly id?: string | undefined;
  readonly line: number;
  readonly base?: number | undefined;
  readonly parents: readonly string[];
  readonly type: 'edits' | 'merge' | 'update' | 'rollback';
  readonly by: string;
  readonly at: number;
}

export function addRevision(database: Database, revision: NewRevision): RevisionRow {
  const row = database.get<RevisionRow>(
    `INSERT INTO revisions (id, line, base, parents, type, created_by, created_at) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    revision.id ?? newId(),
    revision.line,
    revision.base ?? null,
    JSON.stringify(revision.parents),
    revision.type,
    revision.by,
    revision.at,
  );
  if (!row) throw new Error('The revision was not stored');
  return row;
}

const pageById = prepared((view) => selected('pages', pageFields, view, 'AND id = ?'));
const placeById = prepared((view) => selected('pages', 'id, parent_id, slug', view, 'AND id = ?'));
const pagesByParent = prepared(
  (view) => `${selected('pages', pageFields, view, 'AND parent_id IS ?')} ORDER BY rank, id`,
);

/**
 * Returns the same string each time, for views with and without a base, because prepared statements are found faster by
 * a known string.
 */
function prepared(sql: (view: View) => string): (view: View) => string {
  let own: string | undefined;
  let over: string | undefined;
  return (view) => (view.base ? (over ??= sql(view)) : (own ??= sql(view)));
}

/** Rows of one line, or of a line on top of its base; `condition` applies to both. */
function selected(table: 'pages' | 'files', fields: string, view: View, condition = ''): string {
  const own = `SELECT ${fields} FROM ${table} WHERE line = ? AND until > ? AND since <= ? AND deleted = 0 ${condition}`;
  if (!view.base) return own;
  // The `+` makes SQLite search by id instead of through all valid rows: a change request may have thousands of pages
  // of its own.
  return `SELECT * FROM (${own} UNION ALL ${own} AND NOT EXISTS (
    SELECT 1 FROM ${table} AS over WHERE over.line = ? AND over.id = ${table}.id AND +over.until > ? AND over.since <= ?))`;
}

function valuesOf(view: View, ...values: (string | null)[]): (string | number | null)[] {
  const own = [view.line, view.at, view.at];
  if (!view.base) return [...own, ...values];
  const { line, at } = view.base;
  return [...own, ...values, line, at, at, ...values, ...own];
}

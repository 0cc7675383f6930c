import type * as z from 'zod';
import type { PageConflict } from '../../contract/changeRequests/changeRequestContent.ts';
import type { Database } from '../database/database.ts';
import { revisionId } from './revisions.ts';

/** Attributes that can conflict, with the contract's names; `more` is all of the less common fields. */
export type Attribute =
  | 'type'
  | 'title'
  | 'slug'
  | 'emoji'
  | 'icon'
  | 'description'
  | 'hidden'
  | 'href'
  | 'more'
  | 'parent'
  | 'order'
  | 'document';

/**
 * A conflict left by an update. Revisions are numbers: the common base, main, and the change request before the update.
 */
export interface ConflictRow {
  readonly page_id: string;
  readonly attribute: Attribute;
  readonly base: number;
  readonly main: number;
  readonly own: number;
  /**
   * Of a text: the base with main's changes that the change request has or wrote over later, so that these aren't in
   * conflict. Null if it is as in the revision `base`.
   */
  readonly seen: string | null;
}

/** The unresolved conflicts of a change request, by page. */
export function unresolvedConflicts(
  database: Database,
  changeRequestId: string,
): ReadonlyMap<string, readonly ConflictRow[]> {
  const rows = database.all<ConflictRow>(
    'SELECT * FROM conflicts WHERE change_request_id = ? ORDER BY page_id, attribute',
    changeRequestId,
  );
  return Map.groupBy(rows, (row) => row.page_id);
}

/** Stores these conflicts in place of earlier ones. */
export function rememberConflicts(database: Database, changeRequestId: string, rows: readonly ConflictRow[]): void {
  forgetConflicts(database, changeRequestId);
  for (const { page_id, attribute, base, main, own, seen } of rows) {
    database.run(
      'INSERT INTO conflicts (change_request_id, page_id, attribute, base, main, own, seen) VALUES (?, ?, ?, ?, ?, ?, ?)',
      changeRequestId,
      page_id,
      attribute,
      base,
      main,
      own,
      seen,
    );
  }
}

export function rememberSeen(
  database: Database,
  changeRequestId: string,
  { page_id, attribute }: ConflictRow,
  seen: string,
): void {
  database.run(
    'UPDATE conflicts SET seen = ? WHERE change_request_id = ? AND page_id = ? AND attribute = ?',
    seen,
    changeRequestId,
    page_id,
    attribute,
  );
}

export function forgetConflicts(database: Database, changeRequestId: string): void {
  database.run('DELETE FROM conflicts WHERE change_request_id = ?', changeRequestId);
}

/** Removes the conflicts of a page; without attributes, all of them. */
export function resolveConflicts(
  database: Database,
  changeRequestId: string,
  page: string,
  attributes?: ReadonlySet<Attribute>,
): void {
  for (const { attribute } of unresolvedConflicts(database, changeRequestId).get(page) ?? []) {
    if (attributes && !attributes.has(attribute)) continue;
    database.run(
      'DELETE FROM conflicts WHERE change_request_id = ? AND page_id = ? AND attribute = ?',
      changeRequestId,
      page,
      attribute,
    );
  }
}

/** The conflicts in the contract's form, grouped by their revisions. */
export function conflictReplies(database: Database, changeRequestId: string): z.input<typeof PageConflict>[] {
  const rows = [...unresolvedConflicts(database, changeRequestId).values()].flat();
  const groups = Map.groupBy(rows, (row) => JSON.stringify([row.page_id, row.base, row.main, row.own]));
  return [...groups.values()].map((group) => {
    const { page_id, base, main, own } = group[0]!;
    return {
      page: page_id,
      base: revisionId(database, base),
      main: revisionId(database, main),
      own: revisionId(database, own),
      attributes: group.map((row) => row.attribute),
    };
  });
}

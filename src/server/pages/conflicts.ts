import type * as z from 'zod';
import type { PageConflict } from '../../contract/changeRequests/changeRequestContent.ts';
import type { Database } from '../database/database.ts';
import { revisionId } from './revisions.ts';

/** What can be in conflict, by the names of the contract; `more` is all that few pages have. */
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

/** What an update left in conflict. Revisions are numbers: what both sides started from, main's, the change request's before it. */
export interface ConflictRow {
  readonly page_id: string;
  readonly attribute: Attribute;
  readonly base: number;
  readonly main: number;
  readonly own: number;
}

/** The conflicts of a change request that no one has resolved yet, by page. */
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

/** Remembers these conflicts instead of those before. */
export function rememberConflicts(database: Database, changeRequestId: string, rows: readonly ConflictRow[]): void {
  forgetConflicts(database, changeRequestId);
  for (const { page_id, attribute, base, main, own } of rows) {
    database.run(
      'INSERT INTO conflicts (change_request_id, page_id, attribute, base, main, own) VALUES (?, ?, ?, ?, ?, ?)',
      changeRequestId,
      page_id,
      attribute,
      base,
      main,
      own,
    );
  }
}

export function forgetConflicts(database: Database, changeRequestId: string): void {
  database.run('DELETE FROM conflicts WHERE change_request_id = ?', changeRequestId);
}

/** Forgets the conflicts of a page, all of them without attributes. */
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

/** As the contract has them: what started from the same revisions together. */
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

import type { Database } from '../database/database.ts';
import { newId } from '../../formats/ids.ts';
import { rankAt, roomAt } from '../database/ranks.ts';
import { addRevision, newLine } from './revisions.ts';
import type { RevisionRow, SpaceRow } from '../database/rows.ts';

export interface NewSpaceRow {
  readonly id?: string;
  readonly organization: string;
  readonly parent?: string | null | undefined;
  readonly title: string;
  readonly emoji?: string | undefined;
  readonly visibility?: string;
  readonly editMode?: string | undefined;
  readonly defaultLevel?: string | null;
  readonly publishedPath?: string | undefined;
  readonly createdAt: number;
  readonly by: string;
}

/** Adds an empty space at the end of its parent, with its first revision. */
export function addSpace(database: Database, space: NewSpaceRow): { space: SpaceRow; revision: RevisionRow } {
  const id = space.id ?? newId();
  const line = newLine(database, id);
  const revision = addRevision(database, { line, parents: [], type: 'edits', by: space.by, at: space.createdAt });
  const row = database.get<SpaceRow>(
    `INSERT INTO spaces (id, organization_id, parent_id, rank, title, emoji, visibility, edit_mode, default_level, published_path,
       line, head, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    id,
    space.organization,
    space.parent ?? null,
    lastRank(database, space.organization, space.parent ?? null),
    space.title,
    space.emoji ?? '',
    space.visibility ?? 'private',
    space.editMode ?? 'live',
    space.defaultLevel === undefined ? 'inherit' : space.defaultLevel,
    space.publishedPath ?? null,
    line,
    revision.number,
    space.createdAt,
    space.createdAt,
  );
  if (!row) throw new Error('The space was not stored');
  return { space: row, revision };
}

/** A collection or space among its siblings, which share one order. */
export interface Sibling {
  readonly type: 'collection' | 'space';
  readonly id: string;
  readonly rank: string;
}

/** The collections and spaces of a parent (of the organization itself for null), in order. */
export function siblingsIn(database: Database, organizationId: string, parent: string | null): Sibling[] {
  return database.all<Sibling & { [column: string]: string }>(
    `SELECT 'collection' AS type, id, rank FROM collections WHERE organization_id = ?1 AND parent_id IS ?2
     UNION ALL
     SELECT 'space' AS type, id, rank FROM spaces WHERE organization_id = ?1 AND parent_id IS ?2 AND deleted_at IS NULL
     ORDER BY rank, id`,
    organizationId,
    parent,
  );
}

/** The rank after everything in the parent. */
export function lastRank(database: Database, organizationId: string, parent: string | null): string {
  const last = database.get<{ rank: string | null }>(
    `SELECT max(rank) AS rank FROM (
       SELECT max(rank) AS rank FROM collections WHERE organization_id = ?1 AND parent_id IS ?2
       UNION ALL
       SELECT max(rank) AS rank FROM spaces WHERE organization_id = ?1 AND parent_id IS ?2)`,
    organizationId,
    parent,
  );
  return rankAt(last?.rank == null ? [] : [last.rank], 1);
}

/** The rank for an index among siblings. */
export function makeRoom(database: Database, siblings: readonly Sibling[], place: number): string {
  const { rank, moved } = roomAt(siblings, place);
  for (const [{ type, id }, other] of moved) {
    database.run(`UPDATE ${type === 'space' ? 'spaces' : 'collections'} SET rank = ? WHERE id = ?`, other, id);
  }
  return rank;
}

/** Restores a deleted space at its former place: after an item that has taken the same rank in the meantime. */
export function restoreSpace(database: Database, space: SpaceRow): void {
  const siblings = siblingsIn(database, space.organization_id, space.parent_id);
  const isTaken = siblings.some(({ rank }) => rank === space.rank);
  const place = siblings.findLastIndex(({ rank }) => rank <= space.rank) + 1;
  const rank = isTaken ? makeRoom(database, siblings, place) : space.rank;
  database.run('UPDATE spaces SET deleted_at = NULL, rank = ? WHERE id = ?', rank, space.id);
}

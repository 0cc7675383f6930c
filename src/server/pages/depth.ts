import { deepest } from '../../model/editing/limits.ts';
import type { Database } from '../database/database.ts';
import { childrenAt, pageAt, type View } from './revisions.ts';

/** Whether a page (with its descendants, unless it is new) stays within the depth limit in a parent. */
export function fitsInto(database: Database, view: View, parent: string | null, page?: string): boolean {
  let left = deepest - 1;
  for (let at = parent; at !== null && left >= 0; left -= 1) at = pageAt(database, view, at)?.parent_id ?? null;
  return left >= 0 && (page === undefined || !isHigherThan(database, view, page, left));
}

function isHigherThan(database: Database, view: View, page: string, levels: number): boolean {
  let level = [page];
  for (let left = levels; level.length > 0; left -= 1) {
    if (left < 0) return true;
    level = level.flatMap((id) => childrenAt(database, view, id).map((child) => child.id));
  }
  return false;
}

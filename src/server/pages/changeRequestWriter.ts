import type { Database } from '../database/database.ts';
import { newId } from '../../formats/ids.ts';
import { addRevision, newLine, revisionId } from './revisions.ts';
import type { ChangeRequestRow, SpaceRow } from '../database/rows.ts';

export interface NewChangeRequestRow {
  readonly id?: string;
  /** The next number in the space if omitted. */
  readonly number?: number;
  readonly subject: string;
  readonly agentTaskId?: string | undefined;
  readonly by: string;
  readonly at: number;
}

/** Creates a draft from the space's current main content, with the next number in the space. */
export function addChangeRequest(database: Database, space: SpaceRow, request: NewChangeRequestRow): ChangeRequestRow {
  const line = newLine(database, space.id);
  const parents = [revisionId(database, space.head)];
  const head = addRevision(database, {
    line,
    base: space.head,
    parents,
    type: 'edits',
    by: request.by,
    at: request.at,
  });
  const taken = database.get<{ next_change_request: number }>(
    'SELECT next_change_request FROM spaces WHERE id = ?',
    space.id,
  );
  const number = request.number ?? taken?.next_change_request ?? 1;
  database.run(
    'UPDATE spaces SET next_change_request = max(next_change_request, ? + 1) WHERE id = ?',
    number,
    space.id,
  );
  const id = request.id ?? newId();
  database.run(
    `INSERT INTO change_requests (id, space_id, number, status, subject, created_by, agent_task_id, line, head, initial, created_at, updated_at)
     VALUES (?, ?, ?, 'draft', ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    space.id,
    number,
    request.subject,
    request.by,
    request.agentTaskId ?? null,
    line,
    head.number,
    space.head,
    request.at,
    request.at,
  );
  database.run(
    'INSERT INTO contributors (change_request_id, user_id, count, updated_at) VALUES (?, ?, 0, ?)',
    id,
    request.by,
    request.at,
  );
  const row = database.get<ChangeRequestRow>('SELECT * FROM change_requests WHERE id = ?', id);
  if (!row) throw new Error('The change request was not stored');
  return row;
}

import type { PlatformContract } from '../../../contract/contract.ts';
import { may, organizationFor, type Access } from '../shared/access.ts';
import { countOf } from '../../database/counts.ts';
import { isKeyOf, keyOf, limitOf, pageOf } from '../../http/cursors.ts';
import type { Value } from '../../database/database.ts';
import type { Call, Handler } from '../../http/handler.ts';
import { remembered } from '../../database/memoize.ts';
import { changeRequestReply, spaceReply } from '../shared/replies.ts';
import type { ChangeRequestRow, SpaceRow } from '../../database/rows.ts';

type Endpoint = PlatformContract['changeRequests']['ofOrganization'];

/** The change requests of the spaces that the caller can see, last updated (or created) first. */
export const organizationChangeRequests: Handler<Endpoint> = (call) => {
  const { database, addresses, query } = call;
  const { organization, access } = organizationFor(call, call.parameters.organizationId);
  const { where, values } = filterOf(call, visibleSpaces(call, organization.id, access));
  const time = query.orderBy === 'createdAt' ? 'created_at' : 'updated_at';
  const limit = limitOf(query);
  const before = keyOf(query, isKeyOf<[number, string]>('number', 'string')) ?? [Number.MAX_SAFE_INTEGER, ''];
  const rows = database.all<ChangeRequestRow>(
    `SELECT * FROM change_requests WHERE ${where} AND (${time}, id) < (?, ?) ORDER BY ${time} DESC, id DESC LIMIT ?`,
    ...values,
    ...before,
    limit + 1,
  );
  const spaceOf = remembered((id: string) => {
    const space = database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', id);
    if (!space) throw new Error('A change request belongs to a space');
    return { space, reply: spaceReply(database, addresses, space, access.ofSpace(space)) };
  });
  const item = (row: ChangeRequestRow) => {
    const { space, reply } = spaceOf(row.space_id);
    return { ...changeRequestReply(database, addresses, row, space), space: reply };
  };
  const count = countOf(database, `FROM change_requests WHERE ${where}`, ...values);
  return pageOf(rows, limit, (row) => [row[time], row.id], item, count);
};

function visibleSpaces({ database, query }: Call<Endpoint>, organizationId: string, access: Access): string[] {
  const rows = database.all<Pick<SpaceRow, 'id' | 'parent_id' | 'default_level' | 'visibility'>>(
    'SELECT id, parent_id, default_level, visibility FROM spaces WHERE organization_id = ? AND deleted_at IS NULL',
    organizationId,
  );
  const isWanted = (id: string) => query.space === undefined || query.space === id;
  return rows.filter((row) => isWanted(row.id) && may(access.ofSpace(row), 'view')).map((row) => row.id);
}

function filterOf({ query }: Call<Endpoint>, spaces: readonly string[]): { where: string; values: Value[] } {
  // One space has few enough to sort; those of all spaces are read in index order.
  const place = query.space === undefined ? '+space_id' : 'space_id';
  const conditions = [`${place} IN (SELECT value FROM json_each(?))`];
  const values: Value[] = [JSON.stringify(spaces)];
  const add = (condition: string, value: string | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  const [status, ...others] = query.status ?? [];
  if (others.length === 0) add('status = ?', status);
  else add('status IN (SELECT value FROM json_each(?))', JSON.stringify(query.status));
  add('space_id IN (SELECT space_id FROM shown_site_spaces WHERE site_id = ?)', query.site);
  add('created_by = ?', query.creator);
  add(`EXISTS (SELECT 1 FROM contributors WHERE change_request_id = id AND user_id = ?)`, query.contributor);
  // Only change requests that still await a review: a review of an older revision doesn't count.
  add(
    `EXISTS (SELECT 1 FROM requested_reviewers WHERE change_request_id = change_requests.id AND user_id = ?
      AND NOT EXISTS (SELECT 1 FROM reviews WHERE change_request_id = change_requests.id AND reviewer = user_id AND revision = head))`,
    query.requestedReviewer,
  );
  return { where: conditions.join(' AND '), values };
}

import type { PlatformContract } from '../../../contract/contract.ts';
import type { Role } from '../../../contract/shared/shapes.ts';
import { accessOfRole, accessTo, may, organizationFor, roleAt, type Access } from '../shared/access.ts';
import { countOf } from '../../database/counts.ts';
import { isKeyOf, keyOf, limitOf, pageOf, type Paging } from '../../http/cursors.ts';
import type { Value } from '../../database/database.ts';
import { folded } from '../../database/folding.ts';
import { nothingToDelete, type Context, type GroupHandlers } from '../../http/handler.ts';
import { memberFor, memberReplies, type MemberRow } from './memberReplies.ts';
import { conflict, forbidden } from '../../http/problems.ts';
import { spaceReply } from '../shared/replies.ts';
import type { SpaceRow } from '../../database/rows.ts';
import { teamReply, type TeamRow } from './teamReplies.ts';
import { usersWith } from './userNames.ts';

/** Section 4.15. */
export const members: GroupHandlers<PlatformContract['members']> = {
  list: (call) => {
    const { organization, access } = organizationFor(call, call.parameters.organizationId);
    if (access.isGuest) throw forbidden("Guests can't list members");
    return membersOf(call, organization.id, call.query);
  },

  get: (call) => {
    const { organizationId, userId } = call.parameters;
    return memberReplies(call, organizationId)(visibleMember(call, organizationId, userId).member);
  },

  /** Members can leave by themselves. */
  delete: (call) => {
    const { database, caller } = call;
    const { organizationId, userId } = call.parameters;
    const isSelf = userId === caller.id;
    const { organization } = organizationFor(call, organizationId, isSelf ? 'view' : 'admin');
    const member = memberRow(call, organization.id, userId);
    if (!member) return nothingToDelete;
    keepAnAdmin(call, member, null);
    database.run('DELETE FROM members WHERE organization_id = ? AND user_id = ?', organization.id, userId);
  },

  update: (call) => {
    const { database, body } = call;
    const { organization } = organizationFor(call, call.parameters.organizationId, 'admin');
    const member = memberFor(database, organization.id, call.parameters.userId);
    const role = body.role === undefined ? member.role : body.role;
    keepAnAdmin(call, member, role);
    database.run(
      'UPDATE members SET role = ? WHERE organization_id = ? AND user_id = ?',
      role,
      organization.id,
      member.user_id,
    );
    return memberReplies(call, organization.id)({ ...member, role });
  },

  ping: (call) => {
    const { database, caller, now } = call;
    const { organization } = organizationFor(call, call.parameters.organizationId);
    database.run(
      'UPDATE members SET last_seen_at = max(coalesce(last_seen_at, 0), ?) WHERE organization_id = ? AND user_id = ?',
      now,
      organization.id,
      caller.id,
    );
    return { serviceVisitorClaims: call.visitorClaims(organization.id) };
  },

  setSso: (call) => {
    const { database } = call;
    const { organization } = organizationFor(call, call.parameters.organizationId, 'admin');
    const member = memberFor(database, organization.id, call.parameters.userId);
    database.run(
      'UPDATE members SET sso = 1 WHERE organization_id = ? AND user_id = ?',
      organization.id,
      member.user_id,
    );
    return memberReplies(call, organization.id)({ ...member, sso: 1 });
  },

  spaces: (call) => {
    const { organizationId, userId } = call.parameters;
    const { member, access } = visibleMember(call, organizationId, userId);
    const theirs = member.disabled === 1 ? undefined : accessOfRole(call.database, organizationId, member.role);
    return spacesOfMember(call, organizationId, { own: access, theirs }, call.query);
  },

  teams: (call) => {
    const { organizationId, userId } = call.parameters;
    visibleMember(call, organizationId, userId);
    return teamsOfMember(call, organizationId, userId, call.query);
  },
};

type ListQuery = Parameters<(typeof members)['list']>[0]['query'];

function membersOf(call: Context, organizationId: string, query: ListQuery) {
  const { database } = call;
  const limit = limitOf(query);
  const column = query.sort === 'lastSeenAt' ? 'last_seen_at' : 'joined_at';
  const isRising = query.order === 'asc';
  const [direction, beyond] = isRising ? ['ASC', '>'] : ['DESC', '<'];
  const filters = ['organization_id = ?'];
  const values: Value[] = [organizationId];
  if (query.sort === 'lastSeenAt') filters.push('last_seen_at IS NOT NULL AND disabled = 0');
  if (query.role !== undefined) {
    filters.push('role = ?');
    values.push(query.role);
  }
  if (query.search !== undefined && query.search !== '') {
    filters.push(`EXISTS (SELECT 1 FROM users WHERE users.id = members.user_id
      AND (instr(folded(display_name), ?) > 0 OR instr(folded(email), ?) > 0))`);
    values.push(folded(query.search), folded(query.search));
    const found = usersWith(database, query.search);
    if (found) {
      filters.push('user_id IN (SELECT value FROM json_each(?))');
      values.push(JSON.stringify(found));
    }
  }
  const from = `FROM members WHERE ${filters.join(' AND ')}`;
  const after = keyOf(query, isKeyOf<[number, string]>('number', 'string'));
  const rows = database.all<MemberRow>(
    `SELECT * ${from} ${after ? `AND (${column}, user_id) ${beyond} (?, ?)` : ''}
     ORDER BY ${column} ${direction}, user_id ${direction} LIMIT ?`,
    ...values,
    ...(after ?? []),
    limit + 1,
  );
  return pageOf(
    rows,
    limit,
    (row) => [row[column] ?? 0, row.user_id],
    memberReplies(call, organizationId),
    // Counting search results means searching all users, so the count is left out unless all results are at hand.
    query.search === undefined
      ? countOf(database, from, ...values)
      : after || rows.length > limit
        ? undefined
        : rows.length,
  );
}

/** The member, for members of the organization; guests only see themselves. */
function visibleMember(call: Context, organizationId: string, userId: string): { member: MemberRow; access: Access } {
  const { organization, access } = organizationFor(call, organizationId);
  if (access.isGuest && userId !== call.caller.id) throw forbidden("Guests can't see other members");
  return { member: memberFor(call.database, organization.id, userId), access };
}

function memberRow({ database }: Context, organizationId: string, userId: string): MemberRow | undefined {
  return database.get<MemberRow>(
    'SELECT * FROM members WHERE organization_id = ? AND user_id = ?',
    organizationId,
    userId,
  );
}

/** Without any admin, an organization could never be changed again. */
function keepAnAdmin({ database }: Context, member: MemberRow, role: Role | null): void {
  if (member.role !== 'admin' || role === 'admin' || member.disabled === 1) return;
  const other = database.get(
    `SELECT 1 FROM members WHERE organization_id = ? AND role = 'admin' AND disabled = 0 AND user_id <> ? LIMIT 1`,
    member.organization_id,
    member.user_id,
  );
  if (!other) throw conflict('This member is the only admin, and an organization needs one');
}

type SpaceKey = Pick<SpaceRow, 'id' | 'parent_id' | 'default_level' | 'visibility' | 'created_at'>;

/** The spaces that both the member and the caller can see. */
function spacesOfMember(
  call: Context,
  organizationId: string,
  { own, theirs }: { own: Access; theirs: Access | undefined },
  query: Paging & { readonly order?: 'asc' | 'desc' | undefined },
) {
  const { database, addresses } = call;
  const after = keyOf(query, isKeyOf<[number, string]>('number', 'string'));
  const sign = query.order === 'asc' ? 1 : -1;
  const compared = (one: readonly [number, string], other: readonly [number, string]) =>
    sign * (one[0] - other[0] || (one[1] < other[1] ? -1 : one[1] > other[1] ? 1 : 0));
  const all = database.all<SpaceKey>(
    'SELECT id, parent_id, default_level, visibility, created_at FROM spaces WHERE organization_id = ? AND deleted_at IS NULL',
    organizationId,
  );
  const shared = all.filter((space) => theirs && may(theirs.ofSpace(space), 'view') && may(own.ofSpace(space), 'view'));
  const keyed = shared.map((space) => ({ space, key: [space.created_at, space.id] as const }));
  const rows = keyed
    .filter(({ key }) => after === undefined || compared(key, after) > 0)
    .sort((one, other) => compared(one.key, other.key));
  return pageOf(
    rows,
    limitOf(query),
    ({ key }) => key,
    ({ space: { id } }) => {
      const space = database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', id) as SpaceRow;
      return {
        permission: roleAt(theirs?.ofSpace(space) ?? 0),
        space: spaceReply(database, addresses, space, own.ofSpace(space)),
      };
    },
    shared.length,
  );
}

function teamsOfMember(
  call: Context,
  organizationId: string,
  userId: string,
  query: Paging & { readonly title?: string | undefined },
) {
  const { database } = call;
  const limit = limitOf(query);
  const from = `FROM team_members JOIN teams ON teams.id = team_members.team_id
    WHERE team_members.organization_id = ? AND team_members.user_id = ? AND instr(folded_title, ?) > 0`;
  const values = [organizationId, userId, folded(query.title ?? '')];
  const after = keyOf(query, isKeyOf<[string, string]>('string', 'string')) ?? ['', ''];
  const rows = database.all<TeamRow & { role: string }>(
    `SELECT teams.*, team_members.role ${from} AND (folded_title, teams.id) > (?, ?) ORDER BY folded_title, teams.id LIMIT ?`,
    ...values,
    ...after,
    limit + 1,
  );
  const access = accessTo(database, organizationId, call.caller.id);
  return pageOf(
    rows,
    limit,
    (row) => [row.folded_title, row.id],
    (row) => ({ team: teamReply(call, row, access), member: { role: row.role } }),
    countOf(database, from, ...values),
  );
}

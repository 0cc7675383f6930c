import type { Role } from '../../../contract/shared/shapes.ts';
import { accessOfRole, may } from '../shared/access.ts';
import type { Database } from '../../database/database.ts';
import type { Context } from '../../http/handler.ts';
import { missing } from '../../http/problems.ts';
import { dateTime, userReply } from '../shared/replies.ts';
import type { SpaceRow } from '../../database/rows.ts';

export interface MemberRow {
  readonly organization_id: string;
  readonly user_id: string;
  readonly role: Role | null;
  readonly disabled: number;
  readonly sso: number;
  readonly joined_at: number;
  readonly last_seen_at: number | null;
}

/** A member of an organization. */
export function memberFor(database: Database, organizationId: string, userId: string): MemberRow {
  const member = database.get<MemberRow>(
    'SELECT * FROM members WHERE organization_id = ? AND user_id = ?',
    organizationId,
    userId,
  );
  if (!member) throw missing('Member');
  return member;
}

/** Section 2.14, for members of one organization. */
export function memberReplies({ database, addresses }: Context, organizationId: string) {
  const spaces = spaceCounts(database, organizationId);
  return (row: MemberRow) => ({
    object: 'member',
    id: row.user_id,
    role: row.role,
    user: userReply(database, addresses, row.user_id),
    disabled: row.disabled === 1,
    joinedAt: dateTime(row.joined_at),
    ...(row.last_seen_at !== null && { lastSeenAt: dateTime(row.last_seen_at) }),
    sso: row.sso === 1,
    spaces: row.disabled === 1 ? 0 : spaces(row.role),
    teams: teamCount(database, row),
  });
}

/** How many spaces a role can see, computed once per role. */
function spaceCounts(database: Database, organizationId: string): (role: Role | null) => number {
  const known = new Map<Role | null, number>();
  let spaces: SpaceRow[] | undefined;
  return (role) => {
    let count = known.get(role);
    if (count === undefined) {
      spaces ??= database.all<SpaceRow>(
        'SELECT parent_id, default_level, visibility FROM spaces WHERE organization_id = ? AND deleted_at IS NULL',
        organizationId,
      );
      const access = accessOfRole(database, organizationId, role);
      count = spaces.filter((space) => may(access.ofSpace(space), 'view')).length;
      known.set(role, count);
    }
    return count;
  };
}

function teamCount(database: Database, row: MemberRow): number {
  const found = database.get<{ count: number }>(
    'SELECT count(*) AS count FROM team_members WHERE organization_id = ? AND user_id = ?',
    row.organization_id,
    row.user_id,
  );
  return found?.count ?? 0;
}

import { may, type Access } from '../shared/access.ts';
import type { Context } from '../../http/handler.ts';
import { dateTime } from '../shared/replies.ts';

export interface TeamRow {
  readonly id: string;
  readonly organization_id: string;
  readonly title: string;
  readonly folded_title: string;
  readonly members: number;
  readonly created_at: number;
}

/** Section 2.15. The API shares no space with a team, so the count is zero. */
export function teamReply(call: Context, row: TeamRow, access: Access | undefined) {
  return {
    object: 'team',
    id: row.id,
    title: row.title,
    members: row.members,
    spaces: 0,
    createdAt: dateTime(row.created_at),
    permissions: { admin: managesTeam(call, row.id, access), view: access !== undefined && !access.isGuest },
  };
}

/** Admins of the organization and owners of the team can manage it. */
export function managesTeam({ database, caller }: Context, teamId: string, access: Access | undefined): boolean {
  if (!access) return false;
  if (may(access.level, 'admin')) return true;
  const isOwner = database.get(
    `SELECT 1 FROM team_members WHERE team_id = ? AND user_id = ? AND role = 'owner'`,
    teamId,
    caller.id,
  );
  return isOwner !== undefined;
}

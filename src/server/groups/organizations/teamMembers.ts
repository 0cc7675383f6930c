import type { PlatformContract } from '../../../contract/contract.ts';
import type { BodyOf } from '../../../contract/shared/endpoint.ts';
import type { TeamRole } from '../../../contract/organizations/teams.ts';
import type { Database } from '../../database/database.ts';
import { invalid } from '../../http/problems.ts';
import type { TeamRow } from './teamReplies.ts';

type Update = BodyOf<PlatformContract['teams']['updateMembers']>;

/**
 * Section 4.16: adds and removes members by id or email address. A member in both lists is removed. Existing team
 * members keep their role unless `memberships` has another.
 */
export function updateTeamMembers(
  database: Database,
  team: TeamRow,
  { add = [], remove = [], memberships }: Update,
): void {
  const organization = team.organization_id;
  const removed = new Set(remove.flatMap((key) => [key, memberId(database, organization, key) ?? key]));
  const adding = add.filter((key) => !removed.has(key));
  const ids = new Set(memberIds(database, organization, adding, 'body.add', (key) => add.indexOf(key)));
  const roles = new Map<string, TeamRole | undefined>();
  for (const [key, membership] of Object.entries(memberships ?? {})) {
    const id = memberId(database, organization, key) ?? key;
    if (!ids.has(id) && !removed.has(id)) throw invalid(`body.memberships.${key}`, 'is not being added');
    roles.set(id, membership.role);
  }
  for (const id of ids) if (!removed.has(id)) putTeamMember(database, organization, team.id, id, roles.get(id));
  for (const id of removed) database.run('DELETE FROM team_members WHERE team_id = ? AND user_id = ?', team.id, id);
}

/**
 * Adds a member of the organization to a team. Without a role, an existing team member keeps theirs; others become
 * `member`.
 */
export function putTeamMember(
  database: Database,
  organizationId: string,
  teamId: string,
  userId: string,
  role: TeamRole | undefined,
): void {
  database.run(
    `INSERT INTO team_members (team_id, user_id, organization_id, role) VALUES (?1, ?2, ?3, coalesce(?4, 'member'))
     ON CONFLICT DO UPDATE SET role = coalesce(?4, role)`,
    teamId,
    userId,
    organizationId,
    role ?? null,
  );
}

/** The ids of members, given by id or email address; refuses people who aren't members. */
export function memberIds(
  database: Database,
  organizationId: string,
  keys: readonly string[],
  field: string,
  position: (key: string) => number = (key) => keys.indexOf(key),
): string[] {
  return keys.map((key) => {
    const id = memberId(database, organizationId, key);
    if (id === undefined) throw invalid(`${field}.${position(key)}`, 'is not a member of this organization');
    return id;
  });
}

function memberId(database: Database, organizationId: string, key: string): string | undefined {
  const member = database.get<{ user_id: string }>(
    'SELECT user_id FROM members WHERE organization_id = ? AND user_id = ?',
    organizationId,
    key,
  );
  if (member || !key.includes('@')) return member?.user_id;
  const found = database.get<{ user_id: string }>(
    `SELECT user_id FROM users JOIN members ON members.user_id = users.id WHERE email = ? COLLATE NOCASE AND organization_id = ? LIMIT 1`,
    key,
    organizationId,
  );
  return found?.user_id;
}

import type { PlatformContract } from '../../../contract/contract.ts';
import { absent, absentToDelete } from '../shared/notFound.ts';
import { organizationFor, type Access } from '../shared/access.ts';
import { isKeyOf, keyOf, limitOf, pageOf, type Paging } from '../../http/cursors.ts';
import type { Value } from '../../database/database.ts';
import { folded } from '../../database/folding.ts';
import type { Context, GroupHandlers } from '../../http/handler.ts';
import { newId } from '../../../formats/ids.ts';
import { memberFor, memberReplies, type MemberRow } from './memberReplies.ts';
import { badRequest, forbidden } from '../../http/problems.ts';
import { pageOfRows } from '../shared/rowPages.ts';
import { memberIds, putTeamMember, updateTeamMembers } from './teamMembers.ts';
import { managesTeam, teamReply, type TeamRow } from './teamReplies.ts';

/** Section 4.16. */
export const teams: GroupHandlers<PlatformContract['teams']> = {
  list: (call) => {
    const { organization, access } = memberOf(call, call.parameters.organizationId);
    return teamsOf(call, access, organization.id, call.query);
  },

  create: (call) => {
    const { database, body, now } = call;
    const { organization, access } = organizationFor(call, call.parameters.organizationId, 'admin');
    const people = memberIds(database, organization.id, body.members ?? [], 'body.members');
    const id = newId();
    checkTitle(call, organization.id, body.title, id);
    database.run(
      'INSERT INTO teams (id, organization_id, title, folded_title, created_at) VALUES (?, ?, ?, ?, ?)',
      id,
      organization.id,
      body.title,
      folded(body.title),
      now,
    );
    for (const person of new Set(people)) putTeamMember(database, organization.id, id, person, 'member');
    return teamReply(call, rowOf(call, organization.id, id), access);
  },

  get: (call) => {
    const { team, access } = teamFor(call, call.parameters);
    return teamReply(call, team, access);
  },

  delete: (call) => {
    const { organizationId, teamId } = call.parameters;
    memberOf(call, organizationId);
    if (!known(call, organizationId, teamId)) return absentToDelete(call, 'Team', teamId, organizationId);
    const { team } = managedTeamFor(call, call.parameters);
    call.database.run('DELETE FROM teams WHERE id = ?', team.id);
  },

  update: (call) => {
    const { database, body } = call;
    const { team, access } = managedTeamFor(call, call.parameters);
    checkTitle(call, team.organization_id, body.title, team.id);
    database.run('UPDATE teams SET title = ?, folded_title = ? WHERE id = ?', body.title, folded(body.title), team.id);
    return teamReply(call, rowOf(call, team.organization_id, team.id), access);
  },

  members: (call) => {
    const { team } = teamFor(call, call.parameters);
    return membersOf(call, team, call.query);
  },

  updateMembers: (call) => {
    const { team } = managedTeamFor(call, call.parameters);
    updateTeamMembers(call.database, team, call.body);
  },

  putMember: (call) => {
    const { database, body } = call;
    const { team } = managedTeamFor(call, call.parameters);
    const member = memberFor(database, team.organization_id, call.parameters.userId);
    putTeamMember(database, team.organization_id, team.id, member.user_id, body.role);
  },

  deleteMember: (call) => {
    const { team } = managedTeamFor(call, call.parameters);
    call.database.run('DELETE FROM team_members WHERE team_id = ? AND user_id = ?', team.id, call.parameters.userId);
  },
};

interface Place {
  readonly organizationId: string;
  readonly teamId: string;
}

function memberOf(call: Context, organizationId: string) {
  const found = organizationFor(call, organizationId);
  if (found.access.isGuest) throw forbidden("Guests can't see teams");
  return found;
}

function teamFor(call: Context, { organizationId, teamId }: Place): { team: TeamRow; access: Access } {
  const { organization, access } = memberOf(call, organizationId);
  return { team: rowOf(call, organization.id, teamId), access };
}

function managedTeamFor(call: Context, place: Place): { team: TeamRow; access: Access } {
  const found = teamFor(call, place);
  if (!managesTeam(call, found.team.id, found.access))
    throw forbidden('Only admins and owners of the team can change it');
  return found;
}

function known({ database }: Context, organizationId: string, teamId: string): TeamRow | undefined {
  return database.get<TeamRow>('SELECT * FROM teams WHERE id = ? AND organization_id = ?', teamId, organizationId);
}

function rowOf(call: Context, organizationId: string, teamId: string): TeamRow {
  const team = known(call, organizationId, teamId);
  if (!team) throw absent(call, 'Team', teamId, organizationId);
  return team;
}

function checkTitle({ database }: Context, organizationId: string, title: string, teamId: string): void {
  const other = database.get(
    'SELECT 1 FROM teams WHERE organization_id = ? AND title = ? AND id <> ?',
    organizationId,
    title,
    teamId,
  );
  if (other) throw badRequest('body.title: is used by another team');
}

type ListQuery = Parameters<(typeof teams)['list']>[0]['query'];

function teamsOf(call: Context, access: Access, organizationId: string, query: ListQuery) {
  const { database } = call;
  const filters = ['organization_id = ?'];
  const values: Value[] = [organizationId];
  if (query.title !== undefined) {
    filters.push('instr(folded_title, ?) > 0');
    values.push(folded(query.title));
  }
  if (query.owner !== undefined) {
    filters.push(`(EXISTS (SELECT 1 FROM team_members WHERE team_id = teams.id AND user_id = ? AND role = 'owner')
      OR EXISTS (SELECT 1 FROM members WHERE members.organization_id = teams.organization_id AND user_id = ?
        AND role = 'admin' AND disabled = 0))`);
    values.push(query.owner, query.owner);
  }
  const from = `FROM teams WHERE ${filters.join(' AND ')}`;
  return pageOfRows(database, query, { from, values, by: { folded_title: 'string', id: 'string' } }, (row: TeamRow) =>
    teamReply(call, row, access),
  );
}

function membersOf(call: Context, team: TeamRow, paging: Paging) {
  const limit = limitOf(paging);
  const [after] = keyOf(paging, isKeyOf<[string]>('string')) ?? [''];
  const rows = call.database.all<MemberRow & { team_role: string }>(
    `SELECT members.*, team_members.role AS team_role FROM team_members
     JOIN members ON members.organization_id = team_members.organization_id AND members.user_id = team_members.user_id
     WHERE team_id = ? AND team_members.user_id > ? ORDER BY team_members.user_id LIMIT ?`,
    team.id,
    after,
    limit + 1,
  );
  const reply = memberReplies(call, team.organization_id);
  return pageOf(
    rows,
    limit,
    (row) => [row.user_id],
    (row) => ({ organization: reply(row), team: { role: row.team_role }, permissions: { view: true } }),
    team.members,
  );
}

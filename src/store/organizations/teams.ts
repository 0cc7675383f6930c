import type { Api } from '../../client/api.ts';
import { failureOf } from '../../model/shared/failure.ts';
import { mayComeOf, type MakeOnce } from '../shared/makeOnce.ts';
import type { OrganizationLists } from './lists.ts';
import type { Organizations, OrganizationsChange, TeamAddress } from './organizations.ts';
import { listed } from '../shared/listed.ts';
import { nonMembersAmong } from './nonMembers.ts';

type TeamActions = Pick<
  Organizations,
  | 'teams'
  | 'teamMembers'
  | 'createTeam'
  | 'renameTeam'
  | 'deleteTeam'
  | 'changeTeam'
  | 'putInTeam'
  | 'removeFromTeam'
  | 'nonMembersAmong'
>;

/** Section 4.16 of the API document. */
export function teamActions(
  api: Pick<Api, 'teams' | 'members'>,
  lists: OrganizationLists,
  making: MakeOnce,
): TeamActions {
  /**
   * Reads the team again, because its members and their number changed. A failure to read doesn't fail the change: the
   * user may have removed their own permission.
   */
  async function reread(at: TeamAddress): Promise<void> {
    await Promise.all([
      lists.renew(peopleOf(at)),
      api.teams.get(at).then(
        (team) => lists.learn(teamsOf(at.organizationId), team),
        (error: unknown) => {
          if (!failureOf(error)) throw error;
          return lists.renew(teamsOf(at.organizationId));
        },
      ),
    ]);
  }

  const teams: TeamActions['teams'] = (organizationId, filter = {}) =>
    lists.list(teamsOf(organizationId), filter, (page, signal) =>
      api.teams.list({ organizationId, limit: 200, ...filter, ...(page !== undefined && { page }) }, { signal }),
    );

  return {
    teams,
    teamMembers: (at) =>
      lists.list(peopleOf(at), {}, async (page, signal) => {
        const list = await api.teams.members({ ...at, limit: 200, ...(page !== undefined && { page }) }, { signal });
        return { ...list, items: list.items.map((person) => ({ ...person, id: person.organization.id })) };
      }),
    async createTeam(organizationId, title) {
      const team = await making({
        key: JSON.stringify(['team', organizationId, title]),
        cached: (teams(organizationId).cached()?.items ?? []).map(({ id }) => id),
        create: () => api.teams.create({ organizationId, body: { title } }),
        async find(attempt) {
          const all = await listed((page) => api.teams.list({ organizationId, ...page }));
          return all.filter((each) => each.title === title && mayComeOf(attempt, each));
        },
      });
      await lists.renew(teamsOf(organizationId));
      return team;
    },
    async renameTeam(at, title) {
      const team = await api.teams.update({ ...at, body: { title } });
      await lists.learn(teamsOf(at.organizationId), team);
      return team;
    },
    async deleteTeam(at) {
      await api.teams.delete(at);
      lists.drop(teamsOf(at.organizationId), at.teamId);
    },
    async changeTeam(at, { add, remove, role }) {
      const memberships = role && add && Object.fromEntries(add.map((key) => [key, { role }]));
      const body = { ...(add && { add }), ...(remove && { remove }), ...(memberships && { memberships }) };
      await api.teams.updateMembers({ ...at, body });
      await reread(at);
    },
    async putInTeam(at, userId, role) {
      await api.teams.putMember({ ...at, userId, body: { role } });
      await reread(at);
    },
    async removeFromTeam(at, userId) {
      await api.teams.deleteMember({ ...at, userId });
      await reread(at);
    },
    nonMembersAmong: (organizationId, people, { signal } = {}) =>
      nonMembersAmong(api, organizationId, people, { signal }),
  };
}

function teamsOf(organizationId: string): OrganizationsChange {
  return { list: 'teams', organizationId };
}

function peopleOf({ organizationId, teamId }: TeamAddress): OrganizationsChange {
  return { list: 'teamMembers', organizationId, within: teamId };
}

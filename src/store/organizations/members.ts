import type { Api } from '../../client/api.ts';
import type { OrganizationLists } from './lists.ts';
import type { Organizations, OrganizationsChange } from './organizations.ts';
import { listed } from '../shared/listed.ts';

type MemberActions = Pick<
  Organizations,
  'members' | 'changeRole' | 'changeRoleBack' | 'removeMember' | 'requireSso' | 'spacesOf' | 'teamsOf'
>;

/** Section 4.15 of the API document. */
export function memberActions(api: Pick<Api, 'members'>, lists: OrganizationLists): MemberActions {
  return {
    members: (organizationId, filter = {}) =>
      lists.list(membersOf(organizationId), filter, (page, signal) =>
        api.members.list({ organizationId, limit: 200, ...filter, ...(page !== undefined && { page }) }, { signal }),
      ),
    async changeRole(organizationId, userId, role) {
      const member = await api.members.update({ organizationId, userId, body: { role } });
      await lists.learn(membersOf(organizationId), member);
      return member;
    },
    async changeRoleBack(organizationId, userId, { from, to }) {
      const present = await api.members.get({ organizationId, userId });
      if (present.role === from) return this.changeRole(organizationId, userId, to);
      await lists.learn(membersOf(organizationId), present);
      return undefined;
    },
    async removeMember(organizationId, userId) {
      await api.members.delete({ organizationId, userId });
      lists.drop(membersOf(organizationId), userId);
      await Promise.all([lists.renewEach('teams', organizationId), lists.renewEach('teamMembers', organizationId)]);
    },
    async requireSso(organizationId, userId) {
      const member = await api.members.setSso({ organizationId, userId });
      await lists.learn(membersOf(organizationId), member);
      return member;
    },
    async spacesOf(organizationId, userId, { signal } = {}) {
      const all = await listed((page) => api.members.spaces({ organizationId, userId, ...page }, { signal }));
      return all.map(({ space, permission }) => ({ space, permission: permission ?? undefined }));
    },
    async teamsOf(organizationId, userId, { signal } = {}) {
      const all = await listed((page) => api.members.teams({ organizationId, userId, ...page }, { signal }));
      return all.map(({ team, member }) => ({ team, role: member?.role ?? undefined }));
    },
  };
}

function membersOf(organizationId: string): OrganizationsChange {
  return { list: 'members', organizationId };
}

import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { fake } from '../../fakes/vscode/index.ts';
import { openOrganizations } from '../../store/openOrganizations.ts';
import { addToTeam, changeTeamRole } from '../../../src/extension/organization/teamMembers.ts';
import type { Services } from '../../../src/extension/services/services.ts';

/** The items to pick, by part of their label, one quick pick after the other. */
let picks: string[] = [];

beforeEach(() => {
  fake.pick = (items) => {
    const wanted = picks.shift() ?? '';
    return items.find(({ label }) => label.includes(wanted));
  };
});

/** A team that the user owns. The server reports the current user, or doesn't. */
async function openTeam(isReported = true) {
  const { organizations, organizationId, api } = await openOrganizations();
  const [currentUser, other] = (await api.members.list({ organizationId })).items;
  assert.ok(currentUser && other);
  const team = await organizations.createTeam(organizationId, 'Night Watch');
  const at = { organizationId, teamId: team.id };
  await organizations.putInTeam(at, currentUser.id, 'owner');
  const organization = await api.organizations.get({ organizationId });
  const asked: string[] = [];
  let answers = 0;
  const parts = {
    accounts: { active: { key: 'a' } },
    stores: () => ({
      organizations: async () => organizations,
      currentUser: async () => ({ load: async () => (isReported ? currentUser.id : undefined) }),
    }),
    prompts: {
      async choose({ message, actions }: { message: string; actions: string[] }) {
        asked.push(message);
        return answers-- > 0 ? actions[0] : undefined;
      },
    },
  } as unknown as Services;
  return {
    parts,
    row: { kind: 'team', key: 'k', organization, team },
    asked,
    mails: [currentUser, other].map(({ user }) => user?.email ?? ''),
    person: async () => (await organizations.teamMembers(at).all()).find(({ id }) => id === currentUser.id),
    agree: (times: number) => (answers = times),
    roles: async () =>
      Object.fromEntries((await api.teams.members(at)).items.map((each) => [each.organization.id, each.team?.role])),
    currentUser: currentUser.id,
    other: other.id,
  };
}

test('asks twice before pasted people include the current user, who would stop owning the team', async () => {
  const { parts, row, asked, mails, agree, roles, currentUser, other } = await openTeam();
  fake.clipboard = mails.join(', ').toUpperCase();

  picks = ['Member', 'Clipboard'];
  agree(1);
  await addToTeam(parts, row);
  assert.deepEqual([asked.length, await roles()], [2, { [currentUser]: 'owner' }]);

  picks = ['Member', 'Clipboard'];
  agree(2);
  await addToTeam(parts, row);
  assert.deepEqual([asked.length, await roles()], [4, { [currentUser]: 'member', [other]: 'member' }]);
});

test("asks once before an owner becomes a member if the server doesn't report the current user", async () => {
  const { parts, row, asked, agree, roles, currentUser, person } = await openTeam(false);

  picks = ['Member'];
  agree(0);
  await changeTeamRole(parts, { ...row, kind: 'teamMember', person: await person() });

  assert.deepEqual([asked.length, await roles()], [1, { [currentUser]: 'owner' }]);
});

import type { Api, CallOptions } from '../../client/api.ts';
import type { Team, TeamMember, TeamRole } from '../../contract/organizations/teams.ts';
import type { SettingsValues } from '../../model/settings/document.ts';
import { failureOf, isKind, mayHaveHappened, ReasonedError } from '../../model/shared/failure.ts';
import { isSame } from '../../model/shared/same.ts';
import { listed } from '../shared/listed.ts';
import { nonMembersAmong } from '../organizations/nonMembers.ts';

/** A team's document: its title, and its members' roles by email address, or by id if there is no address. */
export function teamValues({ title }: Team, members: readonly TeamMember[]): SettingsValues {
  return { title, members: Object.fromEntries(rolesOf(members)) };
}

/** Whether someone leaves the team or loses the owner role. */
export function takesFromSomebody(before: SettingsValues, after: SettingsValues): boolean {
  return Object.keys(membersIn(before)).some((who) => takesFrom(who, before, after));
}

/** The same for one user, however the document names them. */
export function takesFromUser(
  userId: string,
  members: readonly TeamMember[],
  before: SettingsValues,
  after: SettingsValues,
): boolean {
  const user = members.find(({ organization }) => organization.id === userId);
  return user !== undefined && takesFrom(nameOf(user), before, after);
}

function takesFrom(who: string, before: SettingsValues, after: SettingsValues): boolean {
  const [old, next] = [membersIn(before)[who], membersIn(after)[who]];
  return next === undefined || (old === 'owner' && next !== 'owner');
}

function membersIn({ members }: SettingsValues): Readonly<Record<string, unknown>> {
  return typeof members === 'object' && members !== null ? (members as Record<string, unknown>) : {};
}

/**
 * Sends the title, then all changes of members in one request (section 4.16). If the members are refused, the title is
 * restored. If no answer comes, the members are looked up first. Throws on an unknown role.
 */
export async function changeTeam(
  api: Pick<Api, 'teams' | 'members'>,
  ids: Readonly<Record<string, string>>,
  { title, members }: SettingsValues,
  options: CallOptions,
): Promise<void> {
  const path = { organizationId: ids['organizationId'] ?? '', teamId: ids['teamId'] ?? '' };
  const rename = (to: unknown): Promise<unknown> =>
    api.teams.update({ ...path, body: { title: to as string } }, options);

  const wanted = members === undefined ? undefined : rolesIn(members);
  const before = title === undefined ? undefined : await api.teams.get(path, options);
  if (title !== undefined) await rename(title);
  if (!wanted) return;
  const rolesNow = async () => rolesOf(await listed((page) => api.teams.members({ ...path, ...page }, options)));
  /** False if it can't be asked. */
  const isSo = async (): Promise<boolean> => {
    try {
      return isSame(Object.fromEntries(await rolesNow()), members);
    } catch (error) {
      if (!failureOf(error)) throw error;
      return false;
    }
  };
  try {
    const present = await rolesNow();
    const add = [...wanted].filter(([who, role]) => present.get(who) !== role);
    const remove = [...present.keys()].filter((who) => !wanted.has(who));
    const memberships = Object.fromEntries(add.map(([who, role]) => [who, { role }]));
    if (add.length + remove.length === 0) return;
    await api.teams.updateMembers({ ...path, body: { add: add.map(([who]) => who), remove, memberships } }, options);
  } catch (error) {
    if (mayHaveHappened(error) && (await isSo())) return;
    if (before?.title) await rename(before.title);
    throw (await refusalOf(error)) ?? error;
  }

  /** Names the refused person: a server may identify them only by an index in the request's list. */
  async function refusalOf(error: unknown): Promise<Error | undefined> {
    if (!isKind(error, 'invalid')) return undefined;
    try {
      const [unknownField] = await nonMembersAmong(api, path.organizationId, [...(wanted?.keys() ?? [])], options);
      if (unknownField === undefined) return undefined;
      return new ReasonedError({ code: 'notMember', field: `members.${unknownField}` }, { cause: error });
    } catch (failure) {
      if (!failureOf(failure)) throw failure;
      return undefined;
    }
  }
}

function rolesOf(members: readonly TeamMember[]): Map<string, string> {
  return new Map(members.map((member) => [nameOf(member), member.team?.role ?? 'member']));
}

function nameOf({ organization }: TeamMember): string {
  return organization.user?.email ?? organization.id;
}

function rolesIn(members: unknown): Map<string, TeamRole> {
  if (typeof members !== 'object' || members === null || Array.isArray(members)) {
    throw new ReasonedError({ code: 'membersNotObject', field: 'members' });
  }
  return new Map(
    Object.entries(members as Record<string, unknown>).map(([who, role]): [string, TeamRole] => {
      if (role !== 'owner' && role !== 'member') {
        const violation = { field: `members.${who}`, rule: { is: 'oneOf', values: ['owner', 'member'] } } as const;
        throw new ReasonedError({ code: 'notSent', violation });
      }
      return [who, role];
    }),
  );
}

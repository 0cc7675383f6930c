import * as z from 'zod';
import { get, patch, put, remove } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { Member } from './member.ts';
import { DateTime, maybe, oneOf, Paging, paging, Permissions } from '../shared/shapes.ts';

/** Section 2.15. */
export const Team = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  title: maybe(z.string()),
  members: maybe(z.number()),
  spaces: maybe(z.number()),
  createdAt: maybe(DateTime),
  permissions: Permissions,
});
export type Team = z.infer<typeof Team>;

/** Owners can manage team members. */
export const teamRoles = ['owner', 'member'] as const;
export const TeamRole = z.enum(teamRoles);
export type TeamRole = z.infer<typeof TeamRole>;
export const TeamRoleReply = oneOf(teamRoles);

const TeamMember = z.looseObject({
  organization: Member,
  team: maybe(z.looseObject({ role: maybe(TeamRoleReply) })),
  permissions: Permissions,
});
export type TeamMember = z.infer<typeof TeamMember>;

const title = z.string().min(1).max(64);

export const NewTeam = z.strictObject({ title, members: z.array(z.string()).optional() });
export const TeamUpdate = z.strictObject({ title: title.meta({ description: 'Title shown in lists and headings.' }) });

/**
 * Users by id or email address. `memberships` holds the roles of those being added; a user in both lists is removed.
 */
export const TeamMembersUpdate = z.strictObject({
  add: z.array(z.string()).optional(),
  remove: z.array(z.string()).optional(),
  memberships: z.record(z.string(), z.strictObject({ role: TeamRole.optional() })).optional(),
});

const all = '/v1/orgs/{organizationId}/teams';
const one = `${all}/{teamId}` as const;

/**
 * Section 4.16. `owner` is a member's id: only teams that they can manage. `title` is a part of the title, ignoring
 * case.
 */
export const teams = {
  list: get(all, {
    query: z.strictObject({ ...paging, owner: z.string().optional(), title: z.string().optional() }),
    reply: listOf(Team),
  }),
  create: put(all, { body: NewTeam, reply: Team, status: 201 }),
  get: get(one, { reply: Team }),
  delete: remove(one, { status: 204 }),
  update: patch(one, { body: TeamUpdate, reply: Team }),
  members: get(`${one}/members`, { query: Paging, reply: listOf(TeamMember) }),
  updateMembers: put(`${one}/members`, { body: TeamMembersUpdate, status: 204 }),
  putMember: put(`${one}/members/{userId}`, {
    body: z.strictObject({ role: TeamRole.optional() }),
    status: 204,
  }),
  deleteMember: remove(`${one}/members/{userId}`, { status: 204 }),
};

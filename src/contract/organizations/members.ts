import * as z from 'zod';
import { get, patch, post, remove } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { maybe, paging, Role, RoleReply } from '../shared/shapes.ts';
import { Space } from '../spaces/spaces.ts';
import { Team, TeamRoleReply } from './teams.ts';
import { Member } from './member.ts';

const order = z.enum(['asc', 'desc']);

/** The role null makes the member a guest. */
export const MemberUpdate = z.strictObject({
  role: Role.nullable()
    .optional()
    .meta({ description: 'Role of this member in the organization. null makes the member a guest.' }),
});

const SpaceOfMember = z.looseObject({ permission: maybe(RoleReply), space: Space });
const TeamOfMember = z.looseObject({ team: Team, member: maybe(z.looseObject({ role: maybe(TeamRoleReply) })) });

const base = '/v1/orgs/{organizationId}';
const one = `${base}/members/{userId}` as const;

/** Section 4.15. `order` defaults to `desc`, `sort` to `joinedAt`; `lastSeenAt` lists only active members. */
export const members = {
  list: get(`${base}/members`, {
    query: z.strictObject({
      ...paging,
      order: order.optional(),
      role: Role.optional(),
      search: z.string().optional(),
      sort: z.enum(['joinedAt', 'lastSeenAt']).optional(),
    }),
    reply: listOf(Member),
  }),
  get: get(one, { reply: Member }),
  delete: remove(one, { status: 204 }),
  update: patch(one, { body: MemberUpdate, reply: Member }),
  /** The claims are a secret: a JWT that lets its bearer in as this visitor. */
  ping: post(`${base}/ping`, { reply: z.looseObject({ serviceVisitorClaims: maybe(z.string()) }) }),
  setSso: post(`${one}/sso`, { reply: Member }),
  spaces: get(`${one}/spaces`, {
    query: z.strictObject({ ...paging, order: order.optional() }),
    reply: listOf(SpaceOfMember),
  }),
  teams: get(`${one}/teams`, {
    query: z.strictObject({ ...paging, title: z.string().optional() }),
    reply: listOf(TeamOfMember),
  }),
};

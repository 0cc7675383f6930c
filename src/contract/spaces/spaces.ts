import * as z from 'zod';
import { get, optional, patch, post, remove } from '../shared/endpoint.ts';
import { LinkReport, LinksQuery } from './links.ts';
import { listOf } from '../shared/list.ts';
import {
  DateTime,
  DefaultLevel,
  maybe,
  Move,
  oneOf,
  Paging,
  Permissions,
  RoleReply,
  SpaceTransfer,
  Urls,
} from '../shared/shapes.ts';

/** Section 2.5. `comments` counts the open ones. */
export const Space = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  title: z.string(),
  emoji: maybe(z.string()),
  visibility: oneOf(['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private']),
  createdAt: DateTime,
  updatedAt: DateTime,
  deletedAt: maybe(DateTime),
  editMode: maybe(oneOf(['live', 'locked'])),
  urls: Urls,
  organization: z.string(),
  parent: maybe(z.string()),
  gitSync: maybe(
    z.looseObject({
      repoName: maybe(z.string()),
      installationProvider: maybe(oneOf(['github', 'gitlab', 'github-legacy'])),
      integration: maybe(z.string()),
      url: maybe(z.string()),
      updatedAt: maybe(DateTime),
    }),
  ),
  visitorAuth: maybe(z.looseObject({ backend: maybe(oneOf(['custom', 'integration'])) })),
  revision: z.string(),
  defaultLevel: RoleReply,
  comments: z.number(),
  changeRequests: z.number(),
  changeRequestsOpen: z.number(),
  changeRequestsDraft: z.number(),
  permissions: Permissions,
});
export type Space = z.infer<typeof Space>;

const title = z.string().max(50);
const emoji = z.string().max(50);
const editMode = z.enum(['live', 'locked']);

export const NewSpace = z.strictObject({
  title: title.optional(),
  emoji: emoji.optional(),
  parent: z.string().optional(),
  editMode: editMode.optional(),
});

export const SpaceUpdate = z.strictObject({
  editMode: editMode.optional().meta({
    description:
      'live: people who can edit can change the content. locked: nobody can change the content, not even in a change request.',
  }),
  title: title.optional().meta({ description: 'Title shown in lists and headings.' }),
  defaultLevel: DefaultLevel.optional().meta({
    description:
      'Role of members who have no other role here. inherit uses the role of the parent. null gives guests no access.',
  }),
  emoji: emoji.optional().meta({ description: 'Code point of an emoji, such as 1f4d8.' }),
});

const base = '/v1/spaces/{spaceId}';

/** Section 4.5, and the organization's spaces, which aren't in the document. */
export const spaces = {
  get: get(base, { query: z.strictObject({ shareKey: z.string().optional() }), reply: Space }),
  delete: remove(base, { status: 205 }),
  update: patch(base, { body: SpaceUpdate, reply: Space }),
  duplicate: post(`${base}/duplicate`, { reply: Space, status: 201 }),
  restore: post(`${base}/restore`, { reply: Space }),
  move: post(`${base}/move`, { body: Move, reply: Space }),
  transfer: post(`${base}/transfer`, { body: SpaceTransfer, reply: Space }),
  links: get(`${base}/links`, { query: LinksQuery, reply: LinkReport }),
  list: optional(get('/v1/orgs/{organizationId}/spaces', { query: Paging, reply: listOf(Space) })),
  create: optional(post('/v1/orgs/{organizationId}/spaces', { body: NewSpace, reply: Space, status: 201 })),
};

import * as z from 'zod';
import { get, patch, post, remove } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import {
  DefaultLevel,
  flag,
  maybe,
  Move,
  Paging,
  paging,
  Permissions,
  RoleReply,
  Transfer,
  Urls,
} from '../shared/shapes.ts';
import { Space } from './spaces.ts';

/** Section 2.4. */
export const Collection = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  title: z.string(),
  description: maybe(z.string()),
  organization: z.string(),
  parent: maybe(z.string()),
  defaultLevel: RoleReply,
  urls: Urls,
  permissions: Permissions,
});
export type Collection = z.infer<typeof Collection>;

const title = z.string().max(50);

export const NewCollection = z.strictObject({ title: title.optional(), parent: z.string().optional() });

export const CollectionUpdate = z.strictObject({
  title: title.optional().meta({ description: 'Title shown in lists and headings.' }),
  description: z.string().max(100).optional().meta({ description: 'Short description, at most 100 characters.' }),
  defaultLevel: DefaultLevel.optional().meta({
    description:
      'Role of members who have no other role here. inherit uses the role of the parent. null gives guests no access.',
  }),
});

const base = '/v1/collections/{collectionId}';

/** Section 4.4. */
export const collections = {
  get: get(base, { reply: Collection }),
  delete: remove(base, { status: 205 }),
  update: patch(base, { body: CollectionUpdate, reply: Collection }),
  spaces: get(`${base}/spaces`, { query: Paging, reply: listOf(Space) }),
  move: post(`${base}/move`, { body: Move, reply: Collection }),
  transfer: post(`${base}/transfer`, { body: Transfer, reply: Collection }),
  list: get('/v1/orgs/{organizationId}/collections', {
    query: z.strictObject({ ...paging, nested: flag.optional() }),
    reply: listOf(Collection),
  }),
  create: post('/v1/orgs/{organizationId}/collections', { body: NewCollection, reply: Collection, status: 201 }),
};

import * as z from 'zod';
import { get, optional, patch, post } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { DateTime, flag, maybe, oneOf, paging, Urls } from '../shared/shapes.ts';
import { Space } from '../spaces/spaces.ts';
import { User } from '../organizations/users.ts';

export const changeRequestStatuses = ['draft', 'open', 'archived', 'merged'] as const;

/** Section 2.6. `comments` counts the open ones; `outdated` means behind the latest main content. */
export const ChangeRequest = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  number: z.number(),
  status: oneOf(changeRequestStatuses),
  subject: z.string(),
  createdBy: maybe(User),
  createdAt: maybe(DateTime),
  updatedAt: maybe(DateTime),
  revision: z.string(),
  revisionInitial: z.string(),
  revisionMergedAncestor: maybe(z.string()),
  revisionMerged: maybe(z.string()),
  comments: z.number(),
  outdated: z.boolean(),
  /** Section 4.7: the agent task that it implements, as given on creation. */
  agentTaskId: maybe(z.string()),
  urls: Urls,
});
export type ChangeRequest = z.infer<typeof ChangeRequest>;

/** A change request in an organization's list: `space` is the space or its id. */
export const OrganizationChangeRequest = ChangeRequest.extend({ space: maybe(Space.or(z.string())) });
export type OrganizationChangeRequest = z.infer<typeof OrganizationChangeRequest>;

const subject = z.string().max(100);

export const NewChangeRequest = z.strictObject({ subject: subject.optional(), agentTaskId: z.string().optional() });

/** A merged change request is final. The status `merged` is only set by merging. */
export const ChangeRequestUpdate = z.strictObject({
  subject: subject.optional(),
  status: z.enum(['draft', 'open', 'archived']).optional(),
});

/** With `conflicts`, the merge was applied anyway. */
const MergeResult = z.looseObject({ revision: maybe(z.string()), result: maybe(oneOf(['merge', 'conflicts'])) });
const UpdateResult = z.looseObject({ revision: maybe(z.string()), result: maybe(oneOf(['update', 'conflicts'])) });

const all = '/v1/spaces/{spaceId}/change-requests';
const one = `${all}/{changeRequestId}` as const;

/** Section 4.7. `changeRequestId` is the id, or the number in the space. */
export const changeRequests = {
  list: get(all, {
    query: z.strictObject({
      ...paging,
      status: z.enum(changeRequestStatuses).optional(),
      contributor: z.string().optional(),
    }),
    reply: listOf(ChangeRequest),
  }),
  create: post(all, { body: NewChangeRequest, reply: ChangeRequest, status: 201 }),
  get: get(one, { reply: ChangeRequest }),
  update: patch(one, { body: ChangeRequestUpdate, reply: ChangeRequest }),
  merge: post(`${one}/merge`, { reply: MergeResult }),
  pull: post(`${one}/update`, { reply: UpdateResult }),
  pdf: get(`${one}/pdf`, {
    query: z.strictObject({ only: flag.optional(), page: z.string().optional() }),
    reply: z.looseObject({ url: z.string() }),
  }),
  /** Change requests of all spaces that the caller can see, last updated first by default; not in the document. */
  ofOrganization: optional(
    get('/v1/orgs/{organizationId}/change-requests', {
      query: z.strictObject({
        ...paging,
        status: z.array(z.enum(changeRequestStatuses)).optional(),
        creator: z.string().optional(),
        contributor: z.string().optional(),
        requestedReviewer: z.string().optional(),
        site: z.string().optional(),
        space: z.string().optional(),
        orderBy: z.enum(['updatedAt', 'createdAt']).optional(),
      }),
      reply: listOf(OrganizationChangeRequest),
    }),
  ),
};

import * as z from 'zod';
import { SpaceSearchResult } from '../spaces/content.ts';
import { get, patch, remove } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { DateTime, maybe, oneOf, Paging, Permissions, Role, RoleReply, Search, Urls } from '../shared/shapes.ts';

/** Section 2.17. */
export const Organization = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  title: z.string(),
  createdAt: DateTime,
  emailDomains: z.array(z.string()),
  hostname: maybe(z.string()),
  type: oneOf(['business', 'community']),
  useCase: maybe(
    oneOf([
      'internalDocs',
      'docsSite',
      'audienceControlledSite',
      'productDocs',
      'teamKnowledgeBase',
      'designSystem',
      'openSourceDocs',
      'notes',
      'other',
    ]),
  ),
  communityType: maybe(oneOf(['nonProfit', 'openSource', 'education'])),
  defaultRole: RoleReply.optional(),
  defaultContent: maybe(z.looseObject({ type: maybe(z.string()), site: maybe(z.string()) })),
  sso: maybe(z.boolean()),
  ai: maybe(z.boolean()),
  inviteLinks: z.boolean(),
  plan: oneOf(['free_2024', 'plus_2024', 'pro_2024', 'enterprise_2024', 'community_2024', 'free', 'plus', 'pro']),
  billing: maybe(
    z.looseObject({
      interval: maybe(z.string()),
      endDate: maybe(DateTime),
      hasPaymentFailed: maybe(z.boolean()),
      isScheduledToCancel: maybe(z.boolean()),
    }),
  ),
  urls: Urls,
  trial: maybe(z.looseObject({ status: maybe(z.string()), endDate: maybe(DateTime), decision: maybe(z.string()) })),
  customHostname: maybe(z.string()),
  blocked: maybe(z.looseObject({ reason: maybe(z.string()) })),
  internal_billingMigration: maybe(
    z.looseObject({
      deadline: maybe(DateTime),
      discountPercent: maybe(z.number()),
      discountEndDate: maybe(DateTime),
    }),
  ),
  internal_isOnNewTrial: maybe(z.boolean()),
  permissions: Permissions,
});
export type Organization = z.infer<typeof Organization>;

/** Section 4.18, PATCH. */
export const OrganizationUpdate = z.strictObject({
  title: z.string().min(2).max(255).optional(),
  emailDomains: z.array(z.string()).optional(),
  hostname: z.string().min(3).max(32).optional(),
  defaultRole: Role.nullable().optional(),
  defaultContent: z
    .strictObject({ type: z.literal('site'), site: z.string() })
    .nullable()
    .optional(),
  /** The extension never loads it. */
  logo: z.url().max(2048).nullable().optional(),
  sso: z.boolean().optional(),
  ai: z.boolean().optional(),
  inviteLinks: z.boolean().optional(),
});

/** Section 2.18, search result (organization): a space with the pages found in it. */
export const OrganizationSearchResult = z.looseObject({
  id: z.string(),
  title: maybe(z.string()),
  pages: maybe(z.array(SpaceSearchResult)),
});
export type OrganizationSearchResult = z.infer<typeof OrganizationSearchResult>;

const base = '/v1/orgs/{organizationId}';

/** Section 4.18. */
export const organizations = {
  list: get('/v1/orgs', { query: Paging, reply: listOf(Organization) }),
  get: get(base, { reply: Organization }),
  update: patch(base, { body: OrganizationUpdate, reply: Organization }),
  deleteInvite: remove(`${base}/link-invites/{inviteId}`, { status: 205 }),
  search: get(`${base}/search`, { query: Search, reply: listOf(OrganizationSearchResult) }),
  ofEmailDomain: get('/v1/email-domains/{emailDomain}/orgs', {
    reply: z.looseObject({ organizations: z.array(Organization) }),
  }),
};

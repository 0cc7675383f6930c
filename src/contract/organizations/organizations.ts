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
  title: z.string().min(2).max(255).optional().meta({ description: 'Title shown in lists and headings.' }),
  emailDomains: z
    .array(z.string())
    .optional()
    .meta({ description: 'People who sign up with an email address of one of these domains become members.' }),
  hostname: z
    .string()
    .min(3)
    .max(32)
    .optional()
    .meta({ description: 'Name of the organization in URLs: 3 to 32 letters, digits, and hyphens.' }),
  defaultRole: Role.nullable()
    .optional()
    .meta({ description: 'Role of new members. null makes them guests, who see only what is shared with them.' }),
  defaultContent: z
    .strictObject({ type: z.literal('site'), site: z.string() })
    .nullable()
    .optional()
    .meta({ description: 'Content that members see first: { "type": "site", "site": <ID> }. null for none.' }),
  /** The extension never loads it. */
  logo: z.url().max(2048).nullable().optional().meta({ description: 'URL of an image. null removes it.' }),
  sso: z.boolean().optional().meta({ description: 'Whether members sign in with single sign-on (SSO).' }),
  ai: z.boolean().optional().meta({ description: 'Whether the platform can use AI features on this content.' }),
  inviteLinks: z.boolean().optional().meta({ description: 'Whether people can be invited with a link.' }),
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

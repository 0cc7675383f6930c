import * as z from 'zod';
import { VisitorSchema } from '../../contract/shared/adaptiveSchema.ts';
import { changeRequestStatuses } from '../../contract/changeRequests/changeRequests.ts';
import { integrationName, NewIntegration } from '../../contract/organizations/integrations.ts';
import { specSlug } from '../../contract/organizations/openapi.ts';
import { DefaultLevel, Role } from '../../contract/shared/shapes.ts';
import { NewSiteCustomization } from '../../contract/sites/siteCustomization.ts';
import { siteTypes, siteVisibilities } from '../../contract/sites/sites.ts';
import { TeamRole } from '../../contract/organizations/teams.ts';

const key = z.string();
const role = Role.nullable();

const SampleChange = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('update_page'), page: z.string(), title: z.string().optional(), file: z.string() }),
  z.object({ operation: z.literal('insert_page'), into: z.string().optional(), title: z.string(), file: z.string() }),
  z.object({ operation: z.literal('delete_page'), page: z.string() }),
]);
export type SampleChange = z.infer<typeof SampleChange>;

const reactions = z.array(z.object({ emoji: z.string(), users: z.array(key) })).default([]);
const SampleComment = z.object({
  page: z.string().optional(),
  quote: z.string().optional(),
  by: key,
  hoursAgo: z.number(),
  body: z.string(),
  resolvedBy: key.optional(),
  reactions,
  replies: z.array(z.object({ by: key, hoursAgo: z.number(), body: z.string(), reactions })).default([]),
});
export type SampleComment = z.infer<typeof SampleComment>;

const SampleSection = z.object({
  section: z.string(),
  icon: z.string().optional(),
  description: z.string().optional(),
  condition: z.string().optional(),
  spaces: z.array(key),
});
export type SampleSection = z.infer<typeof SampleSection>;

const SampleGroup = z.object({ group: z.string(), icon: z.string().optional(), sections: z.array(SampleSection) });

/** `media/sample/workspace.json`, as described in `media/sample/README.md`. Times are in hours before the seeding. */
export const SampleWorkspace = z.object({
  organizations: z.array(
    z.object({
      key,
      title: z.string(),
      hostname: z.string().optional(),
      type: z.string(),
      plan: z.string(),
      useCase: z.string().optional(),
      emailDomains: z.array(z.string()),
      defaultRole: role.optional(),
      members: z.record(key, role),
    }),
  ),
  users: z.array(
    z.object({
      key,
      displayName: z.string(),
      email: z.string(),
      disabled: z.boolean().optional(),
      neverSeen: z.boolean().optional(),
    }),
  ),
  me: key,
  collections: z.array(
    z.object({
      key,
      organization: key,
      title: z.string(),
      description: z.string().optional(),
      parent: key.optional(),
      defaultLevel: DefaultLevel.optional(),
    }),
  ),
  spaces: z.array(
    z.object({
      key,
      organization: key,
      collection: key.optional(),
      title: z.string(),
      emoji: z.string().optional(),
      visibility: z.string(),
      editMode: z.string().optional(),
      folder: z.string(),
      from: z.string().optional(),
      defaultLevel: DefaultLevel,
      published: z.string().optional(),
      deletedDaysAgo: z.number().optional(),
      hoursSinceUpdate: z.number(),
    }),
  ),
  changeRequests: z.array(
    z.object({
      space: key,
      subject: z.string(),
      status: z.enum(changeRequestStatuses),
      createdBy: key,
      hoursAgo: z.number(),
      changes: z.array(SampleChange),
      outdatedBy: z.array(SampleChange).default([]),
      comments: z.array(SampleComment).default([]),
      requestedReviewers: z.array(key).default([]),
      reviews: z
        .array(z.object({ by: key, hoursAgo: z.number(), status: z.enum(['approved', 'changes-requested']) }))
        .default([]),
    }),
  ),
  comments: z.array(SampleComment.extend({ space: key })),
  sites: z.array(
    z.object({
      key,
      organization: key,
      title: z.string(),
      type: z.enum(siteTypes),
      visibility: z.enum(siteVisibilities),
      basename: z.string().optional(),
      published: z.boolean(),
      daysAgo: z.number(),
      customization: NewSiteCustomization.optional(),
      adaptiveSchema: VisitorSchema.optional(),
      structure: z.array(z.union([SampleSection, SampleGroup, z.object({ space: key })])),
      shareLinks: z.array(z.object({ name: z.string(), active: z.boolean() })).default([]),
    }),
  ),
  teams: z.array(z.object({ key, organization: key, title: z.string(), members: z.record(key, TeamRole) })),
  openapiSpecs: z.array(
    z.object({
      organization: key,
      slug: specSlug,
      hoursAgo: z.number(),
      url: z.url().optional(),
      error: z.enum(['FETCH_TIMEOUT', 'FETCH_ERROR']).optional(),
      versions: z.array(z.string()),
    }),
  ),
  translations: z.array(
    z.object({ key, organization: key, title: z.string(), languages: z.array(z.string()), hoursAgo: z.number() }),
  ),
  integrations: z.array(
    z.object({
      name: integrationName,
      organization: key,
      verified: z.boolean().optional(),
      published: NewIntegration.omit({ organization: true, script: true }),
      installations: z.array(
        z.object({
          organization: key,
          status: z.enum(['active', 'pending', 'paused']),
          target: z.union([z.object({ space: key }), z.object({ organization: key })]),
          externalId: z.string().optional(),
          hoursAgo: z.number(),
        }),
      ),
    }),
  ),
});
export type SampleWorkspace = z.infer<typeof SampleWorkspace>;

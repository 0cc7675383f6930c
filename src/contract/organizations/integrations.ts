import * as z from 'zod';
import type { Format } from '../shared/formats.ts';
import { get, optional, post, remove } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { Organization } from './organizations.ts';
import { DateTime, flag, maybe, oneOf, paging, Permissions, Urls } from '../shared/shapes.ts';

const targets = ['all', 'site', 'space', 'organization'] as const;
const visibilities = ['public', 'private', 'unlisted'] as const;
const categories = ['analytics', 'collaboration', 'content', 'marketing', 'visitor-auth', 'other'] as const;

const Block = z.looseObject({
  id: z.string(),
  title: maybe(z.string()),
  description: maybe(z.string()),
  icon: maybe(z.string()),
  urlUnfurl: maybe(z.array(z.string())),
  markdown: maybe(z.looseObject({ codeblock: maybe(z.string()), body: maybe(z.string()) })),
});

const ContentSource = z.looseObject({
  id: z.string(),
  title: maybe(z.string()),
  description: maybe(z.string()),
  icon: maybe(z.string()),
  configuration: maybe(z.looseObject({ componentId: maybe(z.string()) })),
});

const Configuration = z.looseObject({
  properties: maybe(
    z.record(
      z.string(),
      z.looseObject({
        title: maybe(z.string()),
        description: maybe(z.string()),
        type: maybe(z.string()),
        default: z.unknown().optional(),
        completion_url: maybe(z.string()),
        enum: maybe(z.array(z.string())),
      }),
    ),
  ),
  required: maybe(z.array(z.string())),
});

const Configurations = z.looseObject({
  account: maybe(Configuration),
  space: maybe(Configuration),
  site: maybe(Configuration),
});

/** Section 2.19. `summary` is Markdown. Callers outside the owning organization see few of the fields. */
export const Integration = z.looseObject({
  object: maybe(z.string()),
  name: z.string(),
  version: maybe(z.number()),
  title: maybe(z.string()),
  description: maybe(z.string()),
  summary: maybe(z.string()),
  previewImages: maybe(z.array(z.string())),
  target: maybe(oneOf(targets)),
  verified: maybe(z.boolean()),
  visibility: maybe(oneOf(visibilities)),
  scopes: maybe(z.array(z.string())),
  categories: maybe(z.array(oneOf(categories))),
  blocks: maybe(z.array(Block)),
  contentSources: maybe(z.array(ContentSource)),
  configurations: maybe(Configurations),
  externalLinks: maybe(z.array(z.looseObject({ url: maybe(z.string()), label: maybe(z.string()) }))),
  owner: maybe(Organization.partial()),
  urls: Urls,
  permissions: Permissions,
  contentSecurityPolicy: maybe(z.string()),
});
export type Integration = z.infer<typeof Integration>;

const Installation = z.looseObject({
  id: z.string(),
  status: maybe(oneOf(['active', 'pending', 'paused'])),
  target: z.unknown().optional(),
  urls: Urls,
  createdAt: maybe(DateTime),
  updatedAt: maybe(DateTime),
});
export type Installation = z.infer<typeof Installation>;

/** Section 4.19: the path parameter, also used for the domain of a block. */
export const integrationName = z
  .string()
  .max(100)
  .regex(/^[a-zA-Z0-9-_.]+$/, 'name' satisfies Format);

const picture = z.base64('base64' satisfies Format);

/** Section 4.19, publish. Pictures are base64; `organization` is an id or a hostname; `secrets` are never returned. */
export const NewIntegration = z.strictObject({
  runtime: z
    .enum(['v1', 'v2'])
    .optional()
    .meta({ description: 'Version of the runtime that the script was written for.' }),
  icon: picture.optional().meta({ description: 'Image as Base64.' }),
  title: z.string().min(2).max(30).meta({ description: 'Title shown in lists and headings.' }),
  description: z.string().max(100).meta({ description: 'Short description, at most 100 characters.' }),
  summary: z.string().max(2048).optional().meta({ description: 'Markdown that explains what the integration does.' }),
  previewImages: z.array(picture).max(3).optional().meta({ description: 'Up to three images as Base64.' }),
  visibility: z.enum(visibilities).optional().meta({ description: 'Who can see the integration.' }),
  target: z.enum(targets).optional().meta({ description: 'Where the integration can be installed.' }),
  scopes: z.array(z.string()).optional().meta({ description: 'What the integration can read and write.' }),
  categories: z
    .array(z.enum(categories))
    .optional()
    .meta({ description: 'Categories under which the integration is listed.' }),
  blocks: z.array(Block).optional().meta({ description: 'Blocks that the integration adds.' }),
  contentSources: z.array(ContentSource).optional().meta({ description: 'Content sources that the integration adds.' }),
  externalLinks: z
    .array(z.strictObject({ url: z.string(), label: z.string() }))
    .optional()
    .meta({ description: 'Links to show next to the integration, each with a URL and a label.' }),
  configurations: Configurations.optional().meta({
    description: 'Settings to fill in when the integration is installed.',
  }),
  script: z
    .string()
    .meta({ description: 'Code of the integration. The server never returns it, so paste it again for each version.' }),
  organization: z.string().meta({ description: 'ID or hostname of the organization that owns the integration.' }),
  secrets: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'Secret values passed to the code. The server never returns them.' }),
  contentSecurityPolicy: z
    .string()
    .optional()
    .meta({ description: 'Content security policy for content that the integration shows.' }),
});

const all = '/v1/integrations';
const one = `${all}/{integrationName}` as const;

/** Section 4.19. `blocks` and `contentSources` list only integrations with or without such contributions. */
export const integrations = {
  list: get(all, {
    query: z.strictObject({
      ...paging,
      search: z.string().optional(),
      category: z.enum(categories).optional(),
      blockDomain: integrationName.optional(),
      blocks: flag.optional(),
      contentSources: flag.optional(),
      owner: z.string().optional(),
      scope: z.string().optional(),
      target: z.enum(targets).optional(),
    }),
    reply: listOf(Integration),
  }),
  get: get(one, { reply: Integration }),
  publish: post(one, { body: NewIntegration, reply: Integration }),
  unpublish: remove(one, { status: 204 }),
  installations: optional(
    get(`${one}/installations`, {
      query: z.strictObject({ ...paging, externalId: z.string().optional() }),
      reply: listOf(Installation),
    }),
  ),
};

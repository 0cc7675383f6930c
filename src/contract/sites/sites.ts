import * as z from 'zod';
import type { Format } from '../shared/formats.ts';
import { AdaptiveSchema, AdaptiveSchemaUpdate, TemplateConditions } from '../shared/adaptiveSchema.ts';
import { get, optional, patch, post, put, remove } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { DateTime, flag, LightDark, maybe, oneOf, paging, Urls } from '../shared/shapes.ts';
import { SiteStructure, StructureItem, StructureSort } from './siteStructure.ts';

export const siteTypes = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const;
export const siteVisibilities = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;
const agentsContexts = ['excluded', 'included'] as const;

/** Section 2.7. `siteSpaces` is their number; `hostname` is read-only. */
export const Site = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  type: oneOf(siteTypes),
  title: z.string(),
  icon: maybe(z.looseObject({ icon: maybe(LightDark) }).or(z.string())),
  hostname: maybe(z.string()),
  basename: maybe(z.string()),
  proxy: maybe(z.looseObject({ origin: maybe(z.string()), target: maybe(z.string()) })),
  visibility: oneOf(siteVisibilities),
  published: z.boolean(),
  siteSpaces: z.number(),
  createdAt: DateTime,
  adaptiveContent: maybe(z.looseObject({ enabled: maybe(z.boolean()) })),
  ads: z.unknown().optional(),
  agentsContext: maybe(oneOf(agentsContexts)),
  features: maybe(
    z.array(
      z.looseObject({
        id: maybe(z.string()),
        plan: maybe(z.string()),
        frozen: maybe(z.boolean()),
        customizations: maybe(z.array(z.string())),
      }),
    ),
  ),
  urls: Urls,
});
export type Site = z.infer<typeof Site>;

/** Section 2.7, published site: the content that visitors are served. */
export const PublishedSite = z.looseObject({ object: maybe(z.string()), site: Site, structure: SiteStructure });
export type PublishedSite = z.infer<typeof PublishedSite>;

const title = z.string().min(2).max(128);
const visibility = z.enum(siteVisibilities);

/** `spaces` are ids of existing spaces to start with, or `sample` or `empty` for a new one. */
export const NewSite = z.strictObject({
  type: z.enum(siteTypes).default('basic'),
  title: title.optional(),
  visibility: visibility.optional(),
  spaces: z.union([z.array(z.string()), z.enum(['sample', 'empty'])]).optional(),
});

const proxyAddress = /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/;

/** `defaultSiteSpace` is one at the root or in the default section; null removes `proxy`. */
export const SiteUpdate = z.strictObject({
  title: title.optional().meta({ description: 'Title shown in lists and headings.' }),
  visibility: visibility.optional().meta({
    description:
      'Who can visit the site. public: everyone, and search engines list it. unlisted: anyone with the URL. share-link: anyone with a share link. visitor-auth: people who sign in.',
  }),
  basename: z.string().min(1).max(100).optional().meta({ description: "First segment of the published site's path." }),
  adaptiveContent: z
    .strictObject({ enabled: z.boolean().optional() })
    .optional()
    .meta({ description: 'Whether content can depend on the visitor.' }),
  agentsContext: z
    .enum(agentsContexts)
    .optional()
    .meta({ description: 'Whether AI agents of the platform can read this site.' }),
  defaultSiteSpace: z.string().optional().meta({ description: 'ID of the site space that visitors see first.' }),
  defaultSiteSection: z.string().optional().meta({ description: 'ID of the section that visitors see first.' }),
  proxy: z
    .string()
    .max(512)
    .regex(proxyAddress, 'hostAndPath' satisfies Format)
    .nullable()
    .optional()
    .meta({
      description:
        'Hostname and path at which your own server serves the site, such as example.com/docs. null removes it.',
    }),
});

const ShareKey = z.strictObject({ shareKey: z.string().optional() });

const all = '/v1/orgs/{organizationId}/sites';
const one = `${all}/{siteId}` as const;

/** Section 4.8, and endpoints that aren't in the document: structure, its sort order, publishing. */
export const sites = {
  list: get(all, {
    query: z.strictObject({
      ...paging,
      space: z.string().optional(),
      title: z.string().optional(),
      published: flag.optional(),
    }),
    reply: listOf(Site),
  }),
  create: post(all, { body: NewSite, reply: Site, status: 201 }),
  get: get(one, { reply: Site }),
  delete: remove(one, { status: 205 }),
  update: patch(one, { body: SiteUpdate, reply: Site }),
  adaptiveSchema: get(`${one}/adaptive-schema`, { reply: AdaptiveSchema }),
  updateAdaptiveSchema: put(`${one}/adaptive-schema`, { body: AdaptiveSchemaUpdate, reply: AdaptiveSchema }),
  templateConditions: get(`${one}/adaptive-schema/template-conditions`, { reply: TemplateConditions }),
  published: get(`${one}/published`, { query: ShareKey, reply: PublishedSite }),
  structure: optional(get(`${one}/structure`, { query: ShareKey, reply: SiteStructure })),
  sort: optional(patch(`${one}/structure/sort`, { body: StructureSort, reply: StructureItem })),
  publish: optional(post(`${one}/publish`, { reply: Site })),
  unpublish: optional(post(`${one}/unpublish`, { reply: Site })),
};

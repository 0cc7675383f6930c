import * as z from 'zod';
import { deprecated, get, patch, post, remove } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { maybe, paging, Urls } from '../shared/shapes.ts';
import { SiteSpace } from './siteSpaces.ts';

/** Section 2.8. */
export const SiteSection = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  title: z.string(),
  description: maybe(z.string()),
  default: maybe(z.boolean()),
  path: z.string(),
  condition: maybe(z.string()),
  sectionGroup: maybe(z.string()),
  icon: maybe(z.string()),
  siteSpaces: maybe(z.array(SiteSpace)),
  urls: Urls,
});
export type SiteSection = z.infer<typeof SiteSection>;

const title = z.string().min(2).max(128);
const icon = z.string().max(50).nullable();

/** Without a title, the section is named after its space. */
export const NewSiteSection = z.strictObject({
  spaceId: z.string(),
  title: title.nullable().optional(),
  icon: icon.optional(),
});

/** Null removes `condition`, `icon` or `description`. */
export const SiteSectionUpdate = z.strictObject({
  title: title.optional().meta({ description: 'Title shown in lists and headings.' }),
  path: z.string().min(1).max(100).optional().meta({ description: 'Segment of the URL below the site.' }),
  defaultSiteSpace: z.string().optional().meta({ description: 'ID of the site space that visitors see first.' }),
  condition: z.string().min(1).max(1024).nullable().optional().meta({
    description:
      'Expression that a visitor must match to see this, such as visitor.claims.isPartner. null shows it to everyone.',
  }),
  icon: icon.optional().meta({ description: 'Name of an icon. null removes it.' }),
  description: z
    .string()
    .max(256)
    .nullable()
    .optional()
    .meta({ description: 'Short description, at most 256 characters. null removes it.' }),
});

const Neighbour = z.strictObject({ type: z.literal('site-section'), siteSection: z.string() });
const Move = z.strictObject({
  position: z.strictObject({ before: Neighbour.optional(), after: Neighbour.optional() }).optional(),
});

const all = '/v1/orgs/{organizationId}/sites/{siteId}/sections';
const one = `${all}/{siteSectionId}` as const;

/** Section 4.9. A move stays within the group, or outside of groups; without neighbors, the section goes to the end. */
export const siteSections = {
  list: get(all, {
    query: z.strictObject({ shareKey: z.string().optional(), ...paging }),
    reply: listOf(SiteSection),
  }),
  create: post(all, { body: NewSiteSection, reply: SiteSection, status: 201 }),
  delete: remove(one, { status: 205 }),
  update: patch(one, { body: SiteSectionUpdate, reply: SiteSection }),
  move: deprecated(post(`${one}/move`, { body: Move, reply: SiteSection }), { successor: 'sites.sort' }),
};

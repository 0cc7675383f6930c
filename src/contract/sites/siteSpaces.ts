import * as z from 'zod';
import { deprecated, get, patch, post, remove } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { flag, maybe, paging, Urls } from '../shared/shapes.ts';
import { Space } from '../spaces/spaces.ts';

/** Section 2.10. `id` is that of the relationship; `space` is absent if the caller can't see it. */
export const SiteSpace = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  path: z.string(),
  section: maybe(z.string()),
  space: maybe(Space),
  title: z.string(),
  default: maybe(z.boolean()),
  condition: maybe(z.string()),
  hasAdvancedCustomizationFeature: maybe(z.boolean()),
  urls: Urls,
});
export type SiteSpace = z.infer<typeof SiteSpace>;

export const NewSiteSpace = z.strictObject({ spaceId: z.string(), sectionId: z.string().optional() });

/** Null removes `condition`. */
export const SiteSpaceUpdate = z.strictObject({
  path: z.string().min(1).max(100).optional().meta({ description: 'Segment of the URL below the site.' }),
  condition: z.string().min(1).max(1024).nullable().optional().meta({
    description:
      'Expression that a visitor must match to see this, such as visitor.claims.isPartner. null shows it to everyone.',
  }),
  spaceId: z.string().optional().meta({ description: 'ID of the space to show here.' }),
});

const Neighbour = z.strictObject({ type: z.literal('site-space'), siteSpace: z.string() });
const Move = z.strictObject({
  position: z.strictObject({ before: Neighbour.optional(), after: Neighbour.optional() }).optional(),
});

const all = '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces';
const one = `${all}/{siteSpaceId}` as const;

/** Section 4.11. A move stays within the section; without neighbors, the site space goes to the end. */
export const siteSpaces = {
  list: get(all, {
    query: z.strictObject({ shareKey: z.string().optional(), ...paging, default: flag.optional() }),
    reply: listOf(SiteSpace),
  }),
  create: post(all, { body: NewSiteSpace, reply: SiteSpace, status: 201 }),
  delete: remove(one, { status: 205 }),
  update: patch(one, { body: SiteSpaceUpdate, reply: SiteSpace }),
  move: deprecated(post(`${one}/move`, { body: Move, reply: SiteSpace }), { successor: 'sites.sort' }),
};

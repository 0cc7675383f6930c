import * as z from 'zod';
import { deprecated, get, patch, post, remove } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { maybe, Paging } from '../shared/shapes.ts';
import { SiteSection } from './siteSections.ts';

/** Section 2.9. */
export const SiteSectionGroup = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  title: z.string(),
  icon: maybe(z.string()),
  sections: maybe(z.array(SiteSection)),
});
export type SiteSectionGroup = z.infer<typeof SiteSectionGroup>;

const title = z.string().min(1).max(100);
const icon = z.string().max(50).nullable();

export const NewSiteSectionGroup = z.strictObject({
  title,
  icon: icon.optional(),
  sections: z.array(z.string()).optional(),
});

export const SiteSectionGroupUpdate = z.strictObject({
  title: title.optional().meta({ description: 'Title shown in lists and headings.' }),
  icon: icon.optional().meta({ description: 'Name of an icon. null removes it.' }),
});

const Neighbour = z.strictObject({ type: z.enum(['site-section', 'site-section-group']), id: z.string() });
const Move = z.strictObject({
  position: z.strictObject({ before: Neighbour.optional(), after: Neighbour.optional() }).optional(),
});

const all = '/v1/orgs/{organizationId}/sites/{siteId}/section-groups';
const one = `${all}/{siteSectionGroupId}` as const;

/**
 * Section 4.10. Groups are ordered among the sections outside of groups. The content of a deleted group takes its
 * place.
 */
export const siteSectionGroups = {
  list: get(all, { query: Paging, reply: listOf(SiteSectionGroup) }),
  create: post(all, { body: NewSiteSectionGroup, reply: SiteSectionGroup, status: 201 }),
  delete: remove(one, { status: 205 }),
  update: patch(one, { body: SiteSectionGroupUpdate, reply: SiteSectionGroup }),
  addSection: post(`${one}/sections`, {
    body: z.strictObject({ sectionId: z.string() }),
    reply: SiteSectionGroup,
    status: 201,
  }),
  removeSection: remove(`${one}/sections/{siteSectionId}`, { status: 205 }),
  move: deprecated(post(`${one}/move`, { body: Move, reply: SiteSectionGroup }), { successor: 'sites.sort' }),
};

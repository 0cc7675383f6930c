import * as z from 'zod';
import { maybe, oneOf, Urls } from '../shared/shapes.ts';
import { SiteSection } from './siteSections.ts';
import { SiteSpace } from './siteSpaces.ts';
import { Space } from '../spaces/spaces.ts';

/** An item at the top of a site, distinguished by `object`: a section, a group of sections, or a site space. */
export const StructureItem = z.looseObject({
  object: maybe(oneOf(['site-section', 'site-section-group', 'site-space'])),
  id: z.string(),
  title: maybe(z.string()),
  description: maybe(z.string()),
  default: maybe(z.boolean()),
  path: maybe(z.string()),
  condition: maybe(z.string()),
  icon: maybe(z.string()),
  urls: Urls,
  /** Only in a section. */
  siteSpaces: maybe(z.array(SiteSpace)),
  /** Only in a group. */
  sections: maybe(z.array(SiteSection)),
  /** Only in a site space. */
  space: maybe(Space),
});
export type StructureItem = z.infer<typeof StructureItem>;

/** Section 2.7, published site: `sections` holds sections and their groups, `siteSpaces` site spaces, all in order. */
export const SiteStructure = z.looseObject({
  type: oneOf(['sections', 'siteSpaces']),
  structure: z.array(StructureItem),
});
export type SiteStructure = z.infer<typeof SiteStructure>;

const Item = z.strictObject({ type: z.enum(['site-space', 'site-section', 'site-section-group']), id: z.string() });

/** Moves an item among its siblings; to the end without neighbors. */
export const StructureSort = z.strictObject({
  item: Item,
  position: z.strictObject({ before: Item.optional(), after: Item.optional() }).optional(),
});

import * as z from 'zod';
import { maybe, oneOf, paging } from '../shared/shapes.ts';

/** Section 2.18: the target of a link, and where the link is. */
export const LinkReference = z.looseObject({
  kind: maybe(oneOf(['file', 'url', 'page', 'user', 'collection', 'space', 'reusable-content', 'openapi'])),
  organization: maybe(z.string()),
  space: maybe(z.string()),
  versionContext: z.unknown().optional(),
  file: maybe(z.string()),
});

/** Section 2.18, link report. `broken.changeRequest` counts the links that a change request would break. */
export const LinkReport = z.looseObject({
  next: maybe(z.looseObject({ page: z.string() })),
  count: maybe(z.number()),
  stats: maybe(
    z.looseObject({
      total: maybe(z.number()),
      broken: maybe(z.looseObject({ total: maybe(z.number()), changeRequest: maybe(z.number()) })),
    }),
  ),
  items: z.array(
    z.looseObject({
      status: maybe(oneOf(['ok', 'broken', 'in-app'])),
      relation: maybe(oneOf(['reference', 'dependsOn'])),
      targetReference: maybe(LinkReference),
      locationReferences: maybe(z.array(LinkReference)),
    }),
  ),
});
export type LinkReport = z.infer<typeof LinkReport>;

export const LinksQuery = z.strictObject({ ...paging, status: z.enum(['ok', 'broken', 'in-app']).optional() });

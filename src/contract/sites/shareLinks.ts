import * as z from 'zod';
import { get, patch, post, remove } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { DateTime, maybe, Paging, Urls } from '../shared/shapes.ts';

/**
 * Section 2.12. `urls.published` is a secret, because it gives read access to the site. Its last segment is the
 * `shareKey`.
 */
export const ShareLink = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  createdAt: DateTime,
  name: maybe(z.string()),
  active: maybe(z.boolean()),
  urls: Urls,
});
export type ShareLink = z.infer<typeof ShareLink>;

const name = z.string().max(50);

export const NewShareLink = z.strictObject({ name });
export const ShareLinkUpdate = z.strictObject({ active: z.boolean().optional(), name: name.optional() });

const all = '/v1/orgs/{organizationId}/sites/{siteId}/share-links';
const one = `${all}/{shareLinkId}` as const;

/** Section 4.13. */
export const shareLinks = {
  list: get(all, { query: Paging, reply: listOf(ShareLink) }),
  create: post(all, { body: NewShareLink, reply: ShareLink, status: 201 }),
  delete: remove(one, { status: 205 }),
  update: patch(one, { body: ShareLinkUpdate, reply: ShareLink }),
};

import { Page, PageQuery, Revision } from './content.ts';
import { get, optional } from '../shared/endpoint.ts';
import { Shaping } from '../shared/shapes.ts';
import { treeOf } from '../shared/tree.ts';

const base = '/v1/spaces/{spaceId}/revisions/{revisionId}';

/** Content at any revision of a space or of its change requests; not in the document. */
export const revisions = {
  get: optional(get(base, { query: Shaping, reply: Revision })),
  pages: optional(get(`${base}/pages`, { query: Shaping, reply: treeOf(Page) })),
  page: optional(get(`${base}/page/{pageId}`, { query: PageQuery, reply: Page })),
};

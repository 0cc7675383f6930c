import * as z from 'zod';
import { get, optional, post } from '../shared/endpoint.ts';
import { LinkReference, LinkReport, LinksQuery } from './links.ts';
import { listOf } from '../shared/list.ts';
import {
  DateTime,
  flag,
  format,
  maybe,
  oneOf,
  Paging,
  paging,
  Reference,
  Search,
  Shaping,
  shaping,
  Urls,
} from '../shared/shapes.ts';
import { treeOf } from '../shared/tree.ts';

const Git = maybe(z.looseObject({ oid: maybe(z.string()), path: maybe(z.string()) }));
const Variables = maybe(z.record(z.string(), z.unknown()));

/**
 * Section 2.18, Page. `pages` holds its child pages; only documents and groups have any. `markdown` or `document` is
 * present if requested by `format`.
 */
export const Page = z.looseObject({
  id: z.string(),
  title: maybe(z.string()),
  emoji: maybe(z.string()),
  icon: maybe(z.string()),
  createdAt: maybe(DateTime),
  updatedAt: maybe(DateTime),
  markdown: maybe(z.string()),
  document: z.unknown().optional(),
  type: maybe(oneOf(['document', 'group', 'link', 'computed'])),
  urls: Urls,
  slug: maybe(z.string()),
  path: maybe(z.string()),
  description: maybe(z.string()),
  documentId: maybe(z.string()),
  target: maybe(Reference),
  href: maybe(z.string()),
  git: Git,
  layout: maybe(
    z.looseObject({
      cover: maybe(z.boolean()),
      title: maybe(z.boolean()),
      description: maybe(z.boolean()),
      tableOfContents: maybe(z.boolean()),
      outline: maybe(z.boolean()),
      pagination: maybe(z.boolean()),
      coverSize: maybe(z.string()),
    }),
  ),
  cover: maybe(z.looseObject({ ref: maybe(Reference), refDark: maybe(Reference), yPos: maybe(z.number()) })),
  variables: Variables,
  hidden: maybe(z.boolean()),
  noIndex: maybe(z.boolean()),
  noRobotsIndex: maybe(z.boolean()),
  computed: maybe(
    z.looseObject({
      type: maybe(z.string()),
      dependencies: z.unknown().optional(),
      props: z.unknown().optional(),
    }),
  ),
  computedSeed: maybe(z.string()),
  get pages() {
    return maybe(z.array(Page));
  },
});
export type Page = z.infer<typeof Page>;

/** Section 2.18, File. `size` is in bytes, `dimensions` in pixels; `downloadURL` may expire. */
export const File = z.looseObject({
  id: z.string(),
  name: maybe(z.string()),
  contentType: maybe(z.string()),
  downloadURL: maybe(z.string()),
  size: maybe(z.number()),
  dimensions: maybe(z.looseObject({ width: maybe(z.number()), height: maybe(z.number()) })),
  git: Git,
});
export type File = z.infer<typeof File>;

/** Section 2.18, Revision. */
export const Revision = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  parents: maybe(z.array(z.string())),
  pages: maybe(z.array(Page)),
  files: maybe(z.array(File)),
  reusableContents: maybe(
    z.array(z.looseObject({ id: z.string(), title: maybe(z.string()), document: z.unknown().optional(), git: Git })),
  ),
  variables: Variables,
  createdAt: maybe(DateTime),
  git: maybe(
    z.looseObject({
      oid: maybe(z.string()),
      message: maybe(z.string()),
      createdByService: maybe(z.boolean()),
      url: maybe(z.string()),
      ref: maybe(z.string()),
    }),
  ),
  urls: Urls,
  type: maybe(oneOf(['edits', 'merge', 'rollback', 'update', 'computed'])),
});
export type Revision = z.infer<typeof Revision>;

/** Section 2.18, search result (space): a page with the sections found in it. */
export const SpaceSearchResult = z.looseObject({
  id: z.string(),
  title: maybe(z.string()),
  path: maybe(z.string()),
  sections: maybe(
    z.array(
      z.looseObject({
        id: maybe(z.string()),
        title: maybe(z.string()),
        path: maybe(z.string()),
        body: maybe(z.string()),
        urls: Urls,
      }),
    ),
  ),
  urls: Urls,
});
export type SpaceSearchResult = z.infer<typeof SpaceSearchResult>;

/** Section 4.6, import from the web. */
export const NewImport = z.strictObject({
  url: z.url(),
  source: oneOf(['website', 'docx', 'markdown', 'html', 'zip', 'confluence', 'github-wiki', 'notion', 'google-docs']),
});

export const ImportResult = z.looseObject({
  revision: maybe(z.string()),
  importedResources: maybe(z.number()),
  totalResources: maybe(z.number()),
  /** What the local platform changed or left out, and how many files it took; not in the document. */
  files: maybe(z.number()),
  notes: maybe(z.array(z.looseObject({ kind: z.string(), path: z.string(), detail: maybe(z.string()) }))),
});
export type ImportResult = z.infer<typeof ImportResult>;

/** `evaluated` requests the values of the author's expressions, if the server evaluates them. */
export const PageQuery = z.strictObject({ format: format.optional(), evaluated: flag.optional(), ...shaping });

const base = '/v1/spaces/{spaceId}';

/** Section 4.6. */
export const content = {
  search: get(`${base}/search`, { query: Search, reply: listOf(SpaceSearchResult) }),
  revision: get(`${base}/content`, { query: Shaping, reply: Revision }),
  import: post(`${base}/content/import`, { body: NewImport, reply: ImportResult, status: 201 }),
  pages: get(`${base}/content/pages`, { query: Shaping, reply: treeOf(Page) }),
  files: get(`${base}/content/files`, { query: z.strictObject({ ...paging, ...shaping }), reply: listOf(File) }),
  file: get(`${base}/content/files/{fileId}`, { query: Shaping, reply: File }),
  fileBacklinks: get(`${base}/content/files/{fileId}/backlinks`, { query: Paging, reply: listOf(LinkReference) }),
  page: get(`${base}/content/page/{pageId}`, { query: PageQuery, reply: Page }),
  /** `pagePath` holds the slugs from the top of the space, joined by `/`; not in the document. */
  pageAtPath: optional(get(`${base}/content/path/{pagePath}`, { query: PageQuery, reply: Page })),
  pageLinks: get(`${base}/content/page/{pageId}/links`, { query: LinksQuery, reply: LinkReport }),
};

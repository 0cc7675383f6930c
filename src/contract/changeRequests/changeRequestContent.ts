import * as z from 'zod';
import type { Format } from '../shared/formats.ts';
import { File, Page, PageQuery, Revision } from '../spaces/content.ts';
import { get, optional, post } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { maybe, oneOf, paging, Shaping, shaping, WebAddress } from '../shared/shapes.ts';
import { treeOf } from '../shared/tree.ts';

const Place = maybe(z.looseObject({ path: maybe(z.string()), parent: maybe(z.string()), at: maybe(z.number()) }));

/**
 * One difference between a change request and its base. `page` or `file` is what changed; `from` and `to` are the
 * places of a moved page; `attributes` lists the changed fields by name.
 */
export const SemanticChange = z.looseObject({
  type: oneOf([
    'page_created',
    'page_edited',
    'page_deleted',
    'page_moved',
    'file_created',
    'file_edited',
    'file_deleted',
  ]),
  page: maybe(
    z.looseObject({
      id: z.string(),
      type: maybe(z.string()),
      title: maybe(z.string()),
      path: maybe(z.string()),
    }),
  ),
  file: z.unknown().optional(),
  from: Place,
  to: Place,
  attributes: maybe(
    z.record(z.string(), z.looseObject({ before: z.unknown().optional(), after: z.unknown().optional() })),
  ),
});
export type SemanticChange = z.infer<typeof SemanticChange>;

/**
 * A page that the change request and main changed in the same places, where the change request's version was taken.
 * `base`, `own` and `main` are the ids of the revisions with each version: `base` is where both started, `own` the
 * change request before its update. `attributes` names the fields in conflict, as in a change; `document` is the text.
 */
export const PageConflict = z.looseObject({
  page: z.string(),
  base: z.string(),
  main: z.string(),
  own: z.string(),
  attributes: z.array(z.string()),
});
export type PageConflict = z.infer<typeof PageConflict>;

/** `more` is the number of changes left off. `conflicts` are the unresolved ones; only our own server reports them. */
export const Changes = z.looseObject({
  changes: z.array(SemanticChange),
  more: maybe(z.number().or(z.boolean())),
  conflicts: maybe(z.array(PageConflict)),
  mergedFrom: z.unknown().optional(),
});

/**
 * The document has no limits for a page. These keep every page quick to read, search and render: about 1 MB of text.
 */
const DocumentInput = z.strictObject({ markdown: z.string().max(1_000_000) });
const title = z
  .string()
  .max(250)
  .refine((text) => text.trim() !== '', 'notBlank' satisfies Format);
const at = z.int().min(0);

/** In bytes; in base64, four characters hold three of them. */
const largestNewFile = 1_000_000;

/**
 * A file to add to a change request: from the web (`url`), or in the request (`base64`, with its `contentType`). Pages
 * of the same request link to it as `./<ref>`.
 */
const NewFile = z
  .strictObject({
    name: z
      .string()
      .max(256)
      .regex(/^[^/\\\p{Cc}]*[^/\\.\p{Cc}]\.[^/\\.\s\p{Cc}]+$/u, 'fileName' satisfies Format),
    url: WebAddress.optional(),
    base64: z
      .base64('base64' satisfies Format)
      .max(Math.ceil(largestNewFile / 3) * 4)
      .optional(),
    contentType: z.string().min(1).max(256).optional(),
    ref: z.string().min(1).max(256).optional(),
  })
  .refine(({ url, base64 }) => (url === undefined) !== (base64 === undefined), 'urlOrBase64' satisfies Format);
export type NewFile = z.infer<typeof NewFile>;

/**
 * `into` is the parent page (the top of the space if omitted), `at` the index among its siblings, from 0 (last if
 * omitted).
 */
const ContentChange = z.discriminatedUnion('operation', [
  z.strictObject({
    operation: z.literal('insert_page'),
    title,
    into: z.string().optional(),
    at: at.optional(),
    document: DocumentInput,
  }),
  z.strictObject({
    operation: z.literal('update_page'),
    page: z.string(),
    title: title.optional(),
    slug: z.string().optional(),
    document: DocumentInput.optional(),
    /** `null` moves the page to the top of the space. */
    into: z.string().nullable().optional(),
    at: at.optional(),
  }),
  z.strictObject({ operation: z.literal('delete_page'), page: z.string() }),
  z.strictObject({ operation: z.literal('revert_page'), page: z.string() }),
  z.strictObject({ operation: z.literal('insert_files'), files: z.array(NewFile).min(1).max(20) }),
]);
export type ContentChange = z.infer<typeof ContentChange>;

export const ContentUpdate = z.strictObject({ changes: z.array(ContentChange).min(1).max(50) });

const base = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}';

/** The content of a change request's head; not in the document. */
export const changeRequestContent = {
  revision: optional(get(`${base}/content`, { query: Shaping, reply: Revision })),
  pages: optional(get(`${base}/content/pages`, { query: Shaping, reply: treeOf(Page) })),
  page: optional(get(`${base}/content/page/{pageId}`, { query: PageQuery, reply: Page })),
  files: optional(
    get(`${base}/content/files`, { query: z.strictObject({ ...paging, ...shaping }), reply: listOf(File) }),
  ),
  changes: optional(get(`${base}/changes`, { query: z.strictObject({ limit: paging.limit }), reply: Changes })),
  /**
   * Applies all of the changes or none, as one new revision. `inserted` are the ids of the new pages, in their order, and
   * `insertedFiles` the new files. Older servers don't know `insert_files`.
   */
  update: optional(
    post(`${base}/content`, {
      body: ContentUpdate,
      reply: z.looseObject({
        revision: maybe(z.string()),
        inserted: maybe(z.array(z.string())),
        insertedFiles: maybe(z.array(File)),
      }),
    }),
  ),
};

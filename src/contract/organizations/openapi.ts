import * as z from 'zod';
import type { Format } from '../shared/formats.ts';
import { get, post, put, remove } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { DateTime, maybe, oneOf, Paging, Permissions, Urls, WebAddress } from '../shared/shapes.ts';

/**
 * Section 2.13. `lastVersion` is the id of the latest version; an error code means that the current source has none.
 */
export const OpenApiSpec = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  createdAt: DateTime,
  updatedAt: DateTime,
  slug: z.string(),
  sourceURL: maybe(z.string()),
  processingState: oneOf(['pending', 'progress', 'complete']),
  lastVersion: maybe(z.string()),
  lastProcessedAt: maybe(DateTime),
  lastProcessErrorCode: maybe(oneOf(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'])),
  /** Not in the API document: what is wrong with the text, as sentences of our platform. */
  lastProcessProblems: maybe(z.array(z.string())),
  permissions: Permissions,
  urls: Urls,
});
export type OpenApiSpec = z.infer<typeof OpenApiSpec>;

/** Section 2.13. `url` leads to the original document as JSON, and may expire. */
export const OpenApiSpecVersion = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  createdAt: maybe(DateTime),
  url: z.string(),
  urls: Urls,
});
export type OpenApiSpecVersion = z.infer<typeof OpenApiSpecVersion>;

const VersionContent = z.looseObject({ filesystem: maybe(z.unknown()), url: maybe(z.string()) });

/** Either a URL that the server reads, or the document itself. */
const Source = z
  .strictObject({ url: WebAddress.optional(), text: z.string().optional() })
  .refine(({ url, text }) => (url === undefined) !== (text === undefined), 'urlOrText' satisfies Format);

/** Section 2.13, slug. */
export const specSlug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'slug' satisfies Format);

export const NewOpenApiSpec = z.strictObject({ slug: specSlug, source: Source });
export const OpenApiSpecSource = z.strictObject({
  source: Source.meta({
    description: 'Either { "url": … }, which the server reads again regularly, or { "text": … }, the document itself.',
  }),
});

const all = '/v1/orgs/{organizationId}/openapi';
const one = `${all}/{specSlug}` as const;

/** Section 4.14. `put` creates a missing spec, and then returns 201. */
export const openapi = {
  list: get(all, { query: Paging, reply: listOf(OpenApiSpec) }),
  create: post(all, { body: NewOpenApiSpec, reply: OpenApiSpec, status: 201 }),
  get: get(one, { reply: OpenApiSpec }),
  put: put(one, { body: OpenApiSpecSource, reply: OpenApiSpec }),
  delete: remove(one, { status: 205 }),
  versions: get(`${one}/versions`, { query: Paging, reply: listOf(OpenApiSpecVersion) }),
  latestVersion: get(`${one}/versions/latest`, { reply: OpenApiSpecVersion }),
  latestContent: get(`${one}/versions/latest/content`, { reply: VersionContent }),
  version: get(`${one}/versions/{versionId}`, { reply: OpenApiSpecVersion }),
  versionContent: get(`${one}/versions/{versionId}/content`, { reply: VersionContent }),
};

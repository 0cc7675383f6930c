import * as z from 'zod';
import { get, post, put, remove } from '../shared/endpoint.ts';
import { listOf } from '../shared/list.ts';
import { DateTime, maybe, Paging, Permissions, Urls } from '../shared/shapes.ts';

/** Section 2.16. `languages` are codes, and read-only. */
export const TranslationSettings = z.looseObject({
  object: maybe(z.string()),
  id: z.string(),
  title: z.string(),
  languages: maybe(z.array(z.string())),
  createdAt: maybe(DateTime),
  updatedAt: maybe(DateTime),
  permissions: Permissions,
  urls: Urls,
});
export type TranslationSettings = z.infer<typeof TranslationSettings>;

export const TranslationSettingsUpdate = z.strictObject({
  title: z.string().min(1).max(100).meta({ description: 'Title shown in lists and headings.' }),
});

const all = '/v1/orgs/{organizationId}/translations';
const one = `${all}/{translationSettingsId}` as const;

/** Section 4.17. */
export const translations = {
  list: get(all, { query: Paging, reply: listOf(TranslationSettings) }),
  create: post(all, { body: TranslationSettingsUpdate, reply: TranslationSettings, status: 201 }),
  get: get(one, { reply: TranslationSettings }),
  update: put(one, { body: TranslationSettingsUpdate, reply: TranslationSettings }),
  delete: remove(one, { status: 205 }),
};

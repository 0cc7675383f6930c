import type { PlatformContract } from '../contract/contract.ts';
import { specSlug } from '../contract/openapi.ts';
import { may, organizationFor, type Access, type Right } from './access.ts';
import { assetAt } from './assets.ts';
import { countOf } from './counts.ts';
import { isKeyOf, keyOf, limitOf, pageOf, type Paging } from './cursors.ts';
import type { Database } from './database.ts';
import { Created, nothingToDelete, type Context, type GroupHandlers } from './handler.ts';
import { newId } from './ids.ts';
import { addSpec, settleSpec, type SpecOutcome, type SpecRow, type SpecVersionRow } from './openapiVersions.ts';
import { conflict, forbidden, invalid, missing } from './problems.ts';
import { dateTime, inBrowser } from './replies.ts';

/** Section 4.14. */
export const openapi: GroupHandlers<PlatformContract['openapi']> = {
  list: (call) => {
    const { database, query } = call;
    const { organization, access } = organizationWithSpecs(call, call.parameters.organizationId);
    const limit = limitOf(query);
    const from = 'FROM openapi_specs WHERE organization_id = ?';
    const [after] = keyOf(query, isKeyOf<[string]>('string')) ?? [''];
    const rows = database.all<SpecRow>(
      `SELECT * ${from} AND slug > ? ORDER BY slug LIMIT ?`,
      organization.id,
      after,
      limit + 1,
    );
    return pageOf(
      rows,
      limit,
      (row) => [row.slug],
      (row) => specReply(call, row, access),
      countOf(database, from, organization.id),
    );
  },

  create: (call) => {
    const { body } = call;
    const { organization, access } = organizationFor(call, call.parameters.organizationId, 'create');
    if (known(call.database, organization.id, body.slug)) throw conflict('A specification with this slug exists');
    return specReply(call, newSpec(call, organization.id, body.slug, body.source), access);
  },

  get: (call) => {
    const { spec, access } = specFor(call, call.parameters);
    return specReply(call, spec, access);
  },

  put: (call) => {
    const { body, parameters } = call;
    const { organization, access } = organizationFor(call, parameters.organizationId, 'create');
    const spec = known(call.database, organization.id, parameters.specSlug);
    if (spec) return specReply(call, withSource(call, spec, body.source), access);
    const slug = specSlug.safeParse(parameters.specSlug);
    if (!slug.success) throw invalid('specSlug', slug.error.issues[0]?.message ?? 'is not valid');
    return new Created(specReply(call, newSpec(call, organization.id, slug.data, body.source), access));
  },

  delete: (call) => {
    const { organization } = organizationFor(call, call.parameters.organizationId, 'create');
    const spec = known(call.database, organization.id, call.parameters.specSlug);
    if (!spec) return nothingToDelete;
    call.database.run('DELETE FROM openapi_specs WHERE id = ?', spec.id);
  },

  versions: (call) => versionsOf(call, specFor(call, call.parameters).spec, call.query),

  latestVersion: (call) => {
    const { spec } = specFor(call, call.parameters);
    return versionReply(call, spec, latest(call.database, spec));
  },

  latestContent: (call) => {
    const { spec } = specFor(call, call.parameters);
    return contentReply(call, latest(call.database, spec));
  },

  version: (call) => {
    const { spec } = specFor(call, call.parameters);
    return versionReply(call, spec, versionOf(call.database, spec, call.parameters.versionId));
  },

  versionContent: (call) => {
    const { spec } = specFor(call, call.parameters);
    return contentReply(call, versionOf(call.database, spec, call.parameters.versionId));
  },
};

type Source = Parameters<(typeof openapi)['put']>[0]['body']['source'];

/** Lets the platform know what came of reading the address that a spec has as its source. */
export function settleSource(
  database: Database,
  place: { organization: string; slug: string },
  outcome: SpecOutcome,
  now: number,
): void {
  const spec = known(database, place.organization, place.slug);
  if (!spec) throw missing('Specification');
  database.write(() => settleSpec(database, spec, outcome, now));
}

/** A text is read at once; an address has to be fetched, and the spec is pending until it is. */
function withSource({ database, now }: Context, spec: SpecRow, source: Source): SpecRow {
  database.run(
    `UPDATE openapi_specs SET source_url = ?, state = 'pending', error = NULL, updated_at = ? WHERE id = ?`,
    source.url ?? null,
    now,
    spec.id,
  );
  if (source.text !== undefined) settleSpec(database, spec, { text: source.text }, now);
  return known(database, spec.organization_id, spec.slug) ?? spec;
}

function newSpec(call: Context, organization: string, slug: string, source: Source): SpecRow {
  const spec = addSpec(call.database, { id: newId(), organization, slug, url: source.url }, call.now);
  return source.text === undefined ? spec : settleSpec(call.database, spec, { text: source.text }, call.now);
}

function organizationWithSpecs(call: Context, organizationId: string, right?: Right) {
  const found = organizationFor(call, organizationId, right);
  if (found.access.isGuest) throw forbidden('Guests may not see the specifications');
  return found;
}

function specFor(
  call: Context,
  place: { organizationId: string; specSlug: string },
): { spec: SpecRow; access: Access } {
  const { organization, access } = organizationWithSpecs(call, place.organizationId);
  const spec = known(call.database, organization.id, place.specSlug);
  if (!spec) throw missing('Specification');
  return { spec, access };
}

function known(database: Database, organizationId: string, slug: string): SpecRow | undefined {
  return database.get<SpecRow>(
    'SELECT * FROM openapi_specs WHERE organization_id = ? AND slug = ?',
    organizationId,
    slug,
  );
}

function latest(database: Database, spec: SpecRow): SpecVersionRow {
  if (spec.last_version === null) throw missing('Version');
  return versionOf(database, spec, spec.last_version);
}

function versionOf(database: Database, spec: SpecRow, id: string): SpecVersionRow {
  const version = database.get<SpecVersionRow>(
    'SELECT * FROM openapi_versions WHERE id = ? AND spec_id = ?',
    id,
    spec.id,
  );
  if (!version) throw missing('Version');
  return version;
}

/** The latest first. */
function versionsOf(call: Context, spec: SpecRow, paging: Paging) {
  const { database } = call;
  const limit = limitOf(paging);
  const from = 'FROM openapi_versions WHERE spec_id = ?';
  const [before] = keyOf(paging, isKeyOf<[number]>('number')) ?? [Number.MAX_SAFE_INTEGER];
  const rows = database.all<SpecVersionRow>(
    `SELECT * ${from} AND number < ? ORDER BY number DESC LIMIT ?`,
    spec.id,
    before,
    limit + 1,
  );
  return pageOf(
    rows,
    limit,
    (row) => [row.number],
    (row) => versionReply(call, spec, row),
    countOf(database, from, spec.id),
  );
}

/** Section 2.13. */
function specReply({ addresses }: Context, row: SpecRow, access: Access) {
  const path = `/orgs/${row.organization_id}/openapi/${row.slug}`;
  return {
    object: 'openapi-spec',
    id: row.id,
    createdAt: dateTime(row.created_at),
    updatedAt: dateTime(row.updated_at),
    slug: row.slug,
    ...(row.source_url !== null && { sourceURL: row.source_url }),
    processingState: row.state,
    ...(row.last_version !== null && { lastVersion: row.last_version }),
    ...(row.processed_at !== null && { lastProcessedAt: dateTime(row.processed_at) }),
    ...(row.error !== null && { lastProcessErrorCode: row.error }),
    permissions: { view: true, edit: may(access.level, 'create') },
    urls: {
      location: addresses.location(path),
      ...inBrowser(addresses.app(`/o/${row.organization_id}/openapi/${row.slug}`)),
    },
  };
}

function versionReply({ addresses }: Context, spec: SpecRow, row: SpecVersionRow) {
  return {
    object: 'openapi-spec-version',
    id: row.id,
    createdAt: dateTime(row.created_at),
    url: addresses.asset(row.asset_id),
    urls: {
      location: addresses.location(`/orgs/${spec.organization_id}/openapi/${spec.slug}/versions/${row.id}`),
    },
  };
}

function contentReply({ database, addresses }: Context, row: SpecVersionRow) {
  const asset = assetAt(database, row.asset_id);
  if (!asset) throw missing('Version');
  const document = JSON.parse(Buffer.from(asset.bytes).toString()) as unknown;
  return { filesystem: { 'openapi.json': document }, url: addresses.asset(row.asset_id) };
}

import type { PlatformContract } from '../../../contract/contract.ts';
import { specSlug } from '../../../contract/organizations/openapi.ts';
import { absent } from '../shared/notFound.ts';
import { may, organizationFor, type Access, type Right } from '../shared/access.ts';
import { assetAt } from '../../database/assets.ts';
import { countOf } from '../../database/counts.ts';
import { isKeyOf, keyOf, limitOf, pageOf, type Paging } from '../../http/cursors.ts';
import type { Database } from '../../database/database.ts';
import { decodedParameter } from '../../http/decoding.ts';
import { Created, Deferred, nothingToDelete, type Context, type GroupHandlers } from '../../http/handler.ts';
import { newId } from '../../../formats/ids.ts';
import {
  addSpec,
  settleSpec,
  type SpecOutcome,
  type SpecRow,
  type SpecVersionRow,
} from '../../formats/openapi/versions.ts';
import { conflict, forbidden, missing } from '../../http/problems.ts';
import { dateTime, inBrowser } from '../shared/replies.ts';
import { pageOfRows } from '../shared/rowPages.ts';

/** Section 4.14. */
export const openapi: GroupHandlers<PlatformContract['openapi']> = {
  list: (call) => {
    const { database, query } = call;
    const { organization, access } = organizationWithSpecs(call, call.parameters.organizationId);
    return pageOfRows(
      database,
      query,
      { from: 'FROM openapi_specs WHERE organization_id = ?', values: [organization.id], by: { slug: 'string' } },
      (row: SpecRow) => specReply(call, row, access),
    );
  },

  create: (call) => {
    const { source, slug } = call.body;
    const place = () => {
      const { organization, access } = organizationFor(call, call.parameters.organizationId, 'create');
      if (known(call.database, organization.id, slug)) throw conflict('A specification with this slug already exists');
      return { organization, access };
    };
    const write = (outcome: SpecOutcome | undefined) => {
      const { organization, access } = place();
      return specReply(call, addedSpec(call, organization.id, slug, source, outcome), access);
    };
    return withSource(source, write, place);
  },

  get: (call) => {
    const { spec, access } = specFor(call, call.parameters);
    return specReply(call, spec, access);
  },

  put: (call) => {
    const { source } = call.body;
    const place = () => {
      const { organization, access } = organizationFor(call, call.parameters.organizationId, 'create');
      const spec = known(call.database, organization.id, call.parameters.specSlug);
      if (!spec) decodedParameter('specSlug', specSlug, call.parameters.specSlug);
      return { organization, access, spec };
    };
    const write = (outcome: SpecOutcome | undefined) => {
      const { organization, access, spec } = place();
      if (spec) return specReply(call, changedSpec(call, spec, source, outcome), access);
      const added = addedSpec(call, organization.id, call.parameters.specSlug, source, outcome);
      return new Created(specReply(call, added, access));
    };
    return withSource(source, write, place);
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

/** Parses a text first, and passes the outcome to `write`. A URL is read later, so `write` leaves the spec pending. */
function withSource<Reply>(
  { text }: Source,
  write: (outcome: SpecOutcome | undefined) => Reply,
  check: () => void,
): Reply | Deferred<Reply> {
  if (text === undefined) return write(undefined);
  check();
  return new Deferred(async () => {
    const { documentIn } = await import('../../formats/openapi/document.ts');
    const outcome = documentIn(text);
    return () => write(outcome);
  });
}

function addedSpec(call: Context, organization: string, slug: string, source: Source, outcome?: SpecOutcome): SpecRow {
  const spec = addSpec(call.database, { id: newId(), organization, slug, url: source.url }, call.now);
  return settledOrPending(call, spec, outcome);
}

function changedSpec(call: Context, spec: SpecRow, source: Source, outcome?: SpecOutcome): SpecRow {
  call.database.run(
    `UPDATE openapi_specs SET source_url = ?, state = 'pending', error = NULL, problems = NULL, updated_at = ? WHERE id = ?`,
    source.url ?? null,
    call.now,
    spec.id,
  );
  return settledOrPending(call, known(call.database, spec.organization_id, spec.slug) ?? spec, outcome);
}

function settledOrPending(call: Context, spec: SpecRow, outcome: SpecOutcome | undefined): SpecRow {
  if (outcome) return settleSpec(call.database, spec, outcome, call.now);
  call.readSpec(spec.id);
  return spec;
}

function organizationWithSpecs(call: Context, organizationId: string, right?: Right) {
  const found = organizationFor(call, organizationId, right);
  if (found.access.isGuest) throw forbidden("Guests can't see OpenAPI specifications");
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
  if (!version) throw absent({ database }, 'Version', id, spec.organization_id);
  return version;
}

/** Latest first. */
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
    ...(row.problems !== null && { lastProcessProblems: JSON.parse(row.problems) as string[] }),
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

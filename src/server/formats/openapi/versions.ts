import { assetAt, keepAsset } from '../../database/assets.ts';
import type { Database } from '../../database/database.ts';
import type { ReadDocument } from './document.ts';
import { newId } from '../../../formats/ids.ts';

export interface SpecRow {
  readonly id: string;
  readonly organization_id: string;
  readonly slug: string;
  readonly source_url: string | null;
  readonly state: string;
  readonly error: string | null;
  /** What was wrong with the last text, as JSON. */
  readonly problems: string | null;
  readonly last_version: string | null;
  readonly processed_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

export interface SpecVersionRow {
  readonly number: number;
  readonly id: string;
  readonly spec_id: string;
  readonly asset_id: string;
  readonly created_at: number;
}

/** The result of reading a source. */
export type SpecOutcome = ReadDocument | { readonly error: 'FETCH_TIMEOUT' | 'FETCH_ERROR' };

/** Stores a new spec as pending. */
export function addSpec(
  database: Database,
  spec: { id: string; organization: string; slug: string; url: string | undefined },
  now: number,
): SpecRow {
  return written(
    database.get<SpecRow>(
      `INSERT INTO openapi_specs (id, organization_id, slug, source_url, state, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'pending', ?, ?) RETURNING *`,
      spec.id,
      spec.organization,
      spec.slug,
      spec.url ?? null,
      now,
      now,
    ),
  );
}

/**
 * Completes a pending spec: adds a new version (with this id) if its document differs from the latest one, or stores
 * the error code.
 */
export function settleSpec(
  database: Database,
  spec: SpecRow,
  outcome: SpecOutcome,
  now: number,
  id: string = newId(),
): SpecRow {
  const document = 'document' in outcome ? outcome.document : undefined;
  const problems = 'error' in outcome ? [] : outcome.problems;
  const error = 'error' in outcome ? outcome.error : document === undefined ? 'PARSE_ERROR' : null;
  const version = document === undefined ? spec.last_version : versionWith(database, spec, document, now, id);
  return written(
    database.get<SpecRow>(
      `UPDATE openapi_specs SET state = 'complete', error = ?, problems = ?, last_version = ?, processed_at = ?, updated_at = ?
       WHERE id = ? RETURNING *`,
      error,
      problems.length > 0 ? JSON.stringify(problems) : null,
      version,
      now,
      now,
      spec.id,
    ),
  );
}

function written(spec: SpecRow | undefined): SpecRow {
  if (!spec) throw new Error('The specification was not stored');
  return spec;
}

function versionWith(database: Database, spec: SpecRow, document: string, now: number, id: string): string {
  const bytes = Buffer.from(document);
  const latest = database.get<SpecVersionRow>('SELECT * FROM openapi_versions WHERE id = ?', spec.last_version);
  const same = latest && assetAt(database, latest.asset_id)?.bytes;
  if (latest && same && bytes.equals(same)) return latest.id;
  const asset = keepAsset(database, `openapi version ${id}`, 'application/json', bytes);
  database.run(
    'INSERT INTO openapi_versions (id, spec_id, asset_id, created_at) VALUES (?, ?, ?, ?)',
    id,
    spec.id,
    asset,
    now,
  );
  return id;
}

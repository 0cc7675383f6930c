import { assetAt, keepAsset } from './assets.ts';
import type { Database } from './database.ts';
import { newId } from './ids.ts';

export interface SpecRow {
  readonly id: string;
  readonly organization_id: string;
  readonly slug: string;
  readonly source_url: string | null;
  readonly state: string;
  readonly error: string | null;
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

/** What came of reading a source. */
export type SpecOutcome = { readonly text: string } | { readonly error: 'FETCH_TIMEOUT' | 'FETCH_ERROR' };

/** Completes a pending spec: a new version if its document differs from the latest one, or the code of what went wrong. */
export function settleSpec(database: Database, spec: SpecRow, outcome: SpecOutcome, now: number): void {
  const document = 'text' in outcome ? documentIn(outcome.text) : undefined;
  const error = 'error' in outcome ? outcome.error : document === undefined ? 'PARSE_ERROR' : null;
  const version = document === undefined ? spec.last_version : versionWith(database, spec, document, now);
  database.run(
    `UPDATE openapi_specs SET state = 'complete', error = ?, last_version = ?, processed_at = ?, updated_at = ? WHERE id = ?`,
    error,
    version,
    now,
    now,
    spec.id,
  );
}

/** The document in one spelling, so that white space makes no version. Undefined for what is no OpenAPI in JSON. */
function documentIn(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { openapi, swagger } = value as { openapi?: unknown; swagger?: unknown };
  return typeof (openapi ?? swagger) === 'string' ? JSON.stringify(value) : undefined;
}

function versionWith(database: Database, spec: SpecRow, document: string, now: number): string {
  const bytes = Buffer.from(document);
  const latest = database.get<SpecVersionRow>('SELECT * FROM openapi_versions WHERE id = ?', spec.last_version);
  const same = latest && assetAt(database, latest.asset_id)?.bytes;
  if (latest && same && bytes.equals(same)) return latest.id;
  const id = newId();
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

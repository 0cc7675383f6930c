import type { Database } from './database.ts';
import { newId } from '../../formats/ids.ts';

/**
 * Bytes outside of spaces' content, which belong to integrations and OpenAPI specifications. They are deleted with
 * their owner.
 */
export interface Asset {
  readonly content_type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Stores bytes, and returns the id under which `assetAt` finds them. */
export function keepAsset(database: Database, owner: string, contentType: string, bytes: Uint8Array): string {
  const id = newId();
  database.run(
    'INSERT INTO assets (id, owner, content_type, bytes) VALUES (?, ?, ?, ?)',
    id,
    owner,
    contentType,
    bytes,
  );
  return id;
}

export function assetAt(database: Database, id: string): Asset | undefined {
  return database.get<Asset>('SELECT content_type, bytes FROM assets WHERE id = ?', id);
}

export function dropAssets(database: Database, owner: string): void {
  database.run('DELETE FROM assets WHERE owner = ?', owner);
}

/** The content type of a picture, by its first bytes; `application/octet-stream` if unknown. */
export function pictureType(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 300)).toString('latin1');
  if (start.startsWith('\x89PNG')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('GIF8')) return 'image/gif';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp';
  return /^\s*(?:<\?xml[^>]*>\s*)?<svg\b/.test(start) ? 'image/svg+xml' : 'application/octet-stream';
}

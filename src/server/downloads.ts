import { assetAt } from './database/assets.ts';
import { pdfOfRevision } from './groups/changeRequests/pdf.ts';
import type { Database } from './database/database.ts';
import { forbidden, missing } from './http/problems.ts';
import type { Tokens } from './database/tokens.ts';

/**
 * Serves a signed URL of a file: its bytes, with headers that make them harmless in a browser. Needs no token; refuses
 * a wrong or expired signature.
 */
export function download(database: Database, tokens: Tokens, url: URL, now: number): Response {
  checkSignature(tokens, url, now);
  const [fileId = '', blobId = ''] = url.pathname.split('/').slice(-2);
  const file = database.get<{ content_type: string; bytes: Uint8Array<ArrayBuffer> }>(
    'SELECT content_type, bytes FROM files JOIN blobs ON blobs.id = files.blob_id WHERE blobs.id = ? AND files.id = ? LIMIT 1',
    blobId,
    fileId,
  );
  if (!file) throw missing('File');
  return harmless(file.content_type, file.bytes);
}

/** The same for an asset. */
export function downloadAsset(database: Database, tokens: Tokens, url: URL, now: number): Response {
  checkSignature(tokens, url, now);
  const asset = assetAt(database, url.pathname.split('/').at(-1) ?? '');
  if (!asset) throw missing('File');
  return harmless(asset.content_type, asset.bytes);
}

/** The same for the PDF of a change request. */
export async function downloadPdf(
  database: Database,
  tokens: Tokens,
  url: URL,
  now: number,
  signal: AbortSignal,
): Promise<Response> {
  checkSignature(tokens, url, now);
  const [revision = '', page = '', scope] = url.pathname.split('/').slice(-3);
  const printing = { page: page === '-' ? undefined : decodeURIComponent(page), only: scope === 'only' };
  return new Response(await pdfOfRevision(database, revision, printing, signal), {
    headers: {
      'Content-Type': 'application/pdf',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, max-age=3600',
    },
  });
}

function checkSignature(tokens: Tokens, url: URL, now: number): void {
  const expires = Number(url.searchParams.get('expires'));
  const signature = url.searchParams.get('signature') ?? '';
  if (!tokens.isSignatureOf(signature, `${url.pathname} ${expires}`))
    throw forbidden('The signature of this URL is invalid');
  if (!(expires > now)) throw forbidden('This URL has expired');
}

function harmless(contentType: string, bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(bytes, {
    headers: {
      'Content-Type': contentType,
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, max-age=3600',
    },
  });
}

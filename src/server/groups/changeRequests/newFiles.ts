import { decoded } from '../../../model/shared/decoded.ts';
import type { ContentChange, NewFile } from '../../../contract/changeRequests/changeRequestContent.ts';
import type { Database } from '../../database/database.ts';
import { newId } from '../../../formats/ids.ts';
import type { FileRow } from '../../database/rows.ts';
import { contentTypeOf, dimensionsOf } from '../../../formats/fileKinds.ts';
import { invalid } from '../../http/problems.ts';
import { WebError, type Web } from '../../http/web.ts';
import { withDestinations } from '../../../formats/markdown/links.ts';
import { pageAtPath, type View } from '../../pages/revisions.ts';

/** A file of a request with its bytes, in the form in which it is stored. */
export interface ReadFile {
  readonly row: Omit<FileRow, 'blob_id'>;
  readonly bytes: Uint8Array;
  readonly ref: string | undefined;
  /** Its place in the body. */
  readonly field: string;
}

/** In bytes; the record only has a limit for files in the request. */
const largestOnWeb = 10_000_000;
const largestInRequest = 1_000_000;

export function newFilesIn(changes: readonly ContentChange[]): { readonly file: NewFile; readonly field: string }[] {
  return changes.flatMap((change, index) =>
    change.operation === 'insert_files'
      ? change.files.map((file, at) => ({ file, field: `body.changes.${index}.files.${at}` }))
      : [],
  );
}

export function fileInRequest({ name, base64 = '', contentType, ref }: NewFile, field: string): ReadFile {
  if (contentType === undefined) throw invalid(`${field}.contentType`, 'is required');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > largestInRequest) throw invalid(`${field}.base64`, `must be at most ${largestInRequest} bytes`);
  return { ...stored(name, contentType, bytes), ref, field };
}

export async function fileOnWeb(
  { name, url = '', contentType, ref }: NewFile,
  field: string,
  web: Web,
  signal: AbortSignal,
): Promise<ReadFile> {
  try {
    const read = await web.read(url, { bytes: largestOnWeb }, signal);
    return { ...stored(name, contentType ?? (read.contentType || contentTypeOf(name)), read.bytes), ref, field };
  } catch (error) {
    if (error instanceof WebError) throw invalid(`${field}.url`, error.message);
    throw error;
  }
}

function stored(name: string, contentType: string, bytes: Uint8Array): Pick<ReadFile, 'row' | 'bytes'> {
  const { width, height } = dimensionsOf(contentType, bytes) ?? { width: null, height: null };
  const row = { id: newId(), name, content_type: contentType, size: bytes.length, width, height, path: null };
  return { row, bytes };
}

/** Refuses references that are given twice, or that mean a page. */
export function checkRefs(database: Database, view: View, files: readonly ReadFile[]): void {
  const refs = new Set<string>();
  for (const { ref, field } of files) {
    if (ref === undefined) continue;
    if (refs.has(ref)) throw invalid(`${field}.ref`, 'must be unique');
    refs.add(ref);
    if (pageAtPath(database, view, ref.replace(/\.md$/, '')))
      throw invalid(`${field}.ref`, "must not be a page's path");
  }
}

/** The changes with links to the files themselves instead of to `./<ref>`. */
export function withFileLinks(changes: readonly ContentChange[], files: readonly ReadFile[]): readonly ContentChange[] {
  const byUrl = new Map<string, string>(
    files.flatMap(({ ref, row }) => (ref === undefined ? [] : [[`./${ref}`, row.id]])),
  );
  if (byUrl.size === 0) return changes;
  return changes.map((change) => {
    if (!('document' in change) || change.document === undefined) return change;
    const markdown = withDestinations(change.document.markdown, ({ url }) => {
      const id = byUrl.get(url) ?? byUrl.get(decoded(url));
      return id === undefined ? undefined : `/files/${id}`;
    });
    return { ...change, document: { markdown } };
  });
}

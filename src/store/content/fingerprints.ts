import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { PageChange } from '../../model/changeRequests/changes.ts';
import { digest } from '../../model/shared/digest.ts';
import type { ChangeSet } from './content.ts';

const known = new WeakMap<ChangeSet['pages'], ReadonlyMap<string, string>>();

/**
 * Fingerprints of each changed page and file. A page stays marked as viewed in a new revision while its fingerprint is
 * the same.
 */
export function fingerprintsOf({ pages, files, changeRequest }: ChangeSet): ReadonlyMap<string, string> {
  const made = known.get(pages);
  if (made) return made;
  const fingerprints = new Map<string, string>();
  for (const file of files) fingerprints.set(file.id, digest(JSON.stringify([file, changeRequest.revision])));
  for (const page of pages) {
    const sides = [sideOf(page, 'before', changeRequest), sideOf(page, 'after', changeRequest)];
    fingerprints.set(page.id, digest(JSON.stringify([sides, page.isReordered, page.fields])));
  }
  known.set(pages, fingerprints);
  return fingerprints;
}

function sideOf(change: PageChange, which: 'before' | 'after', { revision }: ChangeRequest): unknown {
  const side = change[which];
  if (!side) return undefined;
  const { page, path, parent } = side;
  // Without these fields, the text may differ in each revision.
  const isReported = page.documentId || page.updatedAt;
  return [page.documentId, page.updatedAt, isReported ? undefined : revision, path, parent];
}

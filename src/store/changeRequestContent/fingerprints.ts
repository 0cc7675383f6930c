import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { PageChange } from '../../model/changeRequests/changes.ts';
import { digest } from '../../model/shared/digest.ts';
import type { ChangeSet } from './content.ts';

const known = new WeakMap<ChangeSet['pages'], ReadonlyMap<string, string>>();

/** What each changed page and file looks like: while that is the same, a new revision leaves the mark that it was viewed. */
export function printsOf({ pages, files, changeRequest }: ChangeSet): ReadonlyMap<string, string> {
  const made = known.get(pages);
  if (made) return made;
  const prints = new Map<string, string>();
  for (const file of files) prints.set(file.id, digest(JSON.stringify([file, changeRequest.revision])));
  for (const page of pages) {
    const sides = [looksOf(page, 'before', changeRequest), looksOf(page, 'after', changeRequest)];
    prints.set(page.id, digest(JSON.stringify([sides, page.isReordered, page.fields])));
  }
  known.set(pages, prints);
  return prints;
}

function looksOf(change: PageChange, which: 'before' | 'after', { revision }: ChangeRequest): unknown {
  const side = change[which];
  if (!side) return undefined;
  const { page, path, parent } = side;
  // Without these the text may be another in each revision.
  const isTold = page.documentId || page.updatedAt;
  return [page.documentId, page.updatedAt, isTold ? undefined : revision, path, parent];
}

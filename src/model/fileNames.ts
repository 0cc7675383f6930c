import type { File } from '../contract/content.ts';
import { shortDigest } from './digest.ts';
import { fileSegmentOf, folded } from './segment.ts';

/** The files of a space, each under a name that is safe and distinct on every system. */
export interface FileNames {
  readonly byName: ReadonlyMap<string, File>;
  /** File id → name. */
  readonly nameOf: ReadonlyMap<string, string>;
}

/** The directory that every directory of a space has, with all files of the space in it. */
export const filesDirectory = '_files';

/** Of files with the same name the one of the least id has the plain name, so that the order of the list does not matter. */
export function fileNames(files: readonly File[]): FileNames {
  const byName = new Map<string, File>();
  const nameOf = new Map<string, string>();
  const taken = new Set<string>();
  for (const file of files.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))) {
    if (nameOf.has(file.id)) continue;
    const plain = fileSegmentOf(file.name ?? '') || `file-${shortDigest(file.id)}`;
    const name = taken.has(folded(plain)) ? distinct(plain, file.id, taken) : plain;
    taken.add(folded(name));
    byName.set(name, file);
    nameOf.set(file.id, name);
  }
  return { byName, nameOf };
}

function distinct(name: string, id: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let count = 1; ; count++) {
    const distinct = `${stem}~${shortDigest(id)}${count > 1 ? count : ''}${extension}`;
    if (!taken.has(folded(distinct))) return distinct;
  }
}

import type { File } from '../../contract/spaces/content.ts';
import { shortDigest } from '../shared/digest.ts';
import { fileSegmentOf, folded } from '../shared/segment.ts';

/** The files of a space, each with a name that is safe and unique on every system. */
export interface FileNames {
  readonly byName: ReadonlyMap<string, File>;
  /** File id → name. */
  readonly nameOf: ReadonlyMap<string, string>;
}

/** The directory with all files of the space, which every directory of the space contains. */
export const filesDirectory = '_files';

/**
 * Of files with the same name, the one with the smallest id has the plain name, so that the order of the list doesn't
 * matter.
 */
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

/** The name of the file that has its bytes at this URL. */
export function fileAtUrl(names: FileNames, url: string): string | undefined {
  return indexOf(names).byUrl.get(withoutQuery(url));
}

/** The name of the file at this path of the repository that the space is synchronized with. */
export function fileAtGitPath(names: FileNames, path: string): string | undefined {
  return indexOf(names).byGitPath.get(path);
}

/** The name of the file that the server calls by this name. */
export function fileCalled(names: FileNames, name: string): string | undefined {
  return indexOf(names).byTitle.get(folded(name));
}

interface Index {
  readonly byUrl: Map<string, string>;
  readonly byGitPath: Map<string, string>;
  readonly byTitle: Map<string, string>;
}

const indexes = new WeakMap<FileNames, Index>();

function indexOf(names: FileNames): Index {
  const known = indexes.get(names);
  if (known) return known;
  const index: Index = { byUrl: new Map(), byGitPath: new Map(), byTitle: new Map() };
  for (const [name, file] of names.byName) {
    if (file.downloadURL) index.byUrl.set(withoutQuery(file.downloadURL), name);
    if (file.git?.path) index.byGitPath.set(file.git.path, name);
    const title = folded(file.name ?? '');
    if (title && !index.byTitle.has(title)) index.byTitle.set(title, name);
  }
  indexes.set(names, index);
  return index;
}

/** The query may be a signature that changes daily. */
function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '';
}

function distinct(name: string, id: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let count = 1; ; count++) {
    const distinct = `${stem}~${shortDigest(id)}${count > 1 ? count : ''}${extension}`;
    if (!taken.has(folded(distinct))) return distinct;
  }
}

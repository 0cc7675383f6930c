import type { File } from '../../contract/spaces/content.ts';
import { filesDirectory, type FileNames } from '../pages/fileNames.ts';
import { fileSegmentOf, folded } from '../shared/segment.ts';
import { withoutTrailing } from '../shared/trimmed.ts';

/** Whether a text of our file system may link to a file of this name. */
export function refersTo(text: string, name: string): boolean {
  return text.includes(`${filesDirectory}/${name}`);
}

/** The text with links to `to` instead of to the file of this name. */
export function withFileRenamed(text: string, name: string, to: string): string {
  const [first = '', ...rest] = text.split(`${filesDirectory}/${name}`);
  // A longer name may start with this one.
  return rest.reduce((all, next) => `${all}${filesDirectory}/${/^[\w-]/.test(next) ? name : to}${next}`, first);
}

/** The files of the space, and the new ones that the server doesn't have yet. */
export function withNewFiles(
  files: FileNames | undefined,
  unsent: readonly { readonly name: string; readonly size: number; readonly contentType: string }[],
): FileNames | undefined {
  if (!files || unsent.length === 0) return files;
  const added = unsent.map((file): File & { name: string } => ({ object: 'file', id: newFileId + file.name, ...file }));
  return {
    byName: new Map([...files.byName, ...added.map((file) => [file.name, file] as const)]),
    nameOf: new Map([...files.nameOf, ...added.map(({ id, name }) => [id, name] as const)]),
  };
}

const newFileId = 'new:';

/** Whether a file of `withNewFiles` is a new one. */
export function isNewFile({ id }: { readonly id: string }): boolean {
  return id.startsWith(newFileId);
}

/** The files in portions that one request can take each, in order. */
export function portionsOf<File extends { readonly size: number }>(
  files: readonly File[],
  most: { readonly count: number; readonly bytes: number },
): File[][] {
  const portions: File[][] = [];
  let bytes = 0;
  for (const file of files) {
    const last = portions.at(-1);
    if (!last || last.length >= most.count || bytes + file.size > most.bytes) {
      portions.push([file]);
      bytes = file.size;
    } else {
      last.push(file);
      bytes += file.size;
    }
  }
  return portions;
}

/**
 * A name for a new file, safe in links and on every system, that isn't among the `taken` ones. `extension` is for a
 * name that has none.
 */
export function freeFileName(wanted: string, extension: string, taken: readonly string[]): string {
  const named = /[^./\\]\.[^./\\\s]+$/.test(wanted) ? wanted : `${withoutTrailing(wanted, '.')}.${extension}`;
  const name = fileSegmentOf(named);
  const dot = name.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : ['image', `.${extension}`];
  const others = new Set(taken.map(folded));
  let free = stem + end;
  for (let count = 2; others.has(folded(free)); count++) free = `${stem}-${count}${end}`;
  return free;
}

/** Words for a picture from its file's name: `login-page_2.png` becomes `login page 2`. */
export function altTextFrom(name: string): string {
  return name
    .replace(/\.[^.]*$/, '')
    .replace(/[-_+.\s]+/g, ' ')
    .trim();
}

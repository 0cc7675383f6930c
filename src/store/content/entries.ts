import { directoryOf } from '../../model/pages/directory.ts';
import { filesDirectory, type FileNames } from '../../model/pages/fileNames.ts';
import { pageAtPlatformPath } from '../../model/pages/lookup.ts';
import type { PageTree } from '../../model/pages/tree.ts';
import { isReadable } from '../../model/pages/readable.ts';
import type { Entry } from './content.ts';

/**
 * Whether the path can be that of a page or of a file (or of the `_files` directory, if there is no name). Undefined
 * for a path that can't exist in any space.
 */
export function kindOfPath(
  path: string,
): { readonly kind: 'page' } | { readonly kind: 'file'; readonly name: string | undefined } | undefined {
  const segments = path === '' ? [] : path.split('/');
  // Editors look for settings files in every folder; our own segments never start with a dot.
  if (segments.some((segment) => segment === '' || segment.startsWith('.'))) return undefined;
  const files = segments.indexOf(filesDirectory);
  if (files < 0) return { kind: 'page' };
  return files < segments.length - 2 ? undefined : { kind: 'file', name: segments[files + 1] };
}

/** `opened` holds the paths of pages that are no longer at them. */
export function entryIn(tree: PageTree, path: string, opened: ReadonlyMap<string, string>): Entry | undefined {
  const here = tree.byPath.get(path);
  if (here && isReadable(here)) return { kind: 'page', node: here };
  const children = directoryOf(tree, path);
  if (children) return { kind: 'directory', children };
  const node = tree.byId.get(opened.get(path) ?? '') ?? pageAtPlatformPath(tree, path);
  return node && isReadable(node) ? { kind: 'page', node } : undefined;
}

/** The file with this name, or the directory of all files without a name. */
export function entryAmong({ byName }: FileNames, name: string | undefined): Entry | undefined {
  if (name === undefined) {
    return { kind: 'directory', children: [...byName.keys()].map((name) => ({ name, kind: 'file' })) };
  }
  const file = byName.get(name);
  return file && { kind: 'file', file };
}

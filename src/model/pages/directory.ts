import type { PageTree } from './tree.ts';
import { isReadable } from './readable.ts';

export interface DirectoryChild {
  readonly name: string;
  readonly kind: 'file' | 'directory';
}

/**
 * The content of a directory of a space, in the server's order; `''` is the space itself. Undefined if there is no such
 * directory.
 */
export function directoryOf(tree: PageTree, path: string): readonly DirectoryChild[] | undefined {
  const directories = known.get(tree) ?? directoriesIn(tree);
  known.set(tree, directories);
  const children = directories.get(path);
  return children && [...children].map(([name, kind]) => ({ name, kind }));
}

type Directories = ReadonlyMap<string, ReadonlyMap<string, DirectoryChild['kind']>>;

const known = new WeakMap<PageTree, Directories>();

function directoriesIn(tree: PageTree): Directories {
  const directories = new Map<string, Map<string, DirectoryChild['kind']>>([['', new Map()]]);
  const enter = (path: string, kind: DirectoryChild['kind']): void => {
    for (let child = path, childKind = kind; ; childKind = 'directory') {
      const slash = child.lastIndexOf('/');
      const parent = child.slice(0, Math.max(slash, 0));
      const existing = directories.get(parent);
      const siblings = existing ?? new Map<string, DirectoryChild['kind']>();
      directories.set(parent, siblings);
      siblings.set(child.slice(slash + 1), childKind);
      if (existing) return;
      child = parent;
    }
  };
  for (const [path, node] of tree.byPath) {
    if (isReadable(node)) enter(path, 'file');
    else if (!directories.has(path)) {
      directories.set(path, new Map());
      enter(path, 'directory');
    }
  }
  return directories;
}

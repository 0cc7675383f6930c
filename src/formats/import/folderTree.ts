import { posix } from 'node:path';
import type { Entry } from '../markdown/summary.ts';

interface Tree {
  readonly files: string[];
  readonly folders: Map<string, Tree>;
}

const indexNames = [/^readme\.(?:md|markdown)$/i, /^index\.(?:md|markdown)$/i];

/** Files and folders below `base` in one natural order, each folder's own page first. */
export function entriesOfPaths(paths: Iterable<string>, base: string): Entry[] {
  return entriesIn(folderTree(paths, base));
}

/** The id that Notion adds to the names of files. */
const notionId = / [0-9a-f]{32}$/;

/** A readable title for a file or folder without a title. */
export function titleOfName(name: string): string {
  const words = name
    .replace(/\.(?:md|markdown)$/i, '')
    .replace(notionId, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

function folderTree(paths: Iterable<string>, base: string): Tree {
  const root: Tree = { files: [], folders: new Map() };
  for (const path of paths) {
    let at = root;
    for (const segment of path.slice(base.length).split('/').slice(0, -1)) {
      let below = at.folders.get(segment);
      if (!below) at.folders.set(segment, (below = { files: [], folders: new Map() }));
      at = below;
    }
    at.files.push(path);
  }
  return root;
}

function entriesIn(tree: Tree): Entry[] {
  const index = indexOf(tree);
  const folders = new Map(tree.folders);
  const files = tree.files
    .filter((path) => path !== index)
    .map((path) => ({
      name: posix.basename(path),
      entry: { ...fileEntry(path), children: belowNotionPage(path, folders) },
    }));
  const rest = [...files, ...[...folders].map(([name, below]) => ({ name, entry: folderEntry(name, below) }))]
    .sort((one, other) => collator.compare(one.name, other.name))
    .map(({ entry }) => entry);
  return index === undefined ? rest : [fileEntry(index), ...rest];
}

const collator = new Intl.Collator('en', { numeric: true });

/** An export of Notion has the pages below a page in a folder of the same name, with or without its id. */
function belowNotionPage(path: string, folders: Map<string, Tree>): Entry[] {
  const name = posix.basename(path).replace(/\.\w+$/, '');
  if (!notionId.test(name)) return [];
  for (const folder of [name, name.replace(notionId, '')]) {
    const below = folders.get(folder);
    if (below && folders.delete(folder)) return entriesIn(below);
  }
  return [];
}

function folderEntry(name: string, tree: Tree): Entry {
  const index = indexOf(tree);
  const children = entriesIn(tree);
  if (index === undefined) return { kind: 'group', title: titleOfName(name), children };
  return { ...fileEntry(index), children: children.slice(1) };
}

function indexOf(tree: Tree): string | undefined {
  for (const name of indexNames) {
    const found = tree.files.find((path) => name.test(posix.basename(path)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A page without a title in the table of contents, which takes it from its file. */
export function fileEntry(path: string): Entry {
  return { kind: 'page', title: '', path, children: [] };
}

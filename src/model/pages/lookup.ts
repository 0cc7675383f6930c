import type { PageNode, PageTree } from './tree.ts';
import { isReadable } from './readable.ts';
import { folded } from '../shared/segment.ts';
import { withoutSlashes } from '../shared/trimmed.ts';

/**
 * The page at a path as the server or an author writes it: with or without `.md`, as `README.md` of a folder, ignoring
 * case.
 */
export function pageAt(tree: PageTree, path: string): PageNode | undefined {
  const { byPath } = indexOf(tree);
  const found = waysToWrite(path).reduce<PageNode | undefined>((found, way) => found ?? byPath.get(way), undefined);
  return found ?? (/^\/*(?:(?:readme|index)(?:\.md)?)?$/i.test(path) ? firstPageOf(tree) : undefined);
}

/** The page at a server path, ignoring `.md`: links between spaces are made without knowing our paths there. */
export function pageAtPlatformPath(tree: PageTree, path: string): PageNode | undefined {
  return /\.md$/i.test(path) ? indexOf(tree).byPath.get(folded(path.slice(0, -3))) : undefined;
}

/** The same for paths of the repository that the space is synchronized with. */
export function pageAtGitPath(tree: PageTree, path: string): PageNode | undefined {
  const { byGitPath } = indexOf(tree);
  return waysToWrite(path).reduce<PageNode | undefined>((found, way) => found ?? byGitPath.get(way), undefined);
}

/** The page itself if it has a text, else the first descendant that has one. */
export function readableAt(node: PageNode): PageNode | undefined {
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isReadable(next)) return next;
    open.push(...next.children.toReversed());
  }
  return undefined;
}

/** The first page with a text, where a reader of the space starts. */
export function firstPageOf(tree: PageTree): PageNode | undefined {
  for (const root of tree.roots) {
    const first = readableAt(root);
    if (first) return first;
  }
  return undefined;
}

interface Index {
  readonly byPath: ReadonlyMap<string, PageNode>;
  readonly byGitPath: ReadonlyMap<string, PageNode>;
}

const indexes = new WeakMap<PageTree, Index>();

function indexOf(tree: PageTree): Index {
  const known = indexes.get(tree);
  if (known) return known;
  const byPath = new Map<string, PageNode>();
  const byGitPath = new Map<string, PageNode>();
  const enter = (index: Map<string, PageNode>, path: string | null | undefined, node: PageNode) => {
    if (path === null || path === undefined) return;
    const key = folded(withoutSlashes(path));
    if (!index.has(key)) index.set(key, node);
  };
  for (const node of tree.byId.values()) {
    enter(byPath, node.page.path, node);
    enter(byGitPath, node.page.git?.path, node);
  }
  // Our own paths are tried where the server's lead to no page.
  for (const [path, node] of tree.byPath) enter(byPath, path.replace(/\.md$/, ''), node);
  const index = { byPath, byGitPath };
  indexes.set(tree, index);
  return index;
}

function waysToWrite(path: string): string[] {
  const plain = folded(withoutSlashes(path));
  const bare = plain.replace(/\.(?:md|markdown)$/, '');
  const folder = /^(?:(.*)\/)?(?:readme|index)$/.exec(bare);
  return [plain, bare, `${bare}.md`, `${bare}/readme.md`, `${bare}/index.md`, ...(folder ? [folder[1] ?? ''] : [])];
}

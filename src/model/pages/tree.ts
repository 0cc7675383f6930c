import type { Page } from '../../contract/spaces/content.ts';
import { pathsFor, type GivenPaths } from './paths.ts';
import { titleText } from '../shared/titleText.ts';

/** A page in its tree. `page` is the page as received, without its children. */
export interface PageNode {
  readonly id: string;
  readonly page: Page;
  /** As returned by `titleText`. */
  readonly title: string;
  readonly parent: PageNode | undefined;
  readonly children: readonly PageNode[];
  /**
   * Readable path inside the space, with segments joined by `/`: unique, stable, no segment starting with a dot.
   * Documents and computed pages (and pages of unknown types that may have a text) end in `.md`; a group's path is a
   * directory; a link has none. The children of `a.md` are in `a/`.
   */
  readonly path: string | undefined;
}

/** The pages of one revision of a space, in the server's order. */
export interface PageTree {
  readonly roots: readonly PageNode[];
  /** In depth-first order. */
  readonly byId: ReadonlyMap<string, PageNode>;
  readonly byPath: ReadonlyMap<string, PageNode>;
}

/**
 * The tree of a space's pages. Each has a readable path that leads to no other page according to the paths `given`
 * before. A page that is listed twice, or inside itself, is only taken once.
 */
export function pageTree(pages: readonly Page[], given: GivenPaths = {}): PageTree {
  const paths = pathsFor(pages, given);
  const seen = new Set<string>();
  const byId = new Map<string, PageNode>();
  const byPath = new Map<string, PageNode>();

  const family = (children: readonly Page[], parent: PageNode | undefined, directory: string): Growing[] => {
    const siblings: Growing[] = [];
    const isNew = ({ id }: Page) => !seen.has(id) && seen.add(id);
    paths(children.filter(isNew), directory, (page, path, directory) => {
      const fields = { ...page, pages: undefined };
      const node = { id: page.id, page: fields, title: titleText(page.title), parent, children: [], path };
      siblings.push({ node, pages: page.pages ?? [], directory });
    });
    return siblings;
  };

  // Uses a stack of its own, because pages may be nested deeper than the call stack.
  const roots = family(pages, undefined, '');
  const open = roots.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node } = next;
    byId.set(node.id, node);
    if (node.path !== undefined) byPath.set(node.path, node);
    if (next.pages.length === 0) continue;
    const children = family(next.pages, node, next.directory);
    for (const child of children) node.children.push(child.node);
    for (const child of children.toReversed()) open.push(child);
  }
  return { roots: roots.map(({ node }) => node), byId, byPath };
}

/** The page and its ancestors, from the root down. */
export function lineageOf(node: PageNode): PageNode[] {
  const lineage: PageNode[] = [];
  for (let next: PageNode | undefined = node; next !== undefined; next = next.parent) lineage.push(next);
  return lineage.reverse();
}

interface Growing {
  readonly node: PageNode & { readonly children: PageNode[] };
  readonly pages: readonly Page[];
  readonly directory: string;
}

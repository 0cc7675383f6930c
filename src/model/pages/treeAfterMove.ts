import type { Page } from '../../contract/spaces/content.ts';
import { pagesBelow, slugsIn } from './places.ts';
import { pageTree, type PageNode, type PageTree } from './tree.ts';

/** A page that gets another path, or is deleted; its descendants are affected too. */
export interface PageMove {
  readonly page: string;
  /** Undefined if the page is deleted. `into` is the id of its new parent; undefined for the top of the space. */
  readonly to: { readonly into: string | undefined; readonly slug: string } | undefined;
}

/** The tree after the move with the new paths; the order of siblings may differ. */
export function treeAfterMove(tree: PageTree, { page: id, to }: PageMove): PageTree {
  const moved = tree.byId.get(id);
  if (!moved) return tree;
  const below = pagesBelow(moved);
  const gone = new Set(to ? [] : [moved, ...below].map((node) => node.id));
  const copies = new Map<string, Page & { pages: Page[] }>();
  for (const node of tree.byId.values()) if (!gone.has(node.id)) copies.set(node.id, { ...node.page, pages: [] });
  if (to) readdress(tree, moved, below, copies, to);
  const roots: Page[] = [];
  for (const node of tree.byId.values()) {
    const copy = copies.get(node.id);
    if (!copy) continue;
    const into = to && node.id === id ? to.into : node.parent?.id;
    (into === undefined ? roots : copies.get(into)?.pages)?.push(copy);
  }
  return pageTree(roots);
}

/** The server changes a slug that is taken; its exact form doesn't matter here. */
function readdress(
  tree: PageTree,
  moved: PageNode,
  below: readonly PageNode[],
  copies: ReadonlyMap<string, { slug?: Page['slug']; path?: Page['path'] }>,
  { into, slug: wanted }: NonNullable<PageMove['to']>,
): void {
  const slug = slugsIn(tree, into, moved).includes(wanted) ? `${wanted}-1` : wanted;
  const directory = into === undefined ? '' : (tree.byId.get(into)?.page.path ?? '');
  const path = directory === '' ? slug : `${directory}/${slug}`;
  Object.assign(copies.get(moved.id) ?? {}, { slug, path });
  const before = `${moved.page.path ?? ''}/`;
  for (const { id, page } of below) {
    if (page.path?.startsWith(before)) {
      Object.assign(copies.get(id) ?? {}, { path: `${path}/${page.path.slice(before.length)}` });
    }
  }
}

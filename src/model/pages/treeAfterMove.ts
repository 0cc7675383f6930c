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

/** The slug that a page gets there: the server adds a number to one that is taken. */
export function slugAfterMove(tree: PageTree, { page, to }: PageMove): string | undefined {
  if (!to) return undefined;
  const taken = new Set(slugsIn(tree, to.into, { id: page }));
  let slug = to.slug;
  for (let number = 1; taken.has(slug); number += 1) slug = `${to.slug}-${number}`;
  return slug;
}

function readdress(
  tree: PageTree,
  moved: PageNode,
  below: readonly PageNode[],
  copies: ReadonlyMap<string, { slug?: Page['slug']; path?: Page['path'] }>,
  to: NonNullable<PageMove['to']>,
): void {
  const { into } = to;
  const slug = slugAfterMove(tree, { page: moved.id, to }) ?? to.slug;
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

import { lastSegmentOf } from '../shared/segment.ts';
import type { PageNode, PageTree } from './tree.ts';

/** The target place of a page. */
export interface PagePlace {
  /** The id of its parent; undefined for the top of the space. */
  readonly into: string | undefined;
  /** Index among its siblings (not counting the page itself), from 0; last if omitted. */
  readonly at?: number | undefined;
}

/** The position relative to another page: in it, after its last child, or next to it. */
export type Side = 'into' | 'before' | 'after';

/** Whether pages of its type can have children. */
export function mayHoldPages({ page }: PageNode): boolean {
  const type = page.type ?? 'document';
  return type === 'document' || type === 'group';
}

/** Whether a page is `of` or one of its descendants. */
export function isWithin(node: PageNode | undefined, of: Pick<PageNode, 'id'>): boolean {
  for (let next = node; next !== undefined; next = next.parent) if (next.id === of.id) return true;
  return false;
}

/** All descendants of a page, in depth-first order. */
export function pagesBelow(node: PageNode): PageNode[] {
  const below: PageNode[] = [];
  const open = node.children.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    below.push(next);
    for (const child of next.children.toReversed()) open.push(child);
  }
  return below;
}

/** The children of a page, or the pages at the top. */
export function pagesIn(tree: PageTree, into: string | undefined): readonly PageNode[] {
  return into === undefined ? tree.roots : (tree.byId.get(into)?.children ?? []);
}

/** Where a page is in a tree. */
export function placeOf(tree: PageTree, { id, parent }: Pick<PageNode, 'id' | 'parent'>): Required<PagePlace> {
  return { into: parent?.id, at: pagesIn(tree, parent?.id).findIndex((each) => each.id === id) };
}

/** The place on that side of a page, for the page that is moved or for a new one. */
export function placeAt(tree: PageTree, target: PageNode, side: Side, moved?: Pick<PageNode, 'id'>): PagePlace {
  if (side === 'into') return { into: target.id };
  const into = target.parent?.id;
  const others = pagesIn(tree, into).filter(({ id }) => id !== moved?.id);
  const at = others.findIndex(({ id }) => id === target.id);
  return { into, at: side === 'before' ? at : at + 1 };
}

/** Whether a page is already there, so that nothing has to be sent. */
export function isPlacedAt(tree: PageTree, node: PageNode, { into, at }: PagePlace): boolean {
  if (node.parent?.id !== into) return false;
  return placeOf(tree, node).at === (at ?? pagesIn(tree, into).length - 1);
}

/** The slugs of the pages in the same place, except for the given page. */
export function slugsIn(tree: PageTree, into: string | undefined, but?: Pick<PageNode, 'id'>): string[] {
  return pagesIn(tree, into).flatMap((node) => (node.id === but?.id ? [] : (slugIn(node) ?? [])));
}

/** The last segment of a page's path, as received; undefined if it has no path. */
export function slugIn({ page }: Pick<PageNode, 'page'>): string | undefined {
  if (page.type === 'link') return undefined;
  return page.slug || (page.path && lastSegmentOf(page.path)) || undefined;
}

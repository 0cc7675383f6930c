import { lastSegmentOf } from '../shared/segment.ts';
import type { PageNode, PageTree } from './tree.ts';

/** Where a page is to stand. */
export interface PagePlace {
  /** The page above it; undefined for the top of the space. */
  readonly into: string | undefined;
  /** Place among its siblings (without the page itself), from 0; the last without it. */
  readonly at?: number | undefined;
}

/** On which side of another page: in it, behind those that stand there already, or beside it. */
export type Side = 'into' | 'before' | 'after';

/** Of the types that a page may have, those below which others may stand. */
export function mayHoldPages({ page }: PageNode): boolean {
  const type = page.type ?? 'document';
  return type === 'document' || type === 'group';
}

/** Whether a page is `of`, or stands below it. */
export function isWithin(node: PageNode | undefined, of: Pick<PageNode, 'id'>): boolean {
  for (let next = node; next !== undefined; next = next.parent) if (next.id === of.id) return true;
  return false;
}

/** All that stand below a page, as the tree reads downwards. */
export function pagesBelow(node: PageNode): PageNode[] {
  const below: PageNode[] = [];
  const open = node.children.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    below.push(next);
    for (const child of next.children.toReversed()) open.push(child);
  }
  return below;
}

/** Those that stand directly below a page, or at the top. */
export function pagesIn(tree: PageTree, into: string | undefined): readonly PageNode[] {
  return into === undefined ? tree.roots : (tree.byId.get(into)?.children ?? []);
}

/** The place on that side of a page, for the page that is moved, or for one that is new. */
export function placeAt(tree: PageTree, target: PageNode, side: Side, moved?: Pick<PageNode, 'id'>): PagePlace {
  if (side === 'into') return { into: target.id };
  const into = target.parent?.id;
  const others = pagesIn(tree, into).filter(({ id }) => id !== moved?.id);
  const at = others.findIndex(({ id }) => id === target.id);
  return { into, at: side === 'before' ? at : at + 1 };
}

/** Whether a page stands there already: then nothing is to be sent. */
export function standsAt(tree: PageTree, node: PageNode, { into, at }: PagePlace): boolean {
  if (node.parent?.id !== into) return false;
  const siblings = pagesIn(tree, into);
  return siblings.findIndex(({ id }) => id === node.id) === (at ?? siblings.length - 1);
}

/** The slugs that pages in the same place have, but for the page that is meant. */
export function slugsIn(tree: PageTree, into: string | undefined, but?: Pick<PageNode, 'id'>): string[] {
  return pagesIn(tree, into).flatMap((node) => (node.id === but?.id ? [] : (slugIn(node) ?? [])));
}

/** The last part of a page's address, as the platform tells it; undefined for what has no address. */
export function slugIn({ page }: Pick<PageNode, 'page'>): string | undefined {
  if (page.type === 'link') return undefined;
  return page.slug || (page.path && lastSegmentOf(page.path)) || undefined;
}

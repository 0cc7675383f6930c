import type { PageNode } from './pageTree.ts';

/** True when the page has a text to read. */
export function isReadable(node: PageNode): node is PageNode & { readonly path: string } {
  return node.path !== undefined && node.page.type !== 'group';
}

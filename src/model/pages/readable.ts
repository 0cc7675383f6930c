import type { Page } from '../../contract/spaces/content.ts';
import type { PageNode } from './tree.ts';

/** True when the page has a text to read. */
export function isReadable(node: PageNode): node is PageNode & { readonly path: string } {
  return node.path !== undefined && node.page.type !== 'group';
}

/** True when the text of the page is its own, and can be written: what the platform computes, or a link's target, is read only. */
export function isDocument({ type }: Pick<Page, 'type'>): boolean {
  return (type ?? 'document') === 'document';
}

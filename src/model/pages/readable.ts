import type { Page } from '../../contract/spaces/content.ts';
import type { PageNode } from './tree.ts';

/** Whether the page has a text to read. */
export function isReadable(node: PageNode): node is PageNode & { readonly path: string } {
  return node.path !== undefined && node.page.type !== 'group';
}

/** Whether the text is the page's own and can be edited: computed pages and link targets are read-only. */
export function isDocument({ type }: Pick<Page, 'type'>): boolean {
  return (type ?? 'document') === 'document';
}

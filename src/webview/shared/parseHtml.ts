import { fromHtml } from 'hast-util-from-html';
import type { ParseHtml } from '../../model/rendering/harmlessTree.ts';

/**
 * Parses HTML into a tree. The browser's own parser only seems harmless: it checks handlers, styles, and `<base>` against
 * the content security policy even in a document that is never shown, and reports them in the user's console.
 */
export const parseHtml: ParseHtml = (html) => fromHtml(html, { fragment: true }).children;

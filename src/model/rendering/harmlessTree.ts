import type { ElementContent, RootContent } from 'hast';
import type { MarkdownIt } from 'markdown-it';
import { isExpensiveHtml } from '../text/htmlCost.ts';
import { isExpensiveToParse, laborInThread } from '../text/parsingCost.ts';
import { sanitized, TooDeepError } from './sanitized.ts';

/** Parses HTML: the browser's parser in a webview, a library elsewhere. Its elements do nothing yet. */
export type ParseHtml = (html: string) => readonly RootContent[];

/**
 * Renders Markdown by others as a tree of harmless elements, which can be sent as JSON. Undefined for a text that would
 * take too long, or that is nested more deeply than people write.
 */
export function harmlessTree(
  markdown: string,
  renderer: MarkdownIt,
  parse: ParseHtml,
  environment: Readonly<Record<string, unknown>> = {},
): ElementContent[] | undefined {
  if (isExpensiveToParse(markdown, laborInThread)) return undefined;
  const html = renderer.render(markdown, { ...environment });
  if (isExpensiveHtml(html)) return undefined;
  try {
    return sanitized(parse(html));
  } catch (error) {
    // The parser of HTML recurses for each level.
    if (error instanceof TooDeepError || error instanceof RangeError) return undefined;
    throw error;
  }
}

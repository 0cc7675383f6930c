import type { ElementContent, RootContent } from 'hast';
import type { MarkdownIt } from 'markdown-it';
import { isExpensiveHtml } from '../text/htmlCost.ts';
import { isExpensiveToParse, laborInThread } from '../text/parsingCost.ts';
import { sanitized, TooDeepError } from './sanitized.ts';

/** Parses HTML. The model has no parser of its own, because most of those who use it need none. */
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
  const nodes = parsedHtml(html, parse);
  if (!nodes) return undefined;
  try {
    return sanitized(nodes);
  } catch (error) {
    if (error instanceof TooDeepError) return undefined;
    throw error;
  }
}

/** Undefined for HTML that would take too long, or that is nested more deeply than people write. */
export function parsedHtml(html: string, parse: ParseHtml): readonly RootContent[] | undefined {
  if (isExpensiveHtml(html)) return undefined;
  try {
    return parse(html);
  } catch (error) {
    // The parser recurses for each level.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

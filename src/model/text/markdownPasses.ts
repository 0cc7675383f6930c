import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { isExpensiveToParse } from './parsingCost.ts';

/** A replacement in a text: `replaced` UTF-16 units at `at` become `by`. */
export interface Spot {
  readonly at: number;
  readonly replaced: number;
  readonly by: string;
}

/** Limit of passes. Text that one pass makes visible is checked in the next. */
const mostPasses = 5;

/** In characters. Each pass parses the whole text again. */
const longest = 20_000;

/** Replaces what `spotsIn` finds until it finds nothing. Undefined if that would take too long. */
export function inPasses(
  markdown: string,
  spotsIn: (tree: Root, text: string, pass: number) => Spot[],
): string | undefined {
  let text = markdown;
  for (let pass = 0; pass <= mostPasses; pass++) {
    if (text.length > longest || isExpensiveToParse(text)) return undefined;
    // Emphasis doesn't matter here, and it is costly to parse.
    const spots = spotsIn(fromMarkdown(text, { extensions: [{ disable: { null: ['attention'] } }] }), text, pass);
    if (spots.length === 0) return text;
    text = changed(text, spots);
  }
  return undefined;
}

/** Escapes HTML so that it is shown as written. */
export function tagsAsText(html: string): string {
  return html.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function changed(text: string, spots: readonly Spot[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { at, replaced, by } of spots.toSorted((one, other) => one.at - other.at)) {
    parts.push(text.slice(from, at), by);
    from = at + replaced;
  }
  return parts.join('') + text.slice(from);
}

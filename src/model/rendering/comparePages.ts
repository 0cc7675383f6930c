import { changedRows, type ChangedRow } from './changedRows.ts';
import { isUnchanged, renderedDiff } from './renderedDiff.ts';
import { renderPage, type RenderingOptions } from './renderPage.ts';

/** A page in two versions as its readers see it. A version without the page is undefined. */
export interface PagesToCompare {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export type ComparedPage =
  | { readonly kind: 'rows'; readonly rows: readonly ChangedRow[] }
  /** Both versions look the same. */
  | { readonly kind: 'same' }
  /** A version would take too long to render. */
  | { readonly kind: 'tooLong' };

/** Renders and compares both versions. Takes seconds for the longest pages, so it is called in a thread of its own. */
export function comparePages({ before, after }: PagesToCompare, options: RenderingOptions): ComparedPage {
  const [former, present] = [before, after].map((markdown) => {
    if (markdown === undefined) return [];
    return renderPage(markdown, options)?.blocks;
  });
  if (!former || !present) return { kind: 'tooLong' };
  const nodes = renderedDiff(former, present);
  if (before !== undefined && after !== undefined && isUnchanged(nodes)) return { kind: 'same' };
  return { kind: 'rows', rows: changedRows(nodes, (after ?? '').split('\n').length) };
}

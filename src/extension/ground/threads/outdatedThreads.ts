import { outdatedIn } from '../../../model/comments/appliedSuggestions.ts';
import { areWordsGone } from '../../../model/comments/quotedWords.ts';
import { placerIn } from '../../../model/comments/quotePlace.ts';
import { suggestionsIn } from '../../../model/comments/suggestions.ts';
import type { Thread } from '../../../model/comments/threads.ts';

/** The texts of pages. */
export interface TextsOfPages {
  /** Undefined for pages that weren't read. */
  readonly textOf: (page: string) => string | undefined;
  /** Whether there is no such page any more. */
  readonly isGone?: ((page: string) => boolean) | undefined;
}

/** How long words are looked for in one version of a page, in ms. What isn't found by then counts as being there. */
const longestSearch = 200;

/** Recognizes open threads whose words are gone from their page, or with a suggestion that its text no longer fits. */
export function outdatedBy({ textOf, isGone }: TextsOfPages): (thread: Thread) => boolean {
  const isUnfit = unfitBy(textOf);
  const known = new Map<string, { readonly text: string; readonly isFound: (words: string) => boolean }>();

  function isFoundOn(page: string, words: string): boolean | undefined {
    const text = textOf(page);
    if (text === undefined) return undefined;
    const before = known.get(page);
    const { isFound } = before?.text === text ? before : { isFound: finderIn(text) };
    known.set(page, { text, isFound });
    return isFound(words);
  }

  return (thread) => {
    const { page, isResolved, quote } = thread;
    if (!page || isResolved) return false;
    if (page.isOutdated && isGone?.(page.id)) return true;
    // What the server knows of the quoted part of a page counts until the page is read.
    return isUnfit(thread) || areWordsGone(thread, (words) => isFoundOn(page.id, words) ?? quote === undefined);
  };
}

function finderIn(text: string): (words: string) => boolean {
  const placeIn = placerIn(text);
  const found = new Map<string, boolean>();
  let spent = 0;
  return (words) => {
    const before = found.get(words);
    if (before !== undefined || spent > longestSearch) return before ?? true;
    const start = performance.now();
    const isFound = placeIn(words) !== undefined;
    spent += performance.now() - start;
    found.set(words, isFound);
    return isFound;
  };
}

/** Recognizes open threads with a suggestion that the text of their page no longer fits. */
export function unfitBy(textOf: TextsOfPages['textOf']): (thread: Thread) => boolean {
  let last: { readonly text: string; readonly reason: ReturnType<typeof outdatedIn> } | undefined;
  return ({ page, body, isResolved }) => {
    const suggestions = isResolved || !page || body.kind === 'document' ? [] : suggestionsIn(body.markdown);
    const text = suggestions.length > 0 && page ? textOf(page.id) : undefined;
    if (text === undefined) return false;
    if (last?.text !== text) last = { text, reason: outdatedIn(text) };
    const { reason } = last;
    return suggestions.some((suggestion) => reason(suggestion) !== undefined);
  };
}

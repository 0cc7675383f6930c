import { outdatedIn } from '../../model/comments/appliedSuggestions.ts';
import { suggestionsIn } from '../../model/comments/suggestions.ts';
import type { Thread } from '../../model/comments/threads.ts';

/**
 * Recognizes open threads with a suggestion that the text of their page no longer fits. `textOf` returns undefined for
 * pages that weren't read.
 */
export function outdatedBy(textOf: (page: string) => string | undefined): (thread: Thread) => boolean {
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

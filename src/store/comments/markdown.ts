import { suggestionsIn } from '../../model/comments/suggestions.ts';
import type { DraftTarget } from './drafts.ts';

/**
 * The Markdown to send: a new thread about selected words quotes them first, unless the server knows their node or the
 * text contains them as the old lines of a suggestion.
 */
export function markdownOf(target: DraftTarget, text: string): string {
  if (target.kind !== 'thread' || !target.quote || target.node !== undefined) return text.trim();
  if (suggestionsIn(text).length > 0) return text.trim();
  const lines = target.quote.trim().split(/\r?\n/);
  return `${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n${text.trim()}`;
}

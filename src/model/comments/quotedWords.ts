import { suggestionsIn } from './suggestions.ts';
import { leadingQuote } from './text.ts';
import type { Thread } from './threads.ts';

/**
 * The words of its page that a thread is about: those that the server knows, else those that it quotes at its beginning,
 * else the old lines of its first suggestion.
 */
export function quotedWords({
  quote,
  body,
}: Pick<Thread, 'body'> & { readonly quote?: string | undefined }): string | undefined {
  if (quote !== undefined || body.kind !== 'markdown') return quote;
  return leadingQuote(body.markdown) ?? suggestionsIn(body.markdown)[0]?.oldLines.join('\n');
}

/**
 * Whether the words that a thread is about are gone. Servers say only that something on the page changed, which is
 * true after most edits of other words, too.
 */
export function areWordsGone(thread: Thread, isThere: (words: string) => boolean): boolean {
  if (!thread.page?.isOutdated) return false;
  const words = quotedWords(thread);
  return words === undefined ? thread.page.isOfPart === true : !isThere(words);
}
